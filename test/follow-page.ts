// Reads the code blocks of documents, and runs their commands as a reader would: in order, in one shell.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A code block of a page. */
export interface CodeBlock {
  readonly language: string;
  readonly text: string;
  /** Reason for not running the block; undefined if it is run. */
  readonly reason: string | undefined;
}

/** Languages of blocks that need no marker: commands, code that is parsed, and output that the commands must print. */
export const languages = new Set(['sh', 'json', 'js', 'ts', 'text']);

/** Returns the code blocks of the text of a page. */
export const codeBlocksOf = (page: string): CodeBlock[] =>
  [...page.matchAll(/(?:^<!-- not run:(.*)-->\n)?^```(\S*).*\n([\s\S]*?)^```$/gm)].map(
    ([, reason, language = '', text = '']) => ({ language, text, reason }),
  );

/** Returns the blocks with commands that are run. */
export const commandBlocksOf = (blocks: readonly CodeBlock[]): CodeBlock[] =>
  blocks.filter(({ language, reason }) => language === 'sh' && reason === undefined);

/** Asserts that each block that is not run has a reason, and that all blocks are found. */
export function checkBlocks(page: string, blocks: readonly CodeBlock[]): void {
  const reasons = blocks.flatMap(({ reason }) => reason ?? []);
  assert.equal(reasons.length, page.split('<!-- not run').length - 1, 'every marker stands directly before a block');
  assert.equal(blocks.length, page.split(/^\s*```/m).length >> 1, 'every block begins at the margin');
  for (const reason of reasons) assert.match(reason, /\w+ \w+/);
  for (const { language, reason } of blocks)
    assert.ok(reason !== undefined || languages.has(language), `a block of the language ${language} is not marked`);
  assert.ok(commandBlocksOf(blocks).length > 0);
}

/** Returns the path of a program, which must be installed. */
export function programPath(name: string): string {
  const file = spawnSync('bash', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
  assert.notEqual(file, '', `${name} is not installed`);
  return file;
}

/** Creates a folder with shell scripts, each with its name and its commands. */
export function createPrograms(folder: string, programs: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, commands] of Object.entries(programs)) {
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${commands}\n`);
    chmodSync(path.join(folder, name), 0o755);
  }
}

/** Commands that run before the first block. They define functions that run the service in the background. */
const prelude = `
set -eo pipefail
exec 2>&1
service=
stop_service() {
  if [ -n "$service" ]; then kill "$service" 2>/dev/null || true; wait "$service" || true; service=; fi
}
await_service() {
  until curl -s -o /dev/null "http://127.0.0.1:$OCTAVO_PORT/readyz"; do kill -0 "$service"; sleep 0.2; done
}
`;

const serviceLine = /^(.*\bnpm start(?: -- .*)?)\n$/m;

/**
 * Returns a script that runs blocks of commands, and prints `@@ N` after each. A command that starts the service is run in the
 * background, and replaces the service that is running; its process ID is written to `service.pid` in the home folder.
 */
export function scriptOf(blocks: readonly CodeBlock[]): string {
  const parts = blocks.map(({ text }, at) => {
    const commands = text.replace(
      serviceLine,
      (_, command) => `stop_service\n${command} &\nservice=$!\necho $service >"$HOME/service.pid"\nawait_service\n`,
    );
    return `${commands}printf '\\n@@ %s\\n' ${at}\n`;
  });
  return `${prelude}${parts.join('')}stop_service\n`;
}

/**
 * Runs a script in a shell, for at most `timeoutMs` milliseconds, and kills all processes that it has started. Returns its exit code and
 * output. The environment variable HOME must be set.
 */
export async function runScript(script: string, cwd: string, env: NodeJS.ProcessEnv, timeoutMs: number) {
  const file = path.join(env.HOME ?? '', 'blocks.sh');
  writeFileSync(file, script);
  const shell = spawn('bash', [file], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const end = () => {
    try {
      if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL');
    } catch {
      // All processes of the group have already exited.
    }
  };
  process.once('exit', end);
  const tooLong = setTimeout(end, timeoutMs);
  let output = '';
  shell.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  // Background processes would keep the output open, so they are killed when the shell exits.
  shell.once('exit', end);
  const [code] = (await once(shell, 'close')) as [number | null];
  clearTimeout(tooLong);
  process.off('exit', end);
  return { code, output };
}

const withSingleSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Asserts that all blocks of commands were completed, and that the documented output was printed. */
export function checkRun(
  blocks: readonly CodeBlock[],
  { code, output }: { code: number | null; output: string },
): void {
  const commands = commandBlocksOf(blocks);
  const completed = [...output.matchAll(/^@@ (\d+)$/gm)].length;
  assert.equal(code, 0, `block ${completed + 1} failed:\n${commands[completed]?.text}\n${output}`);
  assert.equal(completed, commands.length);
  const printed = withSingleSpaces(output);
  for (const { language, text, reason } of blocks)
    if (language === 'text' && reason === undefined)
      for (const line of text.trim().split('\n'))
        assert.ok(printed.includes(withSingleSpaces(line)), `${line}\nis not in\n${output}`);
}
