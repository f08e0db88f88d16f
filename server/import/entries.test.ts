import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tags } from '../../contract/cms-v2/built-in-taxonomies.ts';
import { posts } from '../../contract/cms-v2/posts.ts';
import { Type } from '../../contract/grammar/schema.ts';
import { dumpSite } from '../../test/import/dump-site.ts';
import { importing, inTerm, itemOf, metaOf, newSite } from '../../test/import/records.ts';
import type { TestSite } from '../../test/import/site.ts';

/** Returns the rows of `entries`, keyed by title. */
async function entriesOf(site: TestSite): Promise<Map<unknown, Readonly<Record<string, unknown>>>> {
  return new Map((await dumpSite(site.database.read)).entries.map((row) => [row.title, row]));
}

describe('entries of an export', () => {
  test('keep text verbatim that the API would normalize', async () => {
    const site = await newSite();
    const content = '  <!-- wp:paragraph {"b":1,"a":2} -->\r\n<p onclick="x()">A</p>\n<!-- /wp:paragraph -->  ';
    await importing(site, itemOf(1, { title: '  spaced  ', content: content.replaceAll('\r', ''), excerpt: ' ' }));
    const row = (await entriesOf(site)).get('  spaced  ');
    assert.equal(row?.content, content.replaceAll('\r', ''));
    assert.equal(row?.excerpt, ' ');
  });

  test('are not added to menus with auto_add', async () => {
    const site = await newSite();
    const { id: menu } = await site.post('/cms/v2/menus', { name: 'Growing', auto_add: true });
    await importing(site, itemOf(1, { post_type: 'page', title: 'Imported' }));
    assert.deepEqual(await site.get(`/cms/v2/menu-items?menus=${menu}`), []);
    await site.post('/cms/v2/pages', { title: 'Created', status: 'publish' });
    assert.equal(await site.total(`/cms/v2/menu-items?menus=${menu}`), 1);
  });

  test('are skipped and reported when a field is too long or too expensive to render', async () => {
    const site = await newSite();
    const maxLength = 1024 * 1024;
    const report = await importing(
      site,
      itemOf(1, { title: 'Long', content: 'x'.repeat(maxLength) }),
      itemOf(2, { title: 'Too long', content: 'x'.repeat(maxLength + 1) }),
      itemOf(3, { title: 'Tags', excerpt: '<b>'.repeat(100_000) }),
      itemOf(4, { title: 'Short', content: 'x' }),
    );
    const rows = await entriesOf(site);
    assert.equal(rows.get('Long')?.content, 'x'.repeat(maxLength));
    assert.deepEqual(
      ['Too long', 'Tags', 'Short'].map((title) => rows.has(title)),
      [false, false, true],
    );
    assert.equal(report.counts.left.get('posts'), 2);
    const note = (text: string, entry: string) =>
      `posts skipped because their ${text} is too long or has too much markup (--max-text): ${entry}`;
    assert.equal(report.notes.get(note('content', '2 "Too long"')), 1);
    assert.equal(report.notes.get(note('excerpt', '3 "Tags"')), 1);
  });

  test('get a known status that matches their date, and are skipped when they were never saved', async () => {
    const site = await newSite();
    const report = await importing(
      site,
      itemOf(1, { title: 'Past', status: 'future' }),
      itemOf(2, { title: 'Ahead', post_date: '2030-01-01 00:00:00', post_date_gmt: '2030-01-01 00:00:00' }),
      itemOf(3, { title: 'Odd', status: 'wc-completed' }),
      itemOf(4, { title: 'Auto', status: 'auto-draft' }),
      itemOf(5, { title: 'Bin', status: 'trash', post_name: 'bin' }),
    );
    const rows = await entriesOf(site);
    const states = ['Past', 'Ahead', 'Odd', 'Auto', 'Bin'].map((title) => rows.get(title)?.status);
    assert.deepEqual(states, ['publish', 'future', 'draft', undefined, 'trash']);
    assert.deepEqual(
      [rows.get('Bin')?.slug, rows.get('Bin')?.slug_before_trash, rows.get('Bin')?.rights_status],
      ['bin__trashed', 'bin', 'draft'],
    );
    assert.equal(report.counts.left.get('posts'), 1);
    assert.equal(report.notes.get('entries with the unknown status "wc-completed" imported as drafts'), 1);
  });

  test('get a missing local or GMT date from the time zone of the site', async () => {
    const site = await newSite();
    await site.service.settings.set({ timezone: 'Europe/Berlin' });
    await importing(
      site,
      itemOf(1, { title: 'Site', post_date: '2020-07-01 12:00:00', post_date_gmt: '0000-00-00 00:00:00' }),
      itemOf(2, { title: 'GMT', post_date: '0000-00-00 00:00:00', post_date_gmt: '2020-01-01 12:00:00' }),
      itemOf(3, { title: 'None', post_date: '', post_date_gmt: '' }),
      itemOf(4, {
        title: 'Both',
        post_date: '2020-07-01 12:00:00',
        post_date_gmt: '2020-07-01 01:00:00',
        post_modified_gmt: '2021-01-01 00:00:00',
      }),
    );
    const rows = await entriesOf(site);
    const dates = (title: string) =>
      ['date', 'date_gmt', 'modified', 'modified_gmt'].map((name) => rows.get(title)?.[name]);
    assert.deepEqual(dates('Site'), [
      '2020-07-01T12:00:00',
      '2020-07-01T10:00:00',
      '2020-07-01T12:00:00',
      '2020-07-01T10:00:00',
    ]);
    assert.deepEqual(dates('GMT').slice(0, 2), ['2020-01-01T13:00:00', '2020-01-01T12:00:00']);
    assert.deepEqual(dates('None').slice(0, 2), ['2026-03-05T13:00:00', '2026-03-05T12:00:00']);
    assert.deepEqual(dates('Both'), [
      '2020-07-01T12:00:00',
      '2020-07-01T01:00:00',
      '2021-01-01T01:00:00',
      '2021-01-01T00:00:00',
    ]);
  });

  test('with a password are not sticky', async () => {
    const site = await newSite();
    await importing(
      site,
      itemOf(1, { title: 'Both', post_password: 'x', is_sticky: 1 }),
      itemOf(2, { title: 'Own', post_password: 'x', status: 'private' }),
    );
    const rows = await entriesOf(site);
    assert.deepEqual([rows.get('Both')?.sticky, rows.get('Both')?.password, rows.get('Own')?.password], [0, 'x', '']);
  });

  test('keep percent-encoded slugs in lower case and other slugs unchanged', async () => {
    const site = await newSite();
    await importing(
      site,
      itemOf(1, { title: 'A', post_name: '%CE%B5%CF%80' }),
      itemOf(2, { title: 'B', post_name: 'under_score' }),
      itemOf(3, { title: 'No slug' }),
    );
    const slugs = [...(await entriesOf(site)).values()].map((row) => row.slug);
    assert.deepEqual(slugs.sort(), [
      '%ce%b5%cf%80',
      'global-styles-quarto',
      'hello',
      'navigation',
      'no-slug',
      'under_score',
    ]);
  });

  test('with duplicate IDs or without an ID are each imported once', async () => {
    const site = await newSite();
    const records = [
      itemOf(7, { title: 'First', guid: 'urn:a' }),
      itemOf(7, { title: 'Second', guid: 'urn:b' }),
      itemOf(0, { title: 'Third', guid: 'urn:c' }),
      itemOf(0, { title: 'Fourth' }),
    ];
    await importing(site, ...records);
    const report = await importing(site, ...records);
    assert.equal(report.counts.there.get('posts'), 4);
    assert.deepEqual([...(await entriesOf(site)).keys()].sort(), [
      'Custom Styles',
      'First',
      'Fourth',
      'Hello',
      'Navigation',
      'Second',
      'Third',
    ]);
  });

  test('with a cycle of parents or a missing parent are placed at the top level', async () => {
    const site = await newSite();
    const page = (id: number, parent: number) =>
      itemOf(id, { post_type: 'page', title: `P${id}`, post_name: `p-${id}`, post_parent: parent });
    const report = await importing(site, page(1, 2), page(2, 3), page(3, 1), page(4, 99), page(5, 5));
    const paths = [...(await entriesOf(site)).values()].filter((row) => row.type === 'page').map((row) => row.path);
    assert.deepEqual(paths.sort(), ['p-2', 'p-2/p-1', 'p-2/p-1/p-3', 'p-4', 'p-5']);
    assert.equal(report.notes.get('pages placed at the top level because their parents are not in the file'), 1);
    assert.equal(report.notes.get('pages placed at the top level because they would be their own ancestors'), 1);
    const again = await importing(site, page(4, 99));
    assert.deepEqual(again.notes.entries(), [
      ['pages placed at the top level because their parents are not in the file', 1],
    ]);
    await importing(site, page(99, 0));
    assert.equal((await entriesOf(site)).get('P4')?.path, 'p-99/p-4', 'the parent is imported from another file');
  });

  test('of a custom content type are imported with its meta fields', async () => {
    const recipe = {
      ...posts,
      name: 'recipe',
      restBase: 'recipes',
      noun: { one: 'recipe', many: 'recipes' },
      taxonomies: ['course'],
      meta: { minutes: Type.Integer({ description: '', filterable: true }), note: Type.String({ description: '' }) },
    };
    const course = {
      ...tags,
      name: 'course',
      restBase: 'courses',
      noun: { one: 'course', many: 'courses' },
      types: ['recipe'],
    };
    const site = await newSite({ types: [recipe], taxonomies: [course] });
    const report = await importing(
      site,
      itemOf(
        1,
        { post_type: 'recipe', title: 'Soup' },
        inTerm('course', 'starter', 'Starter') + inTerm('category', 'x', 'X') + metaOf('minutes', '20'),
      ),
      itemOf(2, { post_type: 'recipe', title: 'Bread' }, metaOf('minutes', 'many') + metaOf('note', 'warm')),
    );
    const rows = await entriesOf(site);
    assert.deepEqual([rows.get('Soup')?.meta, rows.get('Bread')?.meta], ['{"minutes":20}', '{"note":"warm"}']);
    assert.equal(await site.total('/cms/v2/recipes?meta[minutes][after]=10'), 1);
    assert.equal(await site.total('/cms/v2/recipes?orderby=meta.minutes'), 2);
    assert.equal(report.counts.imported.get('courses'), 1);
    assert.equal(report.notes.get('values of the meta field minutes skipped because they are invalid'), 1);
    assert.equal(
      report.notes.get(
        'recipes imported without their category terms, because they do not have this taxonomy on this site',
      ),
      1,
    );
  });
});
