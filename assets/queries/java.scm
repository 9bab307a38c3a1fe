; Java, after the grammar's own patterns.
["+" "-" "*" "/" "%" "=" "==" "!=" "<" ">" "<=" ">=" "&&" "||" "!" "&" "|" "^" "~" "?" "->" "::" "++" "--" "+=" "-="] @operator
["(" ")" "[" "]" "{" "}" "," ";" "."] @punctuation
(marker_annotation "@" @attribute)
(annotation "@" @attribute)
(field_access field: (identifier) @property)
(this) @variable.builtin
(super) @variable.builtin
