; C and C++, after the grammars' own patterns.
(char_literal) @string
(escape_sequence) @escape
[(true) (false)] @constant
["(" ")" "[" "]" "{" "}" "," ":"] @punctuation
["!" "%" "/" "|" "^" "~" "<=" ">=" "<<" ">>" "*=" "/=" "%=" "|=" "&=" "^=" "<<=" ">>=" "?"] @operator
["goto" "register"] @keyword
(preproc_def name: (identifier) @constant)
