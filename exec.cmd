@rem The npm scripts begin with the shell command exec, which cmd does not have. This file runs its arguments instead.
@%*
