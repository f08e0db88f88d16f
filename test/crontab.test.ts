// Runs the crontab of docs/backups.md in a folder that `octavo init` has created, as cron would: with few variables, and in another folder.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { runOctavo } from './commands/in-process.ts';
import { newFolder } from './commands/processes.ts';
import { codeBlocksOf, createPrograms } from './follow-page.ts';

const documentedSite = '/home/me/my-site';

/** Reads a crontab: lines that set variables, and one line with a time and a command. */
function parseCrontab(text: string) {
  const lines = text.trim().split('\n');
  const entries = lines.filter((line) => !/^\w+=/.test(line));
  assert.equal(entries.length, 1);
  const [, time, command = ''] = /^((?:\S+ ){5})(.*)$/.exec(entries[0] ?? '') ?? [];
  // cron replaces a percent sign by a line break.
  assert.ok(!command.includes('%'));
  return {
    time: time?.trim(),
    command,
    variables: Object.fromEntries(
      lines.flatMap((line) => [...line.matchAll(/^(\w+)=(.*)$/g)].map(([, name, value]) => [name, value])),
    ),
  };
}

/** Creates a site with a database, the data folder of which only `.env` names, and the package as npm would install it. */
async function createSite(home: string): Promise<string> {
  const site = path.join(home, 'My sites/my-site');
  assert.equal((await runOctavo(['init', site, '--package', '1'])).status, 0);
  writeFileSync(path.join(site, '.env'), 'OCTAVO_DATA=content\n');
  mkdirSync(path.join(site, 'node_modules'));
  symlinkSync(path.resolve('.'), path.join(site, 'node_modules/octavo'));
  createPrograms(path.join(site, 'node_modules/.bin'), {
    octavo: 'exec node "$(dirname "$0")/../octavo/server/main.js" "$@"',
  });
  const imported = path.resolve('test/fixtures/small-site.wxr.xml');
  const { status, stderr } = await runOctavo(['import', imported, '--data', path.join(site, 'content')]);
  assert.equal(status, 0, stderr);
  return site;
}

describe('the crontab of docs/backups.md', () => {
  const blocks = codeBlocksOf(readFileSync('docs/backups.md', 'utf8'));
  const [crontab, ...others] = blocks.filter(({ language }) => language === 'crontab');
  assert.ok(crontab && others.length === 0);
  const { time, command, variables } = parseCrontab(crontab.text);

  it('runs every night', () => assert.equal(time, '15 3 * * *'));

  it('creates a backup of the site with its own settings, and prints nothing', async () => {
    const home = newFolder();
    const site = await createSite(home);
    const found = variables.PATH ?? '';
    assert.match(found, /^\/usr\/local\/bin:\/usr\/bin:\/bin$/);
    // The reader enters the folder of the site, and the folder of `node`.
    const env = { HOME: home, LOGNAME: 'octavo', SHELL: '/bin/sh', PATH: `${path.dirname(process.execPath)}:${found}` };
    assert.ok(command.includes(`"${documentedSite}"`));
    const run = () =>
      spawnSync('/bin/sh', ['-c', command.replace(documentedSite, site)], {
        ...{ cwd: home, env },
        encoding: 'utf8',
        timeout: 60_000,
      });
    const { status, stdout, stderr } = run();
    assert.deepEqual([status, stdout, stderr], [0, '', '']);
    const files = readdirSync(path.join(site, 'content/backups'));
    assert.deepEqual(files.map((file) => path.extname(file)).sort(), ['.json', '.tar']);
    assert.ok(!readdirSync(site).includes('data'));

    writeFileSync(path.join(site, '.env'), 'OCTAVO_DATA=missing\n');
    const failed = run();
    assert.deepEqual([failed.status, failed.stdout], [2, '']);
    assert.match(failed.stderr, /No database in .*missing/);
  });
});
