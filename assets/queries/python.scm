; Python, after the grammar's own patterns.
["and" "in" "is" "not" "or" "is not" "not in"] @keyword
(class_definition name: (identifier) @type)
(parameters (identifier) @variable)
(decorator "@" @attribute)
(decorator (identifier) @attribute)
(decorator (attribute) @attribute)
(decorator (attribute attribute: (identifier) @attribute))
(decorator (call function: (identifier) @attribute))
(decorator (call function: (attribute attribute: (identifier) @attribute)))
(keyword_argument name: (identifier) @property)
((identifier) @variable.builtin (#match? @variable.builtin "^(self|cls)$"))
["(" ")" "[" "]" "{" "}" "," ":" ";" "."] @punctuation
(interpolation "{" @punctuation.special "}" @punctuation.special) @embedded
