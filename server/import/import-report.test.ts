// Tests the report of an import: the named entries, the matched authors, and the title and example post of the site.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { exportOf, itemOf } from '../../test/import/records.ts';
import { openTestSite, streamOf, type TestSite } from '../../test/import/site.ts';
import { importSite } from './import-site.ts';
import { summaryOf } from './summary.ts';
import { trashWelcomePost } from './welcome-post.ts';

const channel = (title: string, tagline: string, ...items: string[]) =>
  exportOf(...items).replace(/<title>[^<]*<\/title>/, `<title>${title}</title><description>${tagline}</description>`);

describeEachEngine('the report of an import', (engine) => {
  const importing = async (site: TestSite, text: string) => {
    const report = await importSite(site, streamOf(text));
    await trashWelcomePost(site, report);
    return report;
  };
  const settingsOf = async (site: TestSite) => {
    await site.service.settings.refresh();
    const { title, description } = site.service.settings.values;
    return { title, description };
  };

  test('names the entries of each note and their missing references', async () => {
    const site = await openTestSite(await engine.open());
    const block =
      '<!-- wp:image {"id":77} --><figure class="wp-block-image"><img class="wp-image-77"/></figure><!-- /wp:image -->';
    const report = await importing(
      site,
      exportOf(
        itemOf(1, { title: 'With a picture', content: block }),
        itemOf(2, { title: 'Below', post_type: 'page', post_parent: 99 }),
        itemOf(3, { title: 'Odd', status: 'wc-completed' }),
      ),
    );
    const summary = summaryOf(report);
    assert.match(
      summary,
      /^entries that refer to IDs missing from the file; these IDs are unchanged: 1\n {2}“With a picture” \(ID \d+\): entry 77$/m,
    );
    assert.match(
      summary,
      /^pages placed at the top level because their parents are not in the file: 1\n {2}“Below” \(ID \d+\): parent 99$/m,
    );
    assert.match(summary, /imported as drafts: 1\n {2}“Odd” \(ID 3 in the file\)$/m);
  });

  test('names the first twenty entries of a note and counts the others', async () => {
    const site = await openTestSite(await engine.open());
    const items = Array.from({ length: 30 }, (_, n) => itemOf(n + 1, { title: `Odd ${n + 1}`, status: 'odd' }));
    const lines = summaryOf(await importing(site, exportOf(...items))).split('\n');
    const at = lines.findIndex((line) => line.includes('"odd"'));
    assert.match(lines[at + 1] ?? '', /“Odd 1”/);
    assert.match(lines[at + 20] ?? '', /“Odd 20”/);
    assert.equal(lines[at + 21], '  and 10 more');
  });

  test('imports the title and the tagline if they are not set, and reports this', async () => {
    const site = await openTestSite(await engine.open());
    const text = channel('Tides &amp; lamps', 'Small talk', itemOf(1, { title: 'One' }));
    const summary = summaryOf(await importing(site, text));
    assert.match(
      summary,
      /^The title of the site is now “Tides & lamps”\.\nThe tagline of the site is now “Small talk”\.$/m,
    );
    assert.deepEqual(await settingsOf(site), { title: 'Tides &amp; lamps', description: 'Small talk' });
    assert.doesNotMatch(
      summaryOf(await importing(site, text)),
      /The title|The tagline/,
      'a repeated import changes nothing',
    );
  });

  test('keeps a title that was set, and reports how to use the imported title', async () => {
    const site = await openTestSite(await engine.open());
    await site.service.settings.set({ title: 'Mine' });
    const summary = summaryOf(await importing(site, channel('Theirs', '', itemOf(1, { title: 'One' }))));
    assert.match(
      summary,
      /^The title stays “Mine”; the file has “Theirs” \(to use it: octavo setting set title "Theirs"\)\.$/m,
    );
    assert.deepEqual(await settingsOf(site), { title: 'Mine', description: '' });
  });

  test('moves the example post to the trash when posts are imported, unless it was changed', async () => {
    const site = await openTestSite(await engine.open());
    const [example] = (await site.get('/cms/v2/posts')) as { id: number }[];
    const one = exportOf(itemOf(1, { title: 'One' }));
    await importing(site, exportOf(itemOf(2, { title: 'A page', post_type: 'page' })));
    assert.equal(await site.total('/cms/v2/posts'), 1, 'pages do not replace it');
    const summary = summaryOf(await importing(site, one));
    assert.match(summary, new RegExp(`The example post “Hello” \\(ID ${example?.id}\\) was moved to the trash\\.`));
    assert.equal(await site.total('/cms/v2/posts'), 1);
    assert.equal(await site.total('/cms/v2/posts?status=trash&context=edit'), 1);

    const other = await openTestSite(await engine.open());
    const [changed] = (await other.get('/cms/v2/posts')) as { id: number }[];
    await other.post(`/cms/v2/posts/${changed?.id}`, { title: 'My own' });
    assert.doesNotMatch(summaryOf(await importing(other, one)), /example post/);
    assert.equal(await other.total('/cms/v2/posts'), 2);

    const commented = await openTestSite(await engine.open());
    const [post] = (await commented.get('/cms/v2/posts')) as { id: number }[];
    await commented.post('/cms/v2/comments', { post: post?.id, content: 'Welcome' });
    await importing(commented, one);
    assert.equal(await commented.total('/cms/v2/posts'), 2);
  });
});
