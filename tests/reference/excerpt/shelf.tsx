import React, { forwardRef, memo } from "react";

/** Doc comment. */
export const App: React.FC<Props> = ({ children, ...rest }) => {
  const onClick = React.useCallback(async () => {
    await save();
  }, []);
  return (
    <Frame onPress={() => close()} render={(x) => <b>{x}</b>}>
      {items.map((item) => {
        function row() {
          return <Row key={item} />;
        }
        return row();
      })}
    </Frame>
  );
};

export const Card = memo(
  forwardRef<HTMLElement, Props>(function Card(props, ref) {
    const inner = <T,>(t: T) => t;
    return <div ref={ref} {...props} />;
  }),
);

export const Styled = styled.div`
  color: ${(p) => p.color};
`;

class Panel extends React.Component<Props> {
  static defaultProps = { size: 1, format: (x: number) => x };
  state = {};
  handle = (e: Event) => this.setState({});
  render() {
    return <>{this.props.children}</>;
  }
}

Panel.displayName = "Panel";
Panel.prototype.late = function () {
  return null;
};

const WithStyles = observer(Panel);
export const lazy = React.lazy(() => import("./x"));

export default memo(function Root() {
  return <App />;
});

export function Generic<T extends object>({ item }: { item: T }) {
  return <pre>{JSON.stringify(item)}</pre>;
}
