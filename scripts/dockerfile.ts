// Parses Dockerfiles, and finds common mistakes in them.

/** An instruction of a Dockerfile. */
export interface Instruction {
  /** Name in upper case, such as `RUN`. */
  readonly name: string;
  /** Flags by name, such as `from` for `--from=build`. */
  readonly flags: Readonly<Record<string, string>>;
  /** The text after the name and the flags, without line continuations and comments. */
  readonly text: string;
  /** Number of the first line. */
  readonly line: number;
}

/** A stage: `FROM` and the instructions until the next stage. */
export interface Stage {
  readonly base: string;
  readonly alias: string | undefined;
  readonly line: number;
  readonly instructions: readonly Instruction[];
}

/** Returns the stages of a Dockerfile. Throws Error for text that this parser does not support, such as here-documents. */
export function parseDockerfile(text: string): Stage[] {
  const stages: (Omit<Stage, 'instructions'> & { instructions: Instruction[] })[] = [];
  for (const instruction of instructionsOf(text)) {
    if (instruction.name === 'FROM') {
      const [base = '', , alias] = instruction.text.split(/\s+/);
      stages.push({ base, alias, line: instruction.line, instructions: [] });
    } else if (stages.length > 0) stages.at(-1)?.instructions.push(instruction);
    else if (instruction.name !== 'ARG') throw new Error(`Line ${instruction.line}: FROM is missing.`);
  }
  return stages;
}

function instructionsOf(text: string): Instruction[] {
  const instructions: Instruction[] = [];
  let current = '';
  let line = 0;
  for (const [at, full] of text.split('\n').entries()) {
    if (/^\s*(?:#|$)/.test(full)) continue;
    if (current === '') line = at + 1;
    current += full.replace(/\\$/, ' ');
    if (full.endsWith('\\')) continue;
    instructions.push(parseInstruction(current.trim(), line));
    current = '';
  }
  if (current !== '') throw new Error(`Line ${line}: the instruction is not complete.`);
  return instructions;
}

function parseInstruction(source: string, line: number): Instruction {
  const [, name = '', rest = ''] = /^([A-Za-z]+)\s+([\s\S]*)$/.exec(source) ?? [];
  if (name === '') throw new Error(`Line ${line}: ${JSON.stringify(source)} is not an instruction.`);
  if (/<<-?['"]?\w/.test(rest)) throw new Error(`Line ${line}: here-documents are not supported.`);
  const [flagText = ''] = /^(?:--[\w-]+(?:=\S+)?\s+)*/.exec(rest) ?? [];
  const flags = Object.fromEntries(
    [...flagText.matchAll(/--([\w-]+)(?:=(\S+))?/g)].map(([, flag = '', value = '']) => [flag, value]),
  );
  return { name: name.toUpperCase(), flags, text: rest.slice(flagText.length).trim(), line };
}

/** Returns the arguments of an instruction in the exec form, such as `CMD ["serve"]`; undefined for the shell form. */
export function execForm(text: string): string[] | undefined {
  if (!text.startsWith('[')) return undefined;
  const parsed: unknown = JSON.parse(text);
  return Array.isArray(parsed) && parsed.every((each) => typeof each === 'string') ? parsed : undefined;
}

/** Returns the pairs of an `ENV` instruction. */
export const environmentOf = (text: string): [name: string, value: string][] =>
  [...text.matchAll(/([\w]+)=("(?:[^"\\]|\\.)*"|\S*)/g)].map(([, name = '', value = '']) => [
    name,
    value.replace(/^"(.*)"$/, '$1'),
  ]);

/** Returns the mistakes in a Dockerfile, each with its line. */
export function lintDockerfile(text: string): string[] {
  const stages = parseDockerfile(text);
  const names = new Set(stages.flatMap(({ alias }) => alias ?? []));
  const mistakes = stages.flatMap(({ base, line, instructions }) => [
    ...(names.has(base) || isPinned(base) ? [] : [`${line}: the version of the base image ${base} is not pinned`]),
    ...instructions.flatMap(({ name, flags, text, line }) =>
      (checks[name]?.(text, flags) ?? []).map((mistake) => `${line}: ${mistake}`),
    ),
  ]);
  const final = stages.at(-1);
  if (!final) return ['1: there is no FROM'];
  if (stages.length < 2) mistakes.push(`${final.line}: there is only one stage, so the image contains build tools`);
  return [...mistakes, ...lintFinalStage(final)];
}

/** Returns whether an image has a digest, or a tag with a major and a minor version. */
const isPinned = (image: string): boolean => /@sha256:[0-9a-f]{64}$|:v?\d+\.\d+[\w.-]*$/.test(image);

/** Returns the mistakes in the stage from which containers are started. */
function lintFinalStage({ line, instructions }: Stage): string[] {
  const last = (name: string) => instructions.findLast((each) => each.name === name);
  const user = last('USER');
  const mistakes: string[] = [];
  if (!user || /^(?:root|0)(?::|$)/.test(user.text)) mistakes.push(`${user?.line ?? line}: the container runs as root`);
  const healthCheck = last('HEALTHCHECK');
  if (!healthCheck || healthCheck.text === 'NONE')
    mistakes.push(`${healthCheck?.line ?? line}: there is no health check`);
  if (!last('STOPSIGNAL')) mistakes.push(`${line}: STOPSIGNAL is missing`);
  if (!last('EXPOSE')) mistakes.push(`${line}: EXPOSE is missing`);
  if (!last('CMD') && !last('ENTRYPOINT')) mistakes.push(`${line}: CMD is missing`);
  return mistakes;
}

/** Returns the mistakes in an instruction. */
type Check = (text: string, flags: Readonly<Record<string, string>>) => string[];

const secretName = /PASSWORD|PASSWD|SECRET|TOKEN|CREDENTIAL|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY/i;

/** Requires the exec form: in the shell form, the shell receives the stop signal and does not forward it. */
const requireExecForm: Check = (text) => {
  const [program = '', flag = ''] = execForm(text) ?? [];
  return program === '' || (/(?:^|\/)(?:ba|da|z)?sh$/.test(program) && flag === '-c')
    ? ['the shell form does not forward signals: use the exec form, ["program", "argument"]']
    : [];
};

const checks: Readonly<Record<string, Check>> = {
  CMD: requireExecForm,
  ENTRYPOINT: requireExecForm,
  HEALTHCHECK: (text) => (text === 'NONE' ? [] : requireExecForm(text.replace(/^CMD\s+/, ''), {})),
  ADD: (text) => [
    /https?:\/\//.test(text)
      ? 'ADD with a URL does not verify the download: use RUN with a checksum'
      : 'ADD unpacks archives and fetches URLs: use COPY',
  ],
  ENV: (text) => environmentOf(text).flatMap(([name]) => (secretName.test(name) ? [`${name} is a secret`] : [])),
  ARG: (text) => (secretName.test(text.split('=')[0] ?? '') ? [`${text.split('=')[0]} is a secret`] : []),
  WORKDIR: (text) => (text.startsWith('/') || text.startsWith('$') ? [] : ['the path is not absolute']),
  RUN: (text) => [
    ...(/\bapt(?:-get)? .*\bupdate\b|\bapt(?:-get)? update\b/.test(text) && !/rm -rf? \/var\/lib\/apt\/lists/.test(text)
      ? ['the package lists remain in the image: add rm -rf /var/lib/apt/lists/*']
      : []),
    ...(/\bapt(?:-get)? .*\binstall\b/.test(text) && !/\bapt(?:-get)? .*\bupdate\b/.test(text)
      ? ['apt-get install without apt-get update in the same instruction uses cached package lists']
      : []),
    ...(/\bapt(?:-get)? .*\binstall\b/.test(text) && !text.includes('--no-install-recommends')
      ? ['apt-get install without --no-install-recommends']
      : []),
    ...(/\bsudo\b/.test(text) ? ['sudo is not needed: use USER'] : []),
    ...(/\b(?:curl|wget)\b[^|;&]*\|\s*(?:sudo\s+)?(?:ba|da|z)?sh\b/.test(text) ? ['a download is run unverified'] : []),
    ...(/\bnpm (?:install|i)\b(?! (?:-g|--global))/.test(text)
      ? ['npm install ignores the lock file: use npm ci']
      : []),
  ],
};
