@rem npm scripts begin with exec, which replaces the shell where there is one; cmd has no such word.
@%*
