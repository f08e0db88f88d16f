// Generates the completion script for zsh.
import type { CompletedValue, CompletionModel } from './model.ts';

/** Returns the script. It can be evaluated after compinit, or stored as `_octavo` in a folder of `fpath`. */
export function zshScript({ commands, options }: CompletionModel): string {
  const valueOptions = options.filter(({ isSwitch }) => !isSwitch);
  const forms = commands.flatMap(({ name, forms }) => forms.map((form) => ({ name, form })));
  const described = (list: readonly { readonly word: string; readonly help: string }[]) =>
    list.map(({ word, help }) => quoted(`${word.replaceAll(':', '\\:')}:${help}`)).join(' ');
  const verbCases = commands
    .filter(({ verbs }) => verbs.length > 0)
    .map(({ name, verbs }) => `          ${name}) verbs=(${verbs.join(' ')}) ;;`);
  const optionCases = forms.map(({ name, form }) => {
    const list = form.options.map(({ flag, help }) => ({ word: `--${flag}`, help }));
    return `      ${quoted(`${name} ${form.verb}`)}) described=(${described(list)}) ;;`;
  });
  return `#compdef octavo
# Completes octavo commands in zsh. Load it with: eval "$(octavo completion zsh)"
_octavo() {
  local current=\${words[CURRENT]} previous=\${words[CURRENT - 1]} command='' verb='' word
  local -a verbs described
  local -i at operands=0
  for ((at = 2; at < CURRENT; at++)); do
    word=\${words[at]}
    case $word in
      (${valueOptions.map(({ flag }) => `--${flag}`).join('|')}) ((at++)) ;;
      (-*) ;;
      (*)
        if [[ -z $command ]]; then
          command=$word
          case $command in
${verbCases.join('\n')}
          esac
        elif (( $#verbs )) && [[ -z $verb ]]; then
          verb=$word
        else
          (( operands++ ))
        fi
        ;;
    esac
  done
  if [[ $current == --*=* ]]; then
    previous=\${current%%=*}
    compset -P '*='
  fi
  case $previous in
${valueOptions.map((option) => `    --${option.flag}) ${reply(option)}; return ;;`).join('\n')}
  esac
  if [[ -z $command ]]; then
    described=(${described(commands.map(({ name, summary }) => ({ word: name, help: summary })))})
    _describe command described
    return
  fi
  if [[ $current == -* ]]; then
    case "$command $verb" in
${optionCases.join('\n')}
    esac
    _describe -o option described
    return
  fi
  if (( $#verbs )) && [[ -z $verb ]]; then
    compadd -a verbs
    return
  fi
  case "$command $verb $operands" in
${forms
  .flatMap(({ name, form }) =>
    form.operands.map((operand, at) => `    ${quoted(`${name} ${form.verb} ${at}`)}) ${reply(operand)} ;;`),
  )
  .join('\n')}
  esac
}
if [[ \${funcstack[1]} == _octavo ]]; then
  _octavo "$@"
else
  compdef _octavo octavo
fi
`;
}

/** Returns the command that adds the completions of a value. */
function reply({ path, values }: CompletedValue): string {
  if (path !== undefined) return path === 'folder' ? '_files -/' : '_files';
  return values.length === 0 ? ':' : `compadd -- ${values.join(' ')}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
