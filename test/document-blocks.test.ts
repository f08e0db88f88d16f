// Runs the commands of the tutorial and of guides as a reader would: page by page, in order, in one shell, in an empty folder
// or a clone. Blocks that cannot run in a test are marked with the reason: <!-- not run: needs a bucket -->.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { runOctavo } from './commands/in-process.ts';
import { newFolder } from './commands/processes.ts';
import { openSqlite } from './faults/consistency.ts';
import { freePort } from './free-port.ts';
import { readState } from './upgrade/database-state.ts';
import { restoreVersion } from './upgrade/fixtures.ts';

/** The tested pages, and the installation that a reader has before the first command. */
const pages = [
  { file: 'docs/tutorial.md', start: 'nothing' },
  { file: 'docs/import.md', start: 'a clone' },
  { file: 'docs/deployment.md', start: 'a site' },
  { file: 'docs/postgresql-and-s3.md', start: 'a site' },
  { file: 'docs/backups.md', start: 'a site' },
  { file: 'docs/mail.md', start: 'a site' },
  { file: 'docs/upgrade.md', start: 'a site of version 0.1', check: assertOldSite },
] satisfies readonly Page[];

interface Page {
  readonly file: string;
  readonly start: 'nothing' | 'a clone' | 'a site' | 'a site of version 0.1';
  /** Checks the data folder after the last command. */
  readonly check?: (data: string) => Promise<void>;
}

/** Asserts that a data folder contains the database of version 0.1 again, after a reader has gone back to that version. */
async function assertOldSite(data: string): Promise<void> {
  const [file, original] = [openSqlite(data), await restoreVersion('0.1', 'sqlite')];
  const expected = await original.query((query) => readState(query, 'sqlite'));
  assert.deepEqual(await readState(file.query, 'sqlite'), expected);
  file.close();
}

interface Block {
  readonly language: string;
  readonly text: string;
  /** Reason for not running the block; undefined if it is run. */
  readonly reason: string | undefined;
}

/** Languages of blocks that need no marker: commands, code that is parsed, and output that the commands must print. */
const languages = new Set(['sh', 'json', 'js', 'ts', 'text']);

const blocksOf = (page: string): Block[] =>
  [...page.matchAll(/(?:^<!-- not run:(.*)-->\n)?^```(\S*).*\n([\s\S]*?)^```$/gm)].map(
    ([, reason, language = '', text = '']) => ({ language, text, reason }),
  );

const root = path.resolve('.');
/** Maximum duration of the commands of a page, in milliseconds. */
const timeoutMs = 120_000;

/** Creates a folder like a clone after `npm install`, with symbolic links to the files of this repository. */
function createClone(folder: string): void {
  mkdirSync(folder);
  for (const name of readdirSync(root))
    if (name === '.npmrc' || !/^(?:\.|data$)/.test(name)) symlinkSync(path.join(root, name), path.join(folder, name));
}

/**
 * Creates a folder with fake programs: `git` can only copy the clone and pretend to check out another version, `npm` ignores `install` and
 * `ci` and passes other commands to the real `npm`, `sudo` runs a command, and `systemctl` can only stop the service.
 */
function createFakePrograms(folder: string, clone: string): void {
  const npm = spawnSync('bash', ['-c', 'command -v npm'], { encoding: 'utf8' }).stdout.trim();
  assert.notEqual(npm, '', 'npm is not installed');
  const programs = {
    git: `case "$1 $#" in "clone 3") cp -RP "${clone}" "$3" ;; fetch* | checkout*) ;; *) exit 1 ;; esac`,
    sudo: 'exec "$@"',
    systemctl: `[ "$*" = "stop octavo" ] || exit 1
[ -f "$HOME/service.pid" ] || exit 0
service=$(cat "$HOME/service.pid"); rm "$HOME/service.pid"
kill "$service"; while kill -0 "$service" 2>/dev/null; do sleep 0.1; done`,
    npm: `case "$1" in install | ci) ;; *) exec "${npm}" "$@" ;; esac`,
  };
  mkdirSync(folder);
  for (const [name, line] of Object.entries(programs)) {
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${line}\n`);
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

function scriptOf(blocks: readonly Block[]): string {
  const parts = blocks.map(({ text }, at) => {
    const commands = text.replace(
      serviceLine,
      (_, command) => `stop_service\n${command} &\nservice=$!\necho $service >"$HOME/service.pid"\nawait_service\n`,
    );
    return `${commands}printf '\\n@@ %s\\n' ${at}\n`;
  });
  return `${prelude}${parts.join('')}stop_service\n`;
}

/** Runs a script in a shell, and kills all processes that it has started. Returns its exit code and output. */
async function run(script: string, cwd: string, env: NodeJS.ProcessEnv) {
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

describe('code blocks of documents', { concurrency: 2 }, () => {
  let site: string;
  before(async () => {
    site = path.join(newFolder(), 'data');
    const { status, stderr } = await runOctavo(['import', 'test/fixtures/small-site.wxr.xml', '--data', site]);
    assert.equal(status, 0, stderr);
  });

  for (const { file, start, check } of pages as readonly Page[])
    describe(file, () => {
      const page = readFileSync(file, 'utf8');
      const blocks = blocksOf(page);
      const commands = blocks.filter(({ language, reason }) => language === 'sh' && reason === undefined);

      it('has a reason for every block that is not run', () => {
        const reasons = blocks.flatMap(({ reason }) => reason ?? []);
        assert.equal(
          reasons.length,
          page.split('<!-- not run').length - 1,
          'every marker stands directly before a block',
        );
        assert.equal(blocks.length, page.split(/^\s*```/m).length >> 1, 'every block begins at the margin');
        for (const reason of reasons) assert.match(reason, /\w+ \w+/);
        for (const { language, reason } of blocks)
          assert.ok(
            reason !== undefined || languages.has(language),
            `a block of the language ${language} is not marked`,
          );
        assert.ok(commands.length > 0);
      });

      it('has JSON, JavaScript and TypeScript without syntax errors', () => {
        for (const { language, text } of blocks) {
          if (language === 'json') JSON.parse(text);
          if (language === 'js' || language === 'ts') stripTypeScriptTypes(text);
        }
      });

      it('has commands that succeed and print the documented output', async () => {
        const home = newFolder();
        const clone = path.join(home, 'clone');
        createClone(clone);
        createFakePrograms(path.join(home, 'programs'), clone);
        const data = path.join(clone, 'data');
        if (start === 'a site') cpSync(site, data, { recursive: true });
        if (start === 'a site of version 0.1')
          cpSync((await restoreVersion('0.1', 'sqlite')).data, data, { recursive: true });
        const cwd = start === 'nothing' ? path.join(home, 'reader') : clone;
        mkdirSync(cwd, { recursive: true });
        const temporary = path.join(home, 'tmp');
        mkdirSync(temporary);
        const [port, otherPort] = [await freePort(), await freePort()];
        const script = scriptOf(commands)
          .replace(/\b8080\b/g, String(port))
          .replace(/\b3000\b/g, String(otherPort));
        const { code, output } = await run(script, cwd, {
          HOME: home,
          LANG: 'C.UTF-8',
          PATH: `${path.join(home, 'programs')}:${process.env.PATH}`,
          TMPDIR: temporary,
          OCTAVO_PORT: String(port),
          OCTAVO_REPOSITORY: root,
          npm_config_update_notifier: 'false',
        });
        const completed = [...output.matchAll(/^@@ (\d+)$/gm)].length;
        assert.equal(code, 0, `block ${completed + 1} failed:\n${commands[completed]?.text}\n${output}`);
        assert.equal(completed, commands.length);
        const printed = withSingleSpaces(output);
        for (const { language, text } of blocks)
          if (language === 'text')
            for (const line of text.trim().split('\n'))
              assert.ok(printed.includes(withSingleSpaces(line)), `${line}\nis not in\n${output}`);
        await check?.(data);
      });
    });
});
