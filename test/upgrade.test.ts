// Sites of released versions are opened by this one: nothing is lost, everything is answered as before, and users go on.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { savedAnswer } from '../scripts/upgrade-fixture/answers.ts';
import { type Body, Client } from '../scripts/upgrade-fixture/client.ts';
import { testServer } from './faults/postgres-server.ts';
import { runCommand, type Service, startService } from './faults/service-process.ts';
import { assertSound } from './faults/stored.ts';
import {
  type Engine,
  engines,
  fixtureVersions,
  type Place,
  placeOfBackup,
  placeOfVersion,
  type SavedSite,
  savedSite,
} from './upgrade-fixtures.ts';

/** Tables whose number of rows may change before the site is served. */
interface Tables {
  /** They may have more rows than were saved. */
  readonly grown: readonly string[];
  /** They are not expected to have any of the saved rows. */
  readonly left: readonly string[];
}

/** Every migration that runs is recorded; one replaced the search index by one whose rows cannot be counted. */
const afterMigration: Tables = { grown: ['migrations', 'extension_migrations'], left: ['entry_search'] };

/** Restoring is recorded; what belongs to an installation, and what is short-lived, is in no backup. */
const afterRestore: Tables = {
  grown: [...afterMigration.grown, 'audit_log', 'events'],
  left: [...afterMigration.left, 'jobs', 'mails', 'sessions', 'password_resets', 'fetched'],
};

it('there are fixtures of released versions', () => assert.ok(fixtureVersions.includes('0.1')));

for (const version of fixtureVersions)
  for (const engine of engines) {
    const skip = engine === 'postgres' && !testServer ? 'OCTAVO_TEST_POSTGRES names no server' : false;
    describe(`data of version ${version} on ${engine}`, { skip }, () => {
      testUpgrade(engine, savedSite(version, engine), () => placeOfVersion(version, engine), afterMigration);
    });
    describe(`a backup of version ${version}, restored on ${engine}`, { skip }, () => {
      // Backups are independent of the engine; the fixture's is one of the SQLite site, whose search index is a table.
      const saved = savedSite(version, 'sqlite');
      const { rows: tables } = savedSite(version, engine);
      const rows = Object.fromEntries(Object.entries(saved.rows).filter(([table]) => table in tables));
      testUpgrade(engine, { ...saved, rows }, () => placeOfBackup(version, engine), afterRestore);
    });
  }

function testUpgrade(engine: Engine, saved: SavedSite, open: () => Promise<Place>, { grown, left }: Tables): void {
  let place: Place;
  let service: Service;
  let anonymous: Client;
  const as = (login: string) => anonymous.as(login, saved.applicationPasswords[login] ?? '');
  before(async () => {
    place = await open();
  });
  after(() => place.drop());

  it('is migrated without the loss of a row', async () => {
    await runCommand(['migrate'], place);
    await place.query(async (query) => {
      for (const [table, count] of Object.entries(saved.rows)) {
        if (left.includes(table)) continue;
        const [row] = await query(`select count(*) as n from ${table}`);
        if (grown.includes(table)) assert.ok(Number(row?.n) >= count, table);
        else assert.equal(Number(row?.n), count, table);
      }
    });
  });

  it('is served', async () => {
    // Without these days the audit log would lose what is older than a year.
    service = await startService({ ...place, options: ['--home', saved.home, '--audit-days', '0'] });
    anonymous = new Client(`${service.origin}/rest`);
  });

  it('answers as it did', async () => {
    const requests = Object.keys(saved.answers);
    assert.ok(requests.length > 50);
    for (const request of requests) {
      const [login = '', method = '', address = ''] = request.split(' ');
      const answer = savedAnswer(await (login === '-' ? anonymous : as(login)).send(method, address));
      assertContains(answer, saved.answers[request], request);
    }
  });

  it('lets users sign in with their passwords, and nobody with another one', async () => {
    const signIn = async (log: string, pwd: string) => {
      const body = new URLSearchParams({ log, pwd });
      return (await fetch(`${service.origin}/wp-login.php`, { method: 'POST', body, redirect: 'manual' })).status;
    };
    for (const login of ['admin', 'editor-1', 'subscriber-1'])
      assert.equal(await signIn(login, saved.passwords[login] ?? ''), 303, login);
    assert.equal(await signIn('editor-1', 'wrong'), 401);
    assert.equal((await anonymous.as('editor-1', 'wrong').send('GET', '/cms/v2/users/me')).status, 401);
  });

  it('takes new entries, whose IDs come after all others', async () => {
    const editor = as('editor-1');
    const totalBefore = await totalOfPosts(anonymous);
    const [category] = await anonymous.get('/cms/v2/categories?slug=sea');
    const written = { title: 'Written afterwards', content: 'Upgraded words.', categories: [category.id] };
    const { id } = await editor.create('/cms/v2/posts', { ...written, status: 'publish' });
    const largest = await place.query(async (query) => {
      const [row] = await query('select max(id) as id from (select id from entries union select id from revisions) x');
      return Number(row?.id);
    });
    assert.equal(id, largest);
    assert.equal((await anonymous.get(`/cms/v2/posts/${id}`)).title.rendered, written.title);
    assert.equal(await totalOfPosts(anonymous), totalBefore + 1);
    assert.equal((await anonymous.get(`/cms/v2/categories/${category.id}`)).count, category.count + 1);
    assert.deepEqual(idsOf(await anonymous.get('/cms/v2/posts?search=upgraded')), [id]);
  });

  it('changes old entries, and keeps what they were', async () => {
    const editor = as('editor-1');
    const [post] = await editor.get('/cms/v2/posts?slug=revised&context=edit');
    const revisions = await editor.get(`/cms/v2/posts/${post.id}/revisions?context=edit`);
    const changed = await editor.update(`/cms/v2/posts/${post.id}`, { content: 'Changed afterwards.' });
    const { content: _content, modified: _modified, modified_gmt: _gmt, _links, ...rest } = post;
    assertContains(changed, rest, 'the changed post');
    const now = await editor.get(`/cms/v2/posts/${post.id}/revisions?context=edit`);
    assert.deepEqual(idsOf(now).slice(1), idsOf(revisions));
    assert.equal(now[0].content.raw, 'Changed afterwards.');
    assertContains(now.slice(1), revisions, 'the revisions from before');
  });

  it('takes entries out of the trash, under their old slugs', async () => {
    const [trashed] = await as('editor-2').get('/cms/v2/posts?status=trash&slug=trashed__trashed');
    const back = await as('editor-2').update(`/cms/v2/posts/${trashed.id}`, { status: 'publish' });
    assert.deepEqual([back.status, back.slug], ['publish', 'trashed']);
  });

  it('shows protected entries to those who know the password', async () => {
    const [post] = await anonymous.get('/cms/v2/posts?slug=protected');
    assert.deepEqual([post.content.protected, post.content.rendered], [true, '']);
    const opened = await anonymous.get(`/cms/v2/posts/${post.id}?password=open%20sesame`);
    assert.match(opened.content.rendered, /Words of a post/);
  });

  it('takes comments, media and submissions', async () => {
    const [post] = await anonymous.get('/cms/v2/posts?slug=revised');
    const comment = await as('subscriber-1').create('/cms/v2/comments', { post: post.id, content: 'Afterwards.' });
    assert.equal((await as('editor-1').get(`/cms/v2/comments/${comment.id}`)).post, post.id);
    const image = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#369' } })
      .png()
      .toBuffer();
    const media = await as('author-1').upload('afterwards.png', image, 'image/png');
    const { sizes } = media.media_details;
    assert.deepEqual(Object.keys(sizes).sort(), ['full', 'medium', 'thumbnail']);
    assert.equal((await anonymous.send('GET', `/..${new URL(sizes.medium.source_url).pathname}`)).status, 200);
    const [form] = await as('admin').get('/cms/v2/forms?slug=contact');
    const submissions = `/cmsforms/v1/forms/${form.id}/submissions`;
    const values = { email: 'ann@visitor.example', terms: true };
    await anonymous.create(submissions, { values });
    assert.equal((await as('admin').get(submissions)).length, 3);
  });

  it('is sound, and stops cleanly', async () => {
    assert.equal((await service.end('SIGTERM')).how, 0, service.log());
    assert.doesNotMatch(service.log(), /"err":/);
    await place.query((query) => assertSound(query, engine));
  });
}

const idsOf = (records: readonly Body[]): number[] => records.map(({ id }) => id);

const totalOfPosts = async (client: Client): Promise<number> =>
  Number((await client.send('GET', '/cms/v2/posts')).headers.get('x-cms-total'));

/**
 * Fails unless a value has everything that an older version has answered. Objects may have further properties: later versions
 * add fields and links; lists have the same items in the same order.
 */
function assertContains(present: unknown, former: unknown, where: string): void {
  if (Array.isArray(former)) {
    assert.ok(Array.isArray(present), where);
    assert.equal(present.length, former.length, `the length of ${where}`);
    for (const [at, item] of former.entries()) assertContains(present[at], item, `${where}[${at}]`);
  } else if (typeof former === 'object' && former !== null) {
    assert.ok(typeof present === 'object' && present !== null, where);
    const properties: Record<string, unknown> = { ...present };
    for (const [name, value] of Object.entries(former)) assertContains(properties[name], value, `${where}.${name}`);
  } else assert.deepEqual(present, former, where);
}
