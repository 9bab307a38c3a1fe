; Go: the grammar's own patterns are written for the first one to win, so the special ones follow here again.
((identifier) @constant (#match? @constant "^[A-Z][A-Z0-9_]+$"))
(call_expression function: (identifier) @function)
(call_expression function: (selector_expression field: (field_identifier) @function))
(function_declaration name: (identifier) @function)
(package_identifier) @type
[(true) (false) (nil) (iota)] @constant
["(" ")" "[" "]" "{" "}" "," ";" "." ":"] @punctuation
(method_declaration name: (field_identifier) @function)
