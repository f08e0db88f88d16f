import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { openTestSite, smallExport, streamOf, type TestSite } from '../../test/import/site.ts';
import { verifyPassword } from '../access/secrets.ts';
import { findTerms } from '../cms-v2/terms/store.ts';
import { statement } from '../database/statement.ts';
import { importSite } from './import-site.ts';
import type { Report } from './report.ts';
import { summaryOf } from './summary.ts';

type Json = Readonly<Record<string, unknown>>;

const stored = statement((q) => q.selectFrom('entries').selectAll());
const counts = statement((q) => q.selectFrom('entry_counts').selectAll().where('author', '=', -1).where('n', '<>', 0));
const users = statement((q) => q.selectFrom('users').selectAll().orderBy('id'));

describeEachEngine('the small export, imported', (engine) => {
  let site: TestSite;
  let report: Report;
  const imported = async () => {
    if (site) return;
    site = await openTestSite(await engine.open());
    report = await importSite(site, streamOf(await smallExport()));
  };
  const entry = async (title: string, type = 'posts'): Promise<Json> => {
    await imported();
    const address = `/cms/v2/${type}?context=edit&per_page=100&status=publish,future,draft,pending,private,trash`;
    const list = (await site.get(address)) as Json[];
    const found = list.find((each) => (each.title as Json).raw === title);
    assert.ok(found, `${title} is there`);
    return found;
  };
  const row = async (title: string) => {
    await imported();
    return (await site.database.read.all(stored, {})).find((each) => each.title === title);
  };
  const slugs = async (rest: string, ids: unknown) => {
    const terms = (await site.get(`/cms/v2/${rest}?include=${(ids as number[]).join(',')}&orderby=slug`)) as Json[];
    return terms.map((term) => term.slug);
  };

  test('keeps text, slug, guid and dates of a published post verbatim', async () => {
    const post = await entry('First light');
    assert.equal(
      (post.content as Json).raw,
      'The lamp was lit at <strong>five</strong> this morning.\n\n<!--more-->\n\n  The keeper\'s note reads: "a[b[0]]>1 & all is well".\n',
    );
    assert.equal((post.excerpt as Json).raw, 'A lamp, early.');
    assert.equal(post.slug, 'first-light');
    assert.equal(post.status, 'publish');
    assert.equal((post.guid as Json).raw, 'https://almanac.example.org/?p=101');
    assert.equal(post.date, '2026-01-05T10:30:00');
    assert.equal(post.date_gmt, '2026-01-05T09:30:00');
    assert.equal(post.modified, '2026-01-06T11:00:00');
    assert.equal(post.modified_gmt, '2026-01-06T11:00:00');
    assert.equal(post.comment_status, 'open');
    assert.equal(post.ping_status, 'closed');
    assert.equal(post.link, 'https://site.example/first-light/');
  });

  test('renders and indexes content like that of other entries', async () => {
    const post = await entry('First light');
    assert.match(
      String((post.content as Json).rendered),
      /^<p>The lamp was lit at <strong>five<\/strong> this morning\.<\/p>/,
    );
    const found = (await site.get('/cms/v2/posts?search=barometer')) as Json[];
    assert.deepEqual(
      found.map((each) => each.slug),
      ['for-members-only'],
    );
  });

  test('gives a second post with the same slug the next free slug', async () => {
    assert.equal((await entry('First light, second telling')).slug, 'first-light-2');
  });

  test('keeps every status', async () => {
    for (const [title, status] of [
      ['Notes on gulls', 'draft'],
      ['A letter to the editor', 'pending'],
      ['The keeper’s accounts', 'private'],
      ['The centenary', 'future'],
      ['An old rumour', 'trash'],
    ] as const) {
      assert.equal((await entry(title)).status, status, title);
    }
  });

  test('keeps the date of a draft without a GMT date floating, and leaves it without a slug', async () => {
    const stored = await row('Notes on gulls');
    assert.equal(stored?.date, '2026-02-01T08:00:00');
    assert.equal(stored?.date_gmt, null);
    assert.equal(stored?.slug, '');
  });

  test('stores the previous status and slug of a trashed entry', async () => {
    const trashed = await row('An old rumour');
    assert.equal(trashed?.slug, 'an-old-rumour__trashed');
    assert.equal(trashed?.slug_before_trash, 'an-old-rumour');
    assert.equal(trashed?.rights_status, 'publish');
  });

  test('imports stickiness, formats, passwords and closed discussions', async () => {
    const fog = await entry('');
    assert.deepEqual([fog.sticky, fog.format, fog.slug], [true, 'aside', 'fog-again']);
    const pilot = await entry('What the pilot said');
    assert.deepEqual([pilot.sticky, pilot.format], [true, 'quote']);
    const protectedPost = await entry('For members only');
    assert.deepEqual(
      [protectedPost.password, protectedPost.comment_status, protectedPost.sticky],
      ['b4rom eter&<', 'closed', false],
    );
  });

  test('imports footnotes as a declared meta field', async () => {
    const { meta } = await entry('How to splice a rope');
    assert.deepEqual(meta, { footnotes: '[{"content":"Three of them, as a rule.","id":"f1"}]' });
  });

  test('sets the parents of pages, even when a parent follows in the file', async () => {
    const harbour = await entry('The harbour', 'pages');
    const pilots = await entry('The pilots', 'pages');
    const rota = await entry('The night rota', 'pages');
    assert.deepEqual([harbour.parent, pilots.parent, rota.parent], [0, harbour.id, pilots.id]);
    assert.deepEqual([harbour.menu_order, pilots.menu_order, rota.menu_order], [1, 2, -1]);
    assert.equal(rota.link, 'https://site.example/the-harbour/the-pilots/the-night-rota/');
    const tides = await entry('Tide tables', 'pages');
    assert.equal(tides.parent, (await entry('Tables', 'pages')).id);
    assert.equal(tides.link, 'https://site.example/tables/tide-tables/');
    assert.equal(tides.slug, 'tide-tables');
  });

  test('keeps the template of a page', async () => {
    assert.equal((await entry('The harbour', 'pages')).template, 'wide.php');
    assert.equal((await entry('The pilots', 'pages')).template, '');
  });

  test('assigns terms, and the default category to posts without a category', async () => {
    const post = await entry('First light');
    assert.deepEqual(await slugs('categories', post.categories), ['north-quay', 'places']);
    assert.deepEqual(await slugs('tags', post.tags), ['%e7%81%af%e5%8f%b0', 'oster-vind']);
    const letter = await entry('A letter to the editor');
    assert.deepEqual(await slugs('categories', letter.categories), ['uncategorized']);
  });

  test('creates categories with names, descriptions and parents, even when a parent follows in the file', async () => {
    await imported();
    const list = (await site.get('/cms/v2/categories?per_page=100&context=edit')) as Json[];
    const of = (slug: string) => list.find((term) => term.slug === slug);
    assert.equal(of('odds-and-ends')?.name, 'Odds &amp; ends');
    assert.equal(of('places')?.description, 'Where things <em>happen</em>.\nMostly near water.');
    assert.equal(of('harbours')?.parent, of('places')?.id);
    assert.equal(of('north-quay')?.parent, of('harbours')?.id);
    const shape = { filters: ['slugs'], orderby: 'id', order: 'asc' } as const;
    const [quay] = await findTerms(site.database.read, shape, {
      taxonomy: 'category',
      slugs: ['north-quay'],
      limit: 1,
      offset: 0,
    });
    assert.equal(quay?.path, 'places/harbours/north-quay');
  });

  test('counts published entries per term', async () => {
    await imported();
    const list = (await site.get('/cms/v2/categories?per_page=100')) as Json[];
    const counted = Object.fromEntries(list.map((term) => [term.slug, term.count]));
    assert.deepEqual(counted, { uncategorized: 2, places: 2, harbours: 1, 'north-quay': 2, 'odds-and-ends': 1 });
    const tags = (await site.get('/cms/v2/tags?per_page=100')) as Json[];
    assert.deepEqual(
      tags.map((tag) => [tag.name, tag.count]),
      [
        ['Knots 🪢', 1],
        ['Øster vind', 1],
        ['灯台', 1],
      ],
    );
  });

  test('counts entries per status', async () => {
    await imported();
    const counted = (await site.database.read.all(counts, {})).map(({ type, status, n }) => `${type} ${status} ${n}`);
    assert.deepEqual(counted.sort(), [
      'attachment inherit 1',
      'cms_global_styles publish 1',
      'cms_navigation publish 1',
      'nav_menu_item publish 1',
      'page publish 5',
      'post draft 1',
      'post future 1',
      'post pending 1',
      'post private 1',
      'post publish 7',
      'post trash 1',
    ]);
  });

  test('creates users for authors with a random password', async () => {
    await imported();
    const [, ida, tobias] = await site.database.read.all(users, {});
    assert.deepEqual(
      [ida?.login, ida?.email, ida?.name, ida?.first_name, ida?.last_name, ida?.slug],
      ['ida', 'ida@example.org', 'Ida Quill', 'Ida', 'Quill', 'ida'],
    );
    assert.equal(tobias?.name, 'Tobias Fenn &amp; Sons');
    assert.match(ida?.password_hash ?? '', /^\$argon2id\$/);
    assert.equal(await verifyPassword('', ida?.password_hash ?? ''), false);
    const presented = (await site.get('/cms/v2/users?context=edit&search=ida')) as Json[];
    assert.deepEqual(
      presented.map((user) => [user.username, user.roles]),
      [['ida', ['author']]],
    );
    assert.equal((await entry('First light')).author, ida?.id);
    assert.equal((await entry('What the pilot said')).author, tobias?.id);
  });

  test('reports the imported and skipped records', async () => {
    await imported();
    const summary = summaryOf(report);
    for (const line of [
      /^ +imported +already there +skipped$/m,
      /^authors +2 +0 +0$/m,
      /^categories +4 +0 +0$/m,
      /^tags +3 +0 +0$/m,
      /^posts +11 +0 +0$/m,
      /^pages +5 +0 +0$/m,
      /^comments +3 +0 +0$/m,
      /^files +1 +0 +0$/m,
      /^menus +1 +0 +0$/m,
      /^menu items +1 +0 +0$/m,
      /^entries of the type "lighthouse_log" +0 +0 +1$/m,
      /^terms of lamp_kind +0 +0 +1$/m,
      /^ {2}ida → ida \(created\)$/m,
      /^Skipped meta fields that are not declared: keeper_mood \(2\), map_colour \(1\), _edit_last \(1\)\.$/m,
    ]) {
      assert.match(summary, line);
    }
  });
});
