// Runs the commands of the tutorial and of guides as a reader would: page by page, in order, in one shell, in an empty folder
// or a clone. Blocks that cannot run in a test are marked with the reason: <!-- not run: needs a bucket -->.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { runOctavo } from './commands/in-process.ts';
import { newFolder } from './commands/processes.ts';
import { openSqlite } from './faults/consistency.ts';
import {
  checkBlocks,
  checkRun,
  codeBlocksOf,
  commandBlocksOf,
  createPrograms,
  programPath,
  runScript,
  scriptOf,
} from './follow-page.ts';
import { freePort } from './free-port.ts';
import { readState } from './upgrade/database-state.ts';
import { restoreVersion } from './upgrade/fixtures.ts';

/** The tested pages, and the installation that a reader has before the first command. */
const pages = [
  { file: 'docs/tutorial.md', start: 'nothing' },
  { file: 'docs/import.md', start: 'a clone' },
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
const createFakePrograms = (folder: string, clone: string) =>
  createPrograms(folder, {
    git: `case "$1 $#" in "clone 3") cp -RP "${clone}" "$3" ;; fetch* | checkout*) ;; *) exit 1 ;; esac`,
    sudo: 'exec "$@"',
    systemctl: `[ "$*" = "stop octavo" ] || exit 1
[ -f "$HOME/service.pid" ] || exit 0
service=$(cat "$HOME/service.pid"); rm "$HOME/service.pid"
kill "$service"; while kill -0 "$service" 2>/dev/null; do sleep 0.1; done`,
    npm: `case "$1" in install | ci) ;; *) exec "${programPath('npm')}" "$@" ;; esac`,
  });

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
      const blocks = codeBlocksOf(page);
      const commands = commandBlocksOf(blocks);

      it('has a reason for every block that is not run', () => checkBlocks(page, blocks));

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
        const env = {
          HOME: home,
          LANG: 'C.UTF-8',
          PATH: `${path.join(home, 'programs')}:${process.env.PATH}`,
          TMPDIR: temporary,
          OCTAVO_PORT: String(port),
          OCTAVO_REPOSITORY: root,
          npm_config_update_notifier: 'false',
        };
        checkRun(blocks, await runScript(script, cwd, env, timeoutMs));
        await check?.(data);
      });
    });
});
