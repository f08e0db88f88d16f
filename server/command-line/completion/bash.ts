// Generates the completion script for bash.
import type { CompletedForm, CompletedValue, CompletionModel } from './model.ts';

/** Returns the script. It needs bash 4.4 and no other package. */
export function bashScript({ commands, options }: CompletionModel): string {
  const valueOptions = options.filter(({ isSwitch }) => !isSwitch);
  const forms = commands.flatMap(({ name, forms }) => forms.map((form) => ({ name, form })));
  const verbCases = commands
    .filter(({ verbs }) => verbs.length > 0)
    .map(({ name, verbs }) => `    ${name}) verbs=${quoted(verbs.join(' '))} ;;`);
  return `# Completes octavo commands in bash. Load it with: eval "$(octavo completion bash)"
_octavo() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]}
  local command='' verb='' verbs='' operands=0 at word
  COMPREPLY=()
  # Bash splits --option=value into three words.
  if [[ $current == '=' ]]; then
    current=''
  elif [[ $previous == '=' ]]; then
    previous=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    case $word in
    '=') ((at++)) ;;
    ${valueOptions.map(({ flag }) => `--${flag}`).join(' | ')})
      [[ \${COMP_WORDS[at + 1]} == '=' ]] || ((at++)) ;;
    -*) ;;
    *)
      if [[ -z $command ]]; then
        command=$word
        case $command in
${verbCases.join('\n').replace(/^/gm, '    ')}
        esac
      elif [[ -n $verbs && -z $verb ]]; then
        verb=$word
      else
        ((operands++))
      fi
      ;;
    esac
  done
  case $previous in
${valueOptions.map((option) => `  --${option.flag}) ${reply(option)}; return ;;`).join('\n')}
  esac
  if [[ -z $command ]]; then
    COMPREPLY=($(compgen -W ${quoted(`${commands.map(({ name }) => name).join(' ')} --help --version`)} -- "$current"))
    return
  fi
  if [[ $current == -* ]]; then
    case "$command $verb" in
${[...forms, ...commands.flatMap(withoutVerb)].map(({ name, form }) => `    ${quoted(`${name} ${form.verb}`)}) ${words(form.options.map(({ flag }) => `--${flag}`))} ;;`).join('\n')}
    esac
    return
  fi
  if [[ -n $verbs && -z $verb ]]; then
    COMPREPLY=($(compgen -W "$verbs" -- "$current"))
    return
  fi
  case "$command $verb $operands" in
${forms
  .flatMap(({ name, form }) =>
    form.operands.map((operand, at) => `  ${quoted(`${name} ${form.verb} ${at}`)}) ${reply(operand)} ;;`),
  )
  .join('\n')}
  esac
}
complete -F _octavo octavo
`;
}

/** Returns the form that applies to a command with verbs before its verb is known: with the options of all its forms. */
function withoutVerb({
  name,
  verbs,
  forms,
}: CompletionModel['commands'][number]): { name: string; form: CompletedForm }[] {
  if (verbs.length === 0) return [];
  const options = new Map(forms.flatMap((form) => form.options.map((option) => [option.flag, option])));
  return [{ name, form: { verb: '', operands: [], options: [...options.values()] } }];
}

/** Returns the command that sets the completions of a value. */
function reply({ path, values }: CompletedValue): string {
  if (path === undefined) return values.length === 0 ? ':' : words(values);
  return `compopt -o filenames; mapfile -t COMPREPLY < <(compgen ${path === 'folder' ? '-d' : '-f'} -- "$current")`;
}

const words = (list: readonly string[]): string => `COMPREPLY=($(compgen -W ${quoted(list.join(' '))} -- "$current"))`;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
