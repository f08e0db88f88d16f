// octavo completion: prints a script that completes commands and options in a shell.
import type { Command, CommandDeclaration } from '../command.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { makeCompletionModel } from './model.ts';
import { zshScript } from './zsh.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** Returns the command for the declarations of all commands. */
export const makeCompletion = (commands: readonly CommandDeclaration[]): Command => ({
  description: [
    'Prints a script that completes commands, options and their values with the Tab key. Load it in the startup file of the shell:',
    '',
    '  bash  eval "$(octavo completion bash)" in ~/.bashrc',
    '  zsh   eval "$(octavo completion zsh)" in ~/.zshrc, after compinit',
    '  fish  octavo completion fish | source in ~/.config/fish/config.fish',
  ],
  async run({ verb, output }) {
    const script = scripts[verb as keyof typeof scripts](await makeCompletionModel(commands));
    output.write({ shell: verb, script }, script.trimEnd());
    return 0;
  },
});
