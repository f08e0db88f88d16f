// Reads the code blocks of a page of docs/, and runs its commands against a test service.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface PageBlock {
  readonly language: string;
  /** The file that the block belongs to; empty if none is named. */
  readonly file: string;
  readonly text: string;
  /** Whether a comment before the block says that it cannot be run: `<!-- not run: reason -->`. */
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
 * Returns the commands of the shell blocks that can be run; a line that ends with a backslash or within single quotes
 * continues on the next one.
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
    assert.equal(command, '', `a command of a block does not end: ${command}`);
  }
  return commands;
}

/** Writes blocks that belong in files into a folder. */
export function writeFiles(blocks: readonly PageBlock[], folder: string): void {
  for (const { file, text } of blocks) {
    if (file === '') continue;
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}

/** The folder and environment in which the commands of a page are run. */
interface Place {
  /** The data folder. */
  readonly data: string;
  /** The REST root of the running service. */
  readonly rest: string;
  /** The repository; the current folder if absent. */
  readonly repository?: string;
}

/**
 * Runs commands of a page unchanged, except for the port of the service. Variables that a command exports are set for the following
 * ones. Failed HTTP requests fail the command.
 */
export function shellOf({ data, rest, repository = '.' }: Place) {
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
