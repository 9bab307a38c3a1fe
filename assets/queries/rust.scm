; Rust, after the grammar's own patterns.
((identifier) @constant (#match? @constant "^[A-Z][A-Z0-9_]+$"))
[(integer_literal) (float_literal)] @number
(self) @variable.builtin
(let_declaration pattern: (identifier) @variable)
["=" "==" "!=" "<=" ">=" "+" "-" "/" "%" "&&" "||" "!" "|" "^" "+=" "-=" "*=" "/=" "=>" "->" ".." "..=" "?"] @operator
