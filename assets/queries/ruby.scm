; Ruby, after the grammar's own patterns.
["and" "or" "not"] @keyword
["+" "-" "*" "/" "%" "==" "!=" "<" ">" "<=" ">=" "<=>" "&&" "||" "!" "?" "|=" "||=" "+=" "-=" "&." "<<" ".." "..."] @operator
(method name: (identifier) @function)
(method name: (setter) @function)
(singleton_method name: (identifier) @function)
(pair key: (hash_key_symbol) @constant)
"::" @punctuation
