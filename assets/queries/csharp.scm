; C#, after the grammar's own patterns.
(invocation_expression function: (identifier) @function)
(method_declaration name: (identifier) @function)
(property_declaration name: (identifier) @property)
(member_access_expression name: (identifier) @property)
(invocation_expression function: (member_access_expression name: (identifier) @function))
"this" @variable.builtin
["base" "var"] @keyword
