; TypeScript, after JavaScript and script.scm.
["infer" "is" "asserts" "module" "global"] @keyword
