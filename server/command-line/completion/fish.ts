// Generates the completion script for fish.
import type { CompletedOption, CompletedValue, CompletionModel } from './model.ts';

/** Returns the script, which defines its completions in declarations. */
export function fishScript({ commands, options }: CompletionModel): string {
  const valueFlags = options.filter(({ isSwitch }) => !isSwitch).map(({ flag }) => `--${flag}`);
  const lines = commands.flatMap(({ name, summary, verbs, forms }) => [
    `complete -c octavo -n '__octavo_at 0' -a ${name} -d ${quoted(summary)}`,
    ...(verbs.length > 0 ? [`complete -c octavo -n '__octavo_at 1 ${name}' -a ${quoted(verbs.join(' '))}`] : []),
    ...forms.flatMap(({ verb, operands, options }) => {
      const words = [name, verb].filter((word) => word !== '');
      return [
        ...operands.map(
          (operand, at) =>
            `complete -c octavo -n '__octavo_at ${words.length + at} ${words.join(' ')}'${operandCompletion(operand)}`,
        ),
        ...options.map(
          (option) => `complete -c octavo -n '__octavo_in ${words.join(' ')}' ${optionCompletion(option)}`,
        ),
      ];
    }),
  ]);
  return `# Completes octavo commands in fish. Load it with: octavo completion fish | source
function __octavo_operands
    set -l words (commandline -opc)
    set -e words[1]
    set -l skip 0
    for word in $words
        if test $skip = 1
            set skip 0
            continue
        end
        switch $word
            case ${valueFlags.join(' ')}
                set skip 1
            case '-*'
            case '*'
                echo $word
        end
    end
end
# Whether the first operands are the given words.
function __octavo_in
    set -l operands (__octavo_operands)
    set -l length (count $argv)
    set -l first $operands[1..$length]
    test "$first" = "$argv"
end
# Whether there are as many operands as the first argument, and the first ones are the given words.
function __octavo_at
    set -l operands (__octavo_operands)
    test (count $operands) = $argv[1]; or return 1
    test (count $argv) = 1; or __octavo_in $argv[2..]
end
complete -c octavo -f
${[...new Set(lines)].join('\n')}
`;
}

function operandCompletion({ path, values }: CompletedValue): string {
  if (path === 'folder') return " -a '(__fish_complete_directories)'";
  if (path === 'file') return ' -F';
  return values.length === 0 ? '' : ` -a ${quoted(values.join(' '))}`;
}

function optionCompletion({ flag, help, isSwitch, path, values }: CompletedOption): string {
  const description = `-l ${flag} -d ${quoted(help)}`;
  if (isSwitch) return description;
  if (path === 'folder') return `${description} -x -a '(__fish_complete_directories)'`;
  if (path === 'file') return `${description} -r -F`;
  return `${description} -x${values.length === 0 ? '' : ` -a ${quoted(values.join(' '))}`}`;
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
