; PHP, after the grammar's own patterns.
(class_declaration name: (name) @type)
(interface_declaration name: (name) @type)
(trait_declaration name: (name) @type)
(escape_sequence) @escape
(attribute (name) @attribute)
["(" ")" "[" "]" "{" "}" "," ";"] @punctuation
["=" "==" "===" "!=" "!==" "." "+" "-" "*" "/" "%" "<" ">" "<=" ">=" "&&" "||" "!" "?" "??" "=>" "->" "::" "++" "--" "+=" "-=" ".="] @operator
