package shelf;

import java.util.function.Function;

/** Functions of Java in the shapes that are easy to get wrong. */
@Deprecated
public class Shelf<T extends Comparable<T>> implements Runnable {
    static { System.out.println("{ void no() {} }"); }
    private final Function<T, T> field = new Function<>() {
        @Override
        public T apply(T t) {
            return t;
        }
    };

    /** Doc. */
    public Shelf() {
        this(1);
    }

    @SafeVarargs
    private Shelf(int... sizes) { }

    @Override
    @SuppressWarnings({
        "unchecked",
        "rawtypes",
    })
    // between
    public /* inside */ void run() {
        Runnable r = () -> {
            class Local {
                void inLocal() { }
            }
        };
        new Thread() {
            public void start() {
                super.start();
            }
        }.start();
    }

    public @Deprecated synchronized int late() { return 0; }
    @Deprecated public int sameLine() { return 1; }

    <R> R generic(
        Function<? super T, ? extends R> f,
        @Deprecated T value)
        throws IllegalStateException
    {
        return f.apply(value);
    }

    int oldArray()[] { return null; }

    abstract static class Board {
        abstract void saw(int a);
        native int count();
    }

    interface Keeps {
        void required();
        default String named() { return ""; }
        private static void hidden() { }
    }

    enum Wood {
        OAK("o") {
            @Override
            String code() { return "oak"; }
        },
        ASH("a");

        Wood(String s) { }

        String code() {
            return "none";
        }
    }

    record Point(int x, int y) {
        Point {
            if (x < 0) throw new IllegalArgumentException();
        }

        Point(int both) {
            this(both, both);
        }

        static Point zero() { return new Point(0); }
    }

    @interface Marks {
        String value() default "";
        int[] sizes()
            default {};
    }
}

class Other { Other() { } void m() { } }
