// Tests that the sites of released versions can be upgraded: no data is lost, responses have the same content as before, and
// users can continue to work.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { type Body, Client } from '../../scripts/upgrade-fixture/client.ts';
import { toSavedResponse } from '../../scripts/upgrade-fixture/responses.ts';
import { runCommand } from '../commands/in-process.ts';
import { assertConsistent } from '../faults/consistency.ts';
import { testServerUrl } from '../faults/postgres-server.ts';
import { type Service, startService } from '../faults/service-process.ts';
import {
  type Engine,
  engines,
  fixtureVersions,
  locationOptions,
  readSavedSite,
  restoreBackupOfVersion,
  restoreVersion,
  type SavedSite,
  type TestInstallation,
  versionsToMigrate,
} from './fixtures.ts';

/** Tables whose number of rows may change before the service starts. */
interface Tables {
  /** Tables that may have more rows than the saved site. */
  readonly growing: readonly string[];
  /** Tables that may have lost their rows. */
  readonly lost: readonly string[];
}

/**
 * Tables that migrations change. Each migration is recorded in a row, and one migration has replaced the search index with
 * another one, whose rows cannot be counted.
 */
const afterMigration: Tables = { growing: ['migrations', 'extension_migrations'], lost: ['entry_search'] };

/** Tables that a restore changes. The restore is recorded, and backups contain no installation-specific or short-lived data. */
const afterRestore: Tables = {
  growing: [...afterMigration.growing, 'audit_log', 'events'],
  lost: [...afterMigration.lost, 'jobs', 'mails', 'sessions', 'password_resets', 'edit_locks', 'fetched'],
};

it('there are fixtures of released versions', () => {
  assert.ok(fixtureVersions.includes('0.1'));
  assert.ok(versionsToMigrate.includes('0.1'));
});

for (const version of fixtureVersions)
  for (const engine of engines) {
    const skip = engine === 'postgres' && !testServerUrl ? 'OCTAVO_TEST_POSTGRES is not set' : false;
    describe(`data of version ${version} on ${engine}`, { skip }, () => {
      testUpgrade(engine, readSavedSite(version, engine), () => restoreVersion(version, engine), afterMigration);
    });
    describe(`a backup of version ${version}, restored on ${engine}`, { skip }, () => {
      // Backups are independent of the engine; the fixture is a backup of the SQLite site, whose search index is a
      // table.
      const saved = readSavedSite(version, 'sqlite');
      const { rows: tables } = readSavedSite(version, engine);
      const rows = Object.fromEntries(Object.entries(saved.rows).filter(([table]) => table in tables));
      testUpgrade(engine, { ...saved, rows }, () => restoreBackupOfVersion(version, engine), afterRestore);
    });
  }

/** Audit actions that migration 18 renames. */
const renamedActions: Readonly<Record<string, string>> = {
  'backup-made': 'backup-created',
  'settings-changed': 'settings-updated',
  'webhook-changed': 'webhook-updated',
  'webhook-switched-off': 'webhook-disabled',
};

/** Returns a saved response with the current names of audit actions. */
const withCurrentActions = (response: unknown): unknown =>
  JSON.parse(JSON.stringify(response), (key, value) => (key === 'action' ? (renamedActions[value] ?? value) : value));

function testUpgrade(
  engine: Engine,
  saved: SavedSite,
  open: () => Promise<TestInstallation>,
  { growing, lost }: Tables,
): void {
  let place: TestInstallation;
  let service: Service;
  let anonymous: Client;
  const asUser = (login: string) => anonymous.as(login, saved.applicationPasswords[login] ?? '');
  before(async () => {
    place = await open();
  });
  after(() => place.drop());

  it('is migrated without losing a row', async () => {
    await runCommand(['migrate', ...locationOptions(place)]);
    await place.query(async (query) => {
      for (const [table, count] of Object.entries(saved.rows)) {
        if (lost.includes(table)) continue;
        const [row] = await query(`select count(*) as n from ${table}`);
        if (growing.includes(table)) assert.ok(Number(row?.n) >= count, table);
        else assert.equal(Number(row?.n), count, table);
      }
    });
  });

  it('is accepted by the current version of the service', async () => {
    // With the default retention time of the audit log, records older than a year would be deleted.
    service = await startService({ ...place, options: ['--home', saved.home, '--audit-days', '0'] });
    anonymous = new Client(`${service.origin}/rest`);
  });

  it('returns the same responses', async () => {
    const requests = Object.keys(saved.responses);
    assert.ok(requests.length > 50);
    for (const request of requests) {
      const [login = '', method = '', path = ''] = request.split(' ');
      const response = toSavedResponse(await (login === '-' ? anonymous : asUser(login)).send(method, path));
      assertContains(response, withCurrentActions(saved.responses[request]), request);
    }
  });

  it('lets users sign in with their passwords, and rejects wrong ones', async () => {
    const signIn = async (log: string, pwd: string) => {
      const body = new URLSearchParams({ log, pwd });
      return (await fetch(`${service.origin}/wp-login.php`, { method: 'POST', body, redirect: 'manual' })).status;
    };
    for (const login of ['admin', 'editor-1', 'subscriber-1'])
      assert.equal(await signIn(login, saved.passwords[login] ?? ''), 303, login);
    assert.equal(await signIn('editor-1', 'wrong'), 401);
    assert.equal((await anonymous.as('editor-1', 'wrong').send('GET', '/cms/v2/users/me')).status, 401);
  });

  it('accepts new entries, whose IDs are higher than all others', async () => {
    const editor = asUser('editor-1');
    const totalBefore = await totalOfPosts(anonymous);
    const [category] = await anonymous.get('/cms/v2/categories?slug=sea');
    const entry = { title: 'Written afterwards', content: 'Upgraded words.', categories: [category.id] };
    const { id } = await editor.create('/cms/v2/posts', { ...entry, status: 'publish' });
    const maxId = await place.query(async (query) => {
      const [row] = await query('select max(id) as id from (select id from entries union select id from revisions) x');
      return Number(row?.id);
    });
    assert.equal(id, maxId);
    assert.equal((await anonymous.get(`/cms/v2/posts/${id}`)).title.rendered, entry.title);
    assert.equal(await totalOfPosts(anonymous), totalBefore + 1);
    assert.equal((await anonymous.get(`/cms/v2/categories/${category.id}`)).count, category.count + 1);
    assert.deepEqual(idsOf(await anonymous.get('/cms/v2/posts?search=upgraded')), [id]);
  });

  it('changes existing entries, and stores revisions', async () => {
    const editor = asUser('editor-1');
    const [post] = await editor.get('/cms/v2/posts?slug=revised&context=edit');
    const revisions = await editor.get(`/cms/v2/posts/${post.id}/revisions?context=edit`);
    const changed = await editor.update(`/cms/v2/posts/${post.id}`, { content: 'Changed afterwards.' });
    const { content: _content, modified: _modified, modified_gmt: _gmt, _links, ...rest } = post;
    assertContains(changed, rest, 'the changed post');
    const now = await editor.get(`/cms/v2/posts/${post.id}/revisions?context=edit`);
    assert.deepEqual(idsOf(now).slice(1), idsOf(revisions));
    assert.equal(now[0].content.raw, 'Changed afterwards.');
    assertContains(now.slice(1), revisions, 'the existing revisions');
  });

  it('restores entries from the trash with their previous slugs', async () => {
    const [trashed] = await asUser('editor-2').get('/cms/v2/posts?status=trash&slug=trashed__trashed');
    const restored = await asUser('editor-2').update(`/cms/v2/posts/${trashed.id}`, { status: 'publish' });
    assert.deepEqual([restored.status, restored.slug], ['publish', 'trashed']);
  });

  it('returns protected entries with the right password', async () => {
    const [post] = await anonymous.get('/cms/v2/posts?slug=protected');
    assert.deepEqual([post.content.protected, post.content.rendered], [true, '']);
    const opened = await anonymous.get(`/cms/v2/posts/${post.id}?password=open%20sesame`);
    assert.match(opened.content.rendered, /Words of a post/);
  });

  it('accepts comments, media and submissions', async () => {
    const [post] = await anonymous.get('/cms/v2/posts?slug=revised');
    const comment = await asUser('subscriber-1').create('/cms/v2/comments', { post: post.id, content: 'Afterwards.' });
    assert.equal((await asUser('editor-1').get(`/cms/v2/comments/${comment.id}`)).post, post.id);
    const image = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#369' } })
      .png()
      .toBuffer();
    const media = await asUser('author-1').upload('afterwards.png', image, 'image/png');
    const { sizes } = media.media_details;
    assert.deepEqual(Object.keys(sizes).sort(), ['full', 'medium', 'thumbnail']);
    assert.equal((await anonymous.send('GET', `/..${new URL(sizes.medium.source_url).pathname}`)).status, 200);
    const [form] = await asUser('admin').get('/cms/v2/forms?slug=contact');
    const submissions = `/cmsforms/v1/forms/${form.id}/submissions`;
    const values = { email: 'ann@visitor.example', terms: true };
    await anonymous.create(submissions, { values });
    assert.equal((await asUser('admin').get(submissions)).length, 3);
  });

  it('is consistent, and stops cleanly', async () => {
    assert.equal((await service.end('SIGTERM')).exit, 0, service.log());
    assert.doesNotMatch(service.log(), /"err":/);
    await place.query((query) => assertConsistent(query, engine));
  });
}

const idsOf = (records: readonly Body[]): number[] => records.map(({ id }) => id);

const totalOfPosts = async (client: Client): Promise<number> =>
  Number((await client.send('GET', '/cms/v2/posts')).headers.get('x-cms-total'));

/**
 * Asserts that a value contains all values that an older version returned. Objects may have more properties, because later
 * versions add fields and links. Lists must have the same items in the same order.
 */
function assertContains(actual: unknown, expected: unknown, location: string): void {
  if (Array.isArray(expected)) {
    assert.ok(Array.isArray(actual), location);
    assert.equal(actual.length, expected.length, `the length of ${location}`);
    for (const [at, item] of expected.entries()) assertContains(actual[at], item, `${location}[${at}]`);
  } else if (typeof expected === 'object' && expected !== null) {
    assert.ok(typeof actual === 'object' && actual !== null, location);
    const properties: Record<string, unknown> = { ...actual };
    for (const [name, value] of Object.entries(expected))
      if (!isErrorMessage(name, expected) && !isGeneratedLabel(value, location)) {
        assertContains(properties[name], value, `${location}.${name}`);
      }
  } else assert.deepEqual(actual, expected, location);
}

/** Whether a property is an error message. Messages may change, unlike error codes and statuses. */
const isErrorMessage = (name: string, object: object): boolean =>
  (name === 'message' && 'code' in object) || (name === 'params' && 'details' in object);

/** Whether a value is a label of a content type or taxonomy. Generated labels may change. */
const isGeneratedLabel = (value: unknown, location: string): boolean =>
  typeof value === 'string' && location.endsWith('.labels');
