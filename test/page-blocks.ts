// Reads the code blocks of a page of docs/, and runs its commands against a test service.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { runOctavo } from './commands/in-process.ts';

const execute = promisify(execFile);

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

/** A command that only runs an octavo command without quotes, or exports its output. */
const octavoCommand =
  /^(?:npm run --silent octavo -- ([\w -]+)|export (\w+)="\$\(npm run --silent octavo -- ([\w -]+)\)")$/;

/** The service and the folders with which the commands of a page are run. */
interface ShellOptions {
  /** Path of the data folder. */
  readonly data: string;
  /** URL of the REST root of the running service. */
  readonly rest: string;
  /** Path of the repository if it is a copy. */
  readonly repository?: string;
}

/**
 * Returns a function that runs a command of a page, and the environment of the commands. Only the port of the service, the options of
 * `curl` and the number of threads of the type checker differ from the page. Environment variables that a command exports are set for
 * later commands. A `curl` command fails if the response is an error.
 *
 * Octavo commands of this repository run in this process, which is faster; document-blocks.test.ts runs such lines in a shell.
 */
export function shellOf({ data, rest, repository }: ShellOptions) {
  const bin = path.resolve('node_modules/.bin');
  const env: Record<string, string | undefined> = {
    ...process.env,
    ...{ OCTAVO_DATA: data, PATH: `${bin}:${process.env.PATH}` },
  };
  return {
    env,
    async run(command: string): Promise<string> {
      const [isOctavo, args, variable, variableArgs] =
        repository === undefined ? (octavoCommand.exec(command) ?? []) : [];
      if (isOctavo !== undefined) {
        const { status, stdout, stderr } = await runOctavo((args ?? variableArgs ?? '').split(' '), {
          OCTAVO_DATA: data,
        });
        assert.equal(status, 0, stderr);
        if (variable !== undefined) env[variable] = stdout.trimEnd();
        return stdout;
      }
      const [, exported] = /^export (\w+)=/.exec(command) ?? [];
      const text = command
        .replaceAll('http://127.0.0.1:8080', new URL(rest).origin)
        .replace(/^curl /, 'curl -sS --fail-with-body --max-time 20 ')
        // One thread needs less than half of the CPU time that the default number of threads need in total.
        .replace(/^npm run types$/, '$& -- --singleThreaded');
      const { stdout } = await execute('bash', ['-ec', exported ? `${text}; printf %s "$${exported}"` : text], {
        encoding: 'utf8',
        env,
        cwd: repository ?? '.',
      });
      if (exported) env[exported] = stdout;
      return stdout;
    },
  };
}
