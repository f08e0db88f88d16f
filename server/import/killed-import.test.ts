import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describeEachEngine } from '../../test/engines.ts';
import { type Dump, dumpSite, withoutIds } from '../../test/import/dump-site.ts';
import { exportOf, inTerm, itemOf } from '../../test/import/records.ts';
import { type DatabaseLocation, openDatabase } from '../database/open.ts';
import { openReadOnly } from '../database/open-read-only.ts';
import { type Builder, statement } from '../database/statement.ts';

const main = fileURLToPath(new URL('../main.js', import.meta.url));

const countStatement = statement((q: Builder) =>
  q.selectFrom('comments').select((eb) => eb.fn.countAll<number>().as('n')),
);

const commentOf = (id: number) =>
  `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>Reader</wp:comment_author><wp:comment_date_gmt>2021-02-03 04:05:06</wp:comment_date_gmt><wp:comment_content>Comment ${id}</wp:comment_content><wp:comment_approved>1</wp:comment_approved></wp:comment>`;

const postCount = 2400;

/** Posts of which several have the same slug, with terms and comments. */
const posts = Array.from({ length: postCount }, (_, n) =>
  itemOf(
    n + 1,
    { title: `Post ${n}`, post_name: `post-${n % 900}x`, guid: `urn:${n}`, content: 'words '.repeat(200) },
    inTerm('category', `category-${n % 7}`, 'C') + inTerm('post_tag', `tag-${n % 400}`, 'T') + commentOf(n),
  ),
);

interface Site {
  readonly location: Exclude<DatabaseLocation, { kind: 'memory' }>;
  readonly options: readonly string[];
}

/** Returns the number of comments that are committed; 0 if there is no database or it has no tables yet. */
async function countComments({ location }: Site): Promise<number> {
  try {
    const database = await openReadOnly(location);
    try {
      return Number((await database.read.first(countStatement, {}))?.n ?? 0);
    } finally {
      await database.close();
    }
  } catch {
    return 0;
  }
}

/** Returns the data of a site without timestamps of creation, because these differ between imports. */
async function contentOf({ location }: Site): Promise<Dump> {
  const database = await openDatabase(location);
  try {
    const dump = withoutIds(await dumpSite(database.read));
    const entries = dump.entries.filter(({ guid }) => String(guid).startsWith('urn:'));
    assert.equal(entries.length, postCount);
    return { ...dump, entries, users: dump.users.map(({ registered: _registered, ...row }) => row) };
  } finally {
    await database.close();
  }
}

describeEachEngine('an import that is killed', (engine) => {
  let folder = '';
  let file = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-killed-import-'));
    file = path.join(folder, 'export.xml');
    await writeFile(file, exportOf(...posts));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const newSite = async (name: string): Promise<Site> => {
    const data = path.join(folder, name);
    if (engine.name !== 'postgres')
      return { location: { kind: 'sqlite', file: path.join(data, 'octavo.sqlite') }, options: ['--data', data] };
    const location = await engine.location();
    assert.ok(location.kind === 'postgres');
    return { location, options: ['--data', data, '--database', location.url] };
  };
  const importAll = ({ options }: Site) => {
    const { status, stderr } = spawnSync(process.execPath, [main, 'import', file, ...options], { encoding: 'utf8' });
    assert.deepEqual([status, stderr], [0, '']);
  };

  test('has committed whole posts with their comments, and the same result after it is run again', async () => {
    const whole = await newSite('whole');
    importAll(whole);
    const killed = await newSite('killed');
    let killCount = 0;
    for (let committed = 1; ; ) {
      const child = spawn(process.execPath, [main, 'import', file, ...killed.options], { stdio: 'ignore' });
      const ended = once(child, 'exit');
      while (child.exitCode === null && (await countComments(killed)) < committed) await pause(5);
      child.kill('SIGKILL');
      const [, signal] = await ended;
      if (signal !== 'SIGKILL') break;
      killCount += 1;
      committed = (await countComments(killed)) + 1;
      if (committed > postCount) break;
    }
    assert.ok(killCount > 0, 'at least one run was killed before its end');
    importAll(killed);
    assert.deepEqual(await contentOf(killed), await contentOf(whole));
  });
});
