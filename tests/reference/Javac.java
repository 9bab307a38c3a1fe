import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

/** Functions as javac sees them. {@code java Javac.java ROOT < paths} prints JSON lines. */
public class Javac {
    public static void main(String[] args) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        PrintStream out = new PrintStream(new BufferedOutputStream(System.out), false, "UTF-8");
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        for (String path : new BufferedReader(new InputStreamReader(System.in, "UTF-8")).lines().toList()) {
            String source = new String(Files.readAllBytes(Path.of(args[0], path)), "UTF-8");
            var unit = new SimpleJavaFileObject(java.net.URI.create("string:///X.java"), JavaFileObject.Kind.SOURCE) {
                @Override
                public CharSequence getCharContent(boolean ignore) {
                    return source;
                }
            };
            var said = new DiagnosticCollector<JavaFileObject>();
            JavacTask task = (JavacTask) compiler.getTask(null, files, said, List.of("-proc:none"), null, List.of(unit));
            SourcePositions places = Trees.instance(task).getSourcePositions();
            CompilationUnitTree tree = task.parse().iterator().next();
            var wrong = said.getDiagnostics().stream().filter(d -> d.getKind() == Diagnostic.Kind.ERROR).findFirst();
            if (wrong.isPresent()) {
                out.println("{\"file\":" + text(path) + ",\"error\":" + text(wrong.get().getMessage(Locale.ROOT)) + "}");
                continue;
            }
            new Walk(path, source, tree, places, out).scan(tree, null);
        }
        out.flush();
    }

    static String text(String s) {
        return '"' + s.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ") + '"';
    }
}

class Walk extends TreeScanner<Void, Void> {
    final String path;
    final String source;
    final CompilationUnitTree unit;
    final SourcePositions places;
    final PrintStream out;
    /** Names around, joined. */
    final ArrayDeque<String> around = new ArrayDeque<>();
    final ArrayDeque<String> classes = new ArrayDeque<>();

    Walk(String path, String source, CompilationUnitTree unit, SourcePositions places, PrintStream out) {
        this.path = path;
        this.source = source;
        this.unit = unit;
        this.places = places;
        this.out = out;
    }

    String inside(String name) {
        return around.isEmpty() ? name : around.peek() + "." + name;
    }

    @Override
    public Void visitClass(ClassTree tree, Void none) {
        String name = tree.getSimpleName().toString();
        // Bodies of anonymous classes and of enum constants have no name of their own.
        if (name.isEmpty()) {
            return super.visitClass(tree, none);
        }
        around.push(inside(name));
        classes.push(name);
        super.visitClass(tree, none);
        classes.pop();
        around.pop();
        return null;
    }

    @Override
    public Void visitMethod(MethodTree tree, Void none) {
        long start = places.getStartPosition(unit, tree);
        long end = places.getEndPosition(unit, tree);
        String name = tree.getName().toString();
        // What the compiler adds has no place.
        if (end < 0) {
            return super.visitMethod(tree, none);
        }
        name = inside(name.equals("<init>") ? classes.peek() : name);
        // Annotations stand above a definition.
        for (AnnotationTree one : tree.getModifiers().getAnnotations()) {
            if (places.getStartPosition(unit, one) != start) {
                break;
            }
            start = code((int) places.getEndPosition(unit, one));
        }
        out.println("{\"file\":" + Javac.text(path) + ",\"name\":" + Javac.text(name) + ",\"first\":" + line(start)
            + ",\"last\":" + line(end - 1) + "}");
        around.push(name);
        super.visitMethod(tree, none);
        around.pop();
        return null;
    }

    long line(long at) {
        return unit.getLineMap().getLineNumber(at);
    }

    /** The next place after {@code at} that is neither blank nor a comment. */
    int code(int at) {
        while (at < source.length()) {
            if (Character.isWhitespace(source.charAt(at))) {
                at++;
            } else if (source.startsWith("//", at)) {
                at = source.indexOf('\n', at);
            } else if (source.startsWith("/*", at)) {
                at = source.indexOf("*/", at) + 2;
            } else {
                return at;
            }
        }
        return at;
    }
}
