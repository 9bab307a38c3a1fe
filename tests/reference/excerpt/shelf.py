"""Functions of Python in the shapes that are easy to get wrong."""
import functools


@functools.cache
# between two decorators
@functools.wraps(
    print,
)
def decorated(a, *, b=lambda: 1):
    return a + b()
    # swallowed by the block


# after


async def waits():
    async def inner(x: int) -> "str":
        return f"""
        def not_a_function():
            pass
        {x}
        """

    class Local:
        def method(self):
            def deepest():
                yield

            return deepest

    return await inner(1)


def one_line(): return 1; pass


class Shelf(dict):
    """def nor_this(): ..."""

    limit = lambda self: 3

    @property
    def size(self):
        return len(self)

    @size.setter
    def size(
        self,
        value,
    ):
        self._size = value  # trailing

        # swallowed

    if True:
        def either(self):
            pass
    else:
        def either(self): ...

    class Board:
        @staticmethod
        def cut(): \
            return 1

        async def nail(self):
            try:
                def attempt():
                    pass
            except (ValueError,
                    TypeError):
                def attempt():
                    pass
            finally:
                match self:
                    case Shelf():
                        def matched():
                            pass


def outer():
    x = [
        1,
        # inside a list
    ]
    with open("a") as f, \
            open("b") as g:
        def held():
            return f, g

# the last comment
