// Reads the code blocks of a page of docs/, and runs its commands against a test service.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface PageBlock {
  readonly language: string;
  /** Path of the file that contains the block; empty if the page names none. */
  readonly file: string;
  readonly text: string;
  /** Whether a comment before the block states why it is not run: `<!-- not run: reason -->`. */
  readonly isNotRun: boolean;
}

/** Returns the code blocks of a page, in order. */
export function blocksOf(page: string): PageBlock[] {
  const text = readFileSync(page, 'utf8');
  return [...text.matchAll(/(<!-- not run: [^>]+ -->\n\n?)?^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(
    ([, mark, language = '', file = '', content = '']) => {
      return { language, file, text: content, isNotRun: mark !== undefined };
    },
  );
}

/**
 * Returns the commands of the shell blocks that can be run. A line that ends with a backslash or inside single quotes is
 * continued on the next line.
 */
export function commandsOf(blocks: readonly PageBlock[]): string[] {
  const commands: string[] = [];
  for (const { language, isNotRun, text } of blocks) {
    if (language !== 'sh' || isNotRun) continue;
    let command = '';
    for (const line of text.trimEnd().split('\n')) {
      command += command === '' ? line : `\n${line}`;
      if (command.endsWith('\\') || command.split("'").length % 2 === 0) continue;
      commands.push(command);
      command = '';
    }
    assert.equal(command, '', `the command is not complete: ${command}`);
  }
  return commands;
}

/** Writes the blocks that name a file to files in a folder. */
export function writeFiles(blocks: readonly PageBlock[], folder: string): void {
  for (const { file, text } of blocks) {
    if (file === '') continue;
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}

/** The service and the folders with which the commands of a page are run. */
interface ShellOptions {
  /** Path of the data folder. */
  readonly data: string;
  /** URL of the REST root of the running service. */
  readonly rest: string;
  /** Path of the repository; the current folder if absent. */
  readonly repository?: string;
}

/**
 * Returns a function that runs a command of a page, and the environment of the commands. Only the port of the service and the
 * options of `curl` differ from the page. Environment variables that a command exports are set for later commands. A `curl`
 * command fails if the response is an error.
 */
export function shellOf({ data, rest, repository = '.' }: ShellOptions) {
  const bin = path.resolve('node_modules/.bin');
  const env: Record<string, string | undefined> = {
    ...process.env,
    ...{ OCTAVO_DATA: data, PATH: `${bin}:${process.env.PATH}` },
  };
  return {
    env,
    run(command: string): string {
      const [, exported] = /^export (\w+)=/.exec(command) ?? [];
      const text = command
        .replaceAll('http://127.0.0.1:8080', new URL(rest).origin)
        .replace(/^curl /, 'curl -sS --fail-with-body --max-time 20 ');
      const output = execFileSync('bash', ['-ec', exported ? `${text}; printf %s "$${exported}"` : text], {
        encoding: 'utf8',
        env,
        cwd: repository,
      });
      if (exported) env[exported] = output;
      return output;
    },
  };
}
