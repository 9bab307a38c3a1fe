; JavaScript and TypeScript, after the grammars' own patterns.
((identifier) @constant (#match? @constant "^[A-Z_][A-Z0-9_]+$"))
(function_declaration name: (identifier) @function)
(function_expression name: (identifier) @function)
(generator_function_declaration name: (identifier) @function)
(variable_declarator name: (identifier) @function value: [(function_expression) (arrow_function)])
(call_expression function: (identifier) @function)
(method_definition name: (private_property_identifier) @function)
(private_property_identifier) @property
(escape_sequence) @escape
(decorator "@" @attribute)
(decorator (identifier) @attribute)
(decorator (call_expression function: (identifier) @attribute))
[":" "?"] @punctuation
