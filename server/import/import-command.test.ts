import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import BetterSqlite from 'better-sqlite3';
import { runOctavo } from '../../test/commands/in-process.ts';
import { type Dump, dumpSite, withoutIds } from '../../test/import/dump-site.ts';
import { exportOf, itemOf } from '../../test/import/records.ts';
import { openDatabase } from '../database/open.ts';

const main = fileURLToPath(new URL('../main.js', import.meta.url));
const small = fileURLToPath(new URL('../../test/fixtures/small-site.wxr.xml', import.meta.url));

let folder = '';
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'octavo-import-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const data = (name: string) => path.join(folder, name);

const octavo = (...args: string[]) => runOctavo(args);

/** Returns the number of pages that are committed in a data folder; 0 if it has no database. */
function countPages(name: string): number {
  const file = path.join(data(name), 'octavo.sqlite');
  if (!existsSync(file)) return 0;
  const database = new BetterSqlite(file, { readonly: true });
  try {
    return database.prepare(`select count(*) from entries where type = 'page'`).pluck().get() as number;
  } catch {
    return 0;
  } finally {
    database.close();
  }
}

/** Returns the data of the site in a data folder without creation timestamps, because these differ between imports. */
async function contentOf(name: string): Promise<Dump> {
  const database = await openDatabase({ kind: 'sqlite', file: path.join(data(name), 'octavo.sqlite') });
  try {
    const dump = withoutIds(await dumpSite(database.read));
    const undated = dump.entries.map((row) =>
      String(row.guid).startsWith('http://127.0.0.1') ? { guid: row.guid } : row,
    );
    const links = dump.entry_terms.map(({ date: _date, ...row }) => row);
    return {
      ...dump,
      entries: undated,
      entry_terms: links,
      users: dump.users.map(({ registered: _registered, ...row }) => row),
    };
  } finally {
    await database.close();
  }
}

describe('octavo import', () => {
  test('creates a new site, and prints its password once and a summary', async () => {
    const first = await octavo('import', small, '--data', data('new'));
    assert.equal(first.stderr, '');
    assert.equal(first.status, 0);
    assert.match(first.stdout, /^Created the administrator admin with the password \w{20} \(shown only once\)\.$/m);
    assert.match(first.stdout, /^posts +11 +0 +0$/m);
    assert.match(first.stdout, /^The title of the site is now “Harbour Almanac”\.$/m);
    assert.doesNotMatch(first.stdout, /example post|earlier import/, 'a site created by an import has no example post');
    assert.doesNotMatch(first.stdout, /was new/);
    const second = await octavo('import', small, '--data', data('new'));
    assert.doesNotMatch(second.stdout, /password/);
    assert.match(second.stdout, /^Nothing in this file was new\.$/m);
    assert.match(second.stdout, /^posts +0 +11 +0$/m);
  });

  test('prints the same summary in a dry run, which changes nothing', async () => {
    const missing = await octavo('import', small, '--dry-run', '--data', data('no-site'));
    assert.deepEqual([missing.status, existsSync(path.join(data('no-site'), 'octavo.sqlite'))], [2, false]);
    assert.match(missing.stderr, /No database/);
    await writeFile(data('one.xml'), exportOf(itemOf(1, { title: 'One', post_name: 'one' })));
    await octavo('import', data('one.xml'), '--data', data('dry'));
    const before = await contentOf('dry');
    const dryRun = await octavo('import', small, '--dry-run', '--fetch-attachments', '--data', data('dry'));
    assert.deepEqual([dryRun.status, dryRun.stderr], [0, '']);
    assert.deepEqual(await contentOf('dry'), before);
    const { stdout } = await octavo('import', small, '--data', data('dry'));
    assert.equal(dryRun.stdout, stdout);
    assert.match(stdout, /^posts +11 +0 +0$/m);
  });

  test('assigns the entries of authors to the users given with --author', async () => {
    const { stdout, status } = await octavo(
      'import',
      small,
      '--author',
      'ida=admin',
      '--author=tobias=admin',
      '--data',
      data('authors'),
    );
    assert.equal(status, 0);
    assert.match(stdout, /ida → admin \(set with --author\)\n {2}tobias → admin \(set with --author\)/);
  });

  test('reports invalid arguments in one sentence and creates nothing', async () => {
    for (const [args, sentence] of [
      [[], /^Usage: octavo import FILE/],
      [[data('none.xml')], /^No such file: .*none\.xml\.$/m],
      [[folder], /is a folder, not a file\.$/m],
      [
        [small, '--author', 'ida'],
        /^The option --author must have the form FILE_USERNAME=SITE_USERNAME, not "ida"\.$/m,
      ],
    ] as const) {
      const { status, stdout, stderr } = await octavo('import', ...args, '--data', data('untouched'));
      assert.deepEqual([status, stdout], [args.length === 0 ? 2 : 1, ''], String(sentence));
      assert.match(stderr, sentence);
      assert.equal(stderr.trim().split('\n').length, 1);
    }
    await assert.rejects(contentOf('untouched'), 'no data folder was created');
    const nobody = await octavo('import', small, '--author', 'ida=nobody', '--data', data('nobody'));
    assert.equal(nobody.status, 1);
    assert.match(nobody.stderr, /^The author "ida" cannot be assigned to "nobody": no user with this username\.$/m);
  });

  test('keeps the records before an error in the file and reports how to resume', async () => {
    const whole = exportOf(itemOf(1, { title: 'One', post_name: 'one' }), itemOf(2, { title: 'Two' }));
    for (const [name, text, sentence] of [
      [
        'truncated',
        whole.slice(0, whole.indexOf('Two')),
        /; imported so far: posts 1; run the command again to resume\.$/m,
      ],
      ['malformed', whole.replace('Two', 'Two]]></title></oops>'), /; imported so far: posts 1; run/],
      ['text', 'just some words', /; nothing was imported\.$/m],
      [
        'feed',
        '<rss><channel><title>News</title><item><title>A</title></item></channel></rss>',
        /an ordinary RSS feed/,
      ],
      ['doctype', `<!DOCTYPE rss [<!ENTITY a "b">]>${whole}`, /contains a DOCTYPE declaration/],
      ['empty', '', /; nothing was imported\.$/m],
    ] as const) {
      const file = data(`${name}.xml`);
      await writeFile(file, text);
      const { status, stderr } = await octavo('import', file, '--data', data(name));
      assert.equal(status, 1, name);
      assert.match(stderr, sentence);
      assert.equal(stderr.trim().split('\n').length, 1);
    }
    for (const name of ['text', 'feed', 'doctype', 'empty'])
      assert.equal(existsSync(data(name)), false, `no site was created for the file ${name}`);
    await writeFile(data('truncated.xml'), whole);
    const again = await octavo('import', data('truncated.xml'), '--data', data('truncated'));
    assert.match(again.stdout, /^posts +1 +1 +0$/m);
  });

  test('has the same result after being killed and run again', async () => {
    const page = (n: number) =>
      itemOf(n, {
        post_type: 'page',
        title: `Page ${n}`,
        post_name: `page-${n}x`,
        post_parent: n % 7 === 0 ? n + 300 : 0,
        guid: `urn:${n}`,
        content: 'words '.repeat(400),
        creator: `author${n % 5}`,
      });
    const file = data('long.xml');
    // Five batches, and enough records for updates of the planner statistics.
    await writeFile(file, exportOf(...Array.from({ length: 1100 }, (_, n) => page(n + 1))));
    assert.equal((await octavo('import', file, '--data', data('whole'))).status, 0);
    let killed = 0;
    for (const committed of [1, 300, 600]) {
      const child = spawn(process.execPath, [main, 'import', file, '--data', data('killed')], { stdio: 'ignore' });
      const ended = once(child, 'exit');
      while (child.exitCode === null && countPages('killed') < committed) await pause(5);
      child.kill('SIGKILL');
      const [, signal] = await ended;
      if (signal === 'SIGKILL') killed += 1;
    }
    assert.ok(killed > 0, 'at least one run was killed before its end');
    const { status, stderr } = spawnSync(process.execPath, [main, 'import', file, '--data', data('killed')], {
      encoding: 'utf8',
    });
    assert.deepEqual([status, stderr], [0, '']);
    assert.deepEqual(await contentOf('killed'), await contentOf('whole'));
  });
});
