; C++, after C.
(namespace_identifier) @type
(function_declarator declarator: (field_identifier) @function)
(function_declarator declarator: (qualified_identifier name: (identifier) @function))
(destructor_name) @function
"::" @punctuation
["static_assert" "decltype" "operator"] @keyword
