// Tests that the URLs of an imported site redirect to the new ones, on every database engine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { importing, inTerm, itemOf, metaOf } from '../../test/import/records.ts';
import { openTestSite, type TestSite } from '../../test/import/site.ts';
import { type Slots, statement } from '../database/statement.ts';

const link = (url: string) => `<link>${url}</link>`;
const old = 'https://old.example';

const entryIdStatement = statement((q, p: Slots<{ slug: string }>) =>
  q.selectFrom('entries').select('id').where('slug', '=', p.slug),
);
const setFileStatement = statement((q, p: Slots<{ id: number; file: string }>) =>
  q.updateTable('media').set({ file: p.file }).where('entry_id', '=', p.id),
);
const oldPathsStatement = statement((q) => q.selectFrom('old_paths').select('path').orderBy('path'));

describeEachEngine('URLs of an imported site', (engine) => {
  const redirectOf = async (site: TestSite, address: string) => {
    const response = await site.service.servePage({
      ...{ method: 'GET', address, isBrowser: true, roots: [], from: '192.0.2.1' },
      ...{ cookie: undefined, fields: new URLSearchParams() },
    });
    return response?.status === 301 ? response.headers.Location?.replace('https://site.example', '') : response?.status;
  };
  const idOf = async (site: TestSite, path: string, slug: string): Promise<number> => {
    const found = await site.get(`/cms/v2/${path}?slug=${slug}`);
    assert.ok(Array.isArray(found) && found.length === 1, `${path} ${slug}`);
    return found[0].id;
  };

  test('redirect to the new URLs', async () => {
    const site = await openTestSite(await engine.open());
    const report = await importing(
      site,
      itemOf(
        501,
        { title: 'A', post_name: 'one', guid: `${old}/?p=501` },
        link(`${old}/2020/01/one/`) + metaOf('_wp_old_slug', 'first-one'),
      ),
      itemOf(502, { title: 'B', post_name: 'two', guid: `${old}/2019/12/guid-of-two/` }, link(`${old}/2020/01/two/`)),
      itemOf(503, { title: 'C', post_name: 'three' }, link(`${old}/a-category/three/`)),
      itemOf(
        504,
        { title: 'D', post_name: 'hidden', status: 'private' },
        link(`${old}/2020/01/hidden/`) + metaOf('_wp_old_slug', 'first-hidden'),
      ),
      itemOf(505, { title: 'E', post_name: 'unfinished', status: 'draft' }, link(`${old}/?p=505`)),
      itemOf(
        506,
        { title: 'F', post_type: 'page', post_name: 'below', post_parent: 507 },
        link(`${old}/company/below/`),
      ),
      itemOf(
        507,
        { title: 'G', post_type: 'page', post_name: 'about', guid: `${old}/?page_id=507` },
        link(`${old}/company/`),
      ),
      itemOf(
        508,
        {
          title: 'H',
          post_type: 'attachment',
          post_name: 'image',
          status: 'inherit',
          post_parent: 501,
          attachment_url: `${old}/files/image.jpg`,
        },
        link(`${old}/2020/01/one/image/`),
      ),
      itemOf(509, { title: 'I', post_name: 'seven' }, link(`${old}/archives/509`)),
    );
    assert.deepEqual(report.counts.left.get('meta fields'), 0);
    const redirects: readonly (readonly [from: string, to: string])[] = [
      ['/2020/01/one/', '/one/'],
      ['/first-one/', '/one/'],
      ['/2020/01/first-one/', '/one/'],
      ['/?p=501', '/one/'],
      ['/2020/01/two', '/two/'],
      ['/2019/12/guid-of-two/', '/two/'],
      ['/a-category/three/', '/three/'],
      ['/company/below/', '/about/below/'],
      ['/company/', '/about/'],
      ['/?page_id=507', '/about/'],
      ['/2020/01/one/image/', '/one/image/'],
      ['/?attachment_id=508', '/one/image/'],
      ['/archives/509', '/seven/'],
      ['/?p=509', '/seven/'],
    ];
    for (const [from, to] of redirects) assert.equal(await redirectOf(site, from), to, from);
    for (const from of [
      '/2020/01/hidden/',
      '/hidden/',
      '/first-hidden/',
      '/?p=504',
      '/?p=505',
      '/2019/01/one/',
      '/?p=599',
    ])
      assert.equal(await redirectOf(site, from), 404, from);
    const id = await idOf(site, 'posts', 'one');
    await site.post(`/cms/v2/posts/${id}`, { status: 'draft' });
    for (const from of ['/2020/01/one/', '/first-one/', '/?p=501'])
      assert.equal(await redirectOf(site, from), 404, from);
    const { service } = site;
    await service.settings.set({ show_on_front: 'page', page_on_front: await idOf(site, 'pages', 'about') });
    for (const from of ['/company/', '/?page_id=507']) assert.equal(await redirectOf(site, from), '/', from);
    await service.settings.set({ permalink_structure: '/%year%/%monthnum%/%postname%/' });
    assert.equal(await redirectOf(site, '/a-category/three/'), '/2020/01/three/');
  });

  test('of files redirect to the downloaded files', async () => {
    const database = await engine.open();
    const site = await openTestSite(database);
    const file = (id: number, name: string, more: Readonly<Record<string, string | number>> = {}) =>
      itemOf(id, {
        ...{ title: name, post_type: 'attachment', post_name: `file-${id}`, status: 'inherit' },
        ...{ attachment_url: `${old}/wp-content/uploads/2020/01/${name}`, ...more },
      });
    await importing(
      site,
      file(1, 'image.jpg'),
      file(2, 'remote.jpg'),
      file(3, 'secret.jpg', { post_parent: 4 }),
      itemOf(4, { title: 'Private', post_name: 'private', status: 'private' }),
    );
    for (const slug of ['file-1', 'file-3']) {
      const id = (await database.read.first(entryIdStatement, { slug }))?.id ?? 0;
      await database.transaction((tx) => tx.run(setFileStatement, { id, file: `2020/01/${slug} é.jpg` }));
    }
    const uploads = '/wp-content/uploads/2020/01';
    const to = '/uploads/2020/01/file-1%20%C3%A9.jpg';
    for (const path of [`${uploads}/image.jpg`, `${uploads}/image-300x200.jpg`, `${uploads}/image.jpg?resize=1`])
      assert.equal(await redirectOf(site, path), to, path);
    for (const name of ['remote.jpg', 'secret.jpg', 'secret-300x200.jpg', 'image.png', 'IMAGE.jpg', 'image'])
      assert.equal(await redirectOf(site, `${uploads}/${name}`), 404, name);
  });

  test('are stored only if they would not be found by the slug and the date', async () => {
    const database = await engine.open();
    const site = await openTestSite(database);
    const items = [
      itemOf(1, { title: 'A', post_name: 'plain' }, link(`${old}/plain/`)),
      itemOf(2, { title: 'B', post_name: 'dated' }, link(`${old}/2020/01/02/dated/`)),
      itemOf(3, { title: 'C', post_type: 'page', post_name: 'page' }, link(`${old}/page/`)),
      itemOf(4, { title: 'D', post_name: 'in-category' }, link(`${old}/news/in-category/`)),
      itemOf(5, { title: 'E', post_name: 'wrong-date' }, link(`${old}/2019/01/wrong-date/`)),
      itemOf(6, { title: 'F', post_name: 'draft', status: 'draft' }, link(`${old}/draft/`)),
      itemOf(7, { title: 'G', post_name: 'bad' }, link('javascript:alert(1)')),
      itemOf(8, { title: 'H', post_name: 'long' }, link(`${old}/${'x'.repeat(1200)}/`)),
    ];
    await importing(site, ...items);
    const oldPaths = async () => (await database.read.all(oldPathsStatement, {})).map(({ path }) => path);
    const expected = ['2019/01/wrong-date', 'news/in-category'];
    assert.deepEqual(await oldPaths(), expected);
    await importing(site, ...items);
    assert.deepEqual(await oldPaths(), expected, 'another import records nothing twice');
  });

  test('are reported if nearly all posts have another permalink structure', async () => {
    const structureOf = async (links: readonly string[], settings: Readonly<Record<string, string>> = {}) => {
      const site = await openTestSite(await engine.open());
      await site.service.settings.set(settings);
      const items = links.map((url, at) =>
        itemOf(
          at + 900,
          { title: `${at}`, post_name: `post-${at}`, creator: 'Ida' },
          link(url) + inTerm('category', 'news', 'News'),
        ),
      );
      return (await importing(site, ...items)).site.filter((line) => line.includes('permalink'));
    };
    const dated = '/%year%/%monthnum%/%postname%/';
    const use = ` (to use it: octavo setting set permalink_structure ${dated})`;
    const had = (structure: string) =>
      `The posts had the permalink structure ${structure}; their old URLs redirect to the new ones`;
    assert.deepEqual(await structureOf([`${old}/2020/01/post-0/`, `${old}/2020/01/post-1`]), [`${had(dated)}${use}.`]);
    assert.deepEqual(await structureOf([`${old}/2020/01/post-0/`], { permalink_structure: dated }), []);
    assert.deepEqual(await structureOf([`${old}/news/post-0/`]), [`${had('/%category%/%postname%/')}.`]);
    assert.deepEqual(await structureOf([`${old}/ida/post-0/`]), [`${had('/%author%/%postname%/')}.`]);
    assert.deepEqual(await structureOf([`${old}/archives/900`]), [`${had('/archives/%post_id%/')}.`]);
    assert.deepEqual(await structureOf([`${old}/post-0/`, `${old}/post-1/`]), []);
    assert.deepEqual(await structureOf([`${old}/2020/post-0/`, `${old}/post-1/`]), []);
    assert.deepEqual(await structureOf([`${old}/?p=900`]), []);
  });
});
