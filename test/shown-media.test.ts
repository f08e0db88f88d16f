// What texts show of the library: galleries, documents, the widths of pictures (rendering.md §5, §6, §10).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { type MediaSite, openMediaSite, picture } from './media-site.ts';
import type { Person } from './site.ts';

describeEachEngine('media in texts', (engine) => {
  let site: MediaSite;
  let wide: { id: number; source_url: string };
  let square: { id: number; source_url: string };

  before(async () => {
    site = await openMediaSite({ database: await engine.open() });
    wide = (
      await site.upload('administrator', 'wide.png', await picture(640, 480), '?caption=The%20%3Cb%3Esea%3C/b%3E')
    ).body;
    square = (await site.upload('administrator', 'square.png', await picture(150, 150))).body;
  });

  after(async () => {
    assert.deepEqual(site.faults, []);
    await site.close();
  });

  const renderedOf = async (content: string, person: Person = 'administrator'): Promise<string> =>
    (await site.make('/cms/v2/posts', { title: 'T', content, status: 'publish' }, person)).content.rendered;

  it('a gallery shows the pictures that it names, in their order, with captions', async () => {
    const html = await renderedOf(`[gallery ids="${square.id},${wide.id}" columns="2" link="file"]`);
    assert.match(
      html,
      /^<div id='gallery-1' class='gallery galleryid-\d+ gallery-columns-2 gallery-size-thumbnail'><figure class='gallery-item'>/,
    );
    assert.deepEqual(
      [...html.matchAll(/<a href='([^']*)'>/g)].map(([, address]) => address),
      [square.source_url, wide.source_url],
    );
    assert.match(
      html,
      /src="http:\/\/site\.test\/uploads\/\d{4}\/\d\d\/wide-150x150\.png" class="attachment-thumbnail/,
    );
    assert.match(html, new RegExp(`id='gallery-1-${wide.id}'>\\s*The sea\\s*</figcaption>`));
  });

  it('each gallery of a content has a number of its own', async () => {
    const html = await renderedOf(`[gallery ids="${wide.id}"]\n\nText\n\n[gallery ids="${square.id}" size="large"]`);
    assert.deepEqual(
      [...html.matchAll(/<div id='([^']*)'/g)].map(([, id]) => id),
      ['gallery-1', 'gallery-2'],
    );
    assert.match(html, /\n<p>Text<\/p>\n/);
    assert.match(html, /gallery-size-large/);
  });

  it('a gallery without numbers shows the pictures of its entry, to those who see the entry', async () => {
    const { id } = await site.make('/cms/v2/posts', { title: 'Mine', content: '[gallery]' });
    const bytes = await picture(300, 200);
    const mine = await site.upload('administrator', 'mine.png', bytes, `?post=${id}`);
    await site.upload('administrator', 'hidden.png', bytes, `?post=${id}&status=private`);
    const html = (await site.ask('administrator', 'GET', `/cms/v2/posts/${id}`)).body.content.rendered;
    assert.equal(html.match(/class='gallery-item'/g).length, 1);
    assert.match(html, /alt=""[^>]*\/><\/a>/);
    assert.equal(mine.status, 201);
    assert.equal(await renderedOf(`[gallery id="${id}"]`), '\n');
    assert.equal(await renderedOf(`[gallery ids="${mine.body.id}"]`), '\n');
  });

  it('a block of the name that stands in holes is no gallery', async () => {
    assert.equal(await renderedOf(`<!-- wp:shortcode/gallery {"ids":"${wide.id}"} /-->`), '');
  });

  it('the description of a file shows its blocks and galleries', async () => {
    const content = `<!-- wp:site-title /--> [gallery ids="${square.id}"]`;
    await site.ask('administrator', 'POST', `/cms/v2/media/${square.id}`, { description: content });
    const { description, caption } = (await site.ask('anonymous', 'GET', `/cms/v2/media/${square.id}`)).body;
    assert.match(description.rendered, /<h1 class="wp-block-site-title">.*<div id='gallery-1'/s);
    assert.equal(caption.rendered, '<p>Octavo</p>\n');
  });

  it('a file of a published reusable block is for everybody, as of everything published', async () => {
    const { id } = await site.make('/cms/v2/blocks', { title: 'B', content: 'x', status: 'publish' });
    const file = (await site.upload('administrator', 'block.png', await picture(9, 9), `?post=${id}`)).body;
    const status = async () => (await site.ask('anonymous', 'GET', `/cms/v2/media/${file.id}`)).status;
    assert.equal(await status(), 200);
    await site.ask('administrator', 'POST', `/cms/v2/blocks/${id}`, { status: 'draft' });
    assert.equal(await status(), 401);
  });

  it('a filtered author may show a PDF of the uploads, and no other document, in notes too', async () => {
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
    const { source_url: address } = (await site.upload('author', 'paper.pdf', pdf)).body;
    const raw = async (content: string) =>
      (await site.make('/cms/v2/posts', { title: 'T', content }, 'author')).content.raw;
    const shown = `<object data="${address}" type="application/pdf"></object>`;
    assert.equal(await raw(shown), shown);
    assert.equal(await raw(`<object data="${address}" type="text/html"></object>`), '<object></object>');
    assert.equal(await raw(shown.replace('/uploads/', '/uploadsx/')), '<object></object>');
    assert.equal(await raw(shown.replace('http://site.test', 'https://evil.test')), '<object></object>');
    const footnote = async (content: string): Promise<string> => {
      const meta = { footnotes: JSON.stringify([{ id: 'a', content }]) };
      const post = await site.make('/cms/v2/posts', { title: 'T', content: 'x', meta }, 'author');
      const saved = await site.ask('author', 'POST', `/cms/v2/posts/${post.id}/autosaves`, { content: 'y', meta });
      assert.equal(saved.body.meta.footnotes, post.meta.footnotes);
      return JSON.parse(post.meta.footnotes)[0].content;
    };
    assert.equal(await footnote(shown), shown);
    assert.equal(await footnote(shown.replace('/uploads/', '/uploadsx/')), '<object></object>');
    assert.equal(await footnote(shown.replace('http://site.test', 'https://evil.test')), '<object></object>');
  });

  it('a picture drawn in a size of its own tells that width, and no files of another ratio', async () => {
    const tag = (size: string) => `<img class="wp-image-${wide.id}" src="${wide.source_url}" ${size} alt="">`;
    assert.match(await renderedOf(tag('width="320" height="240"')), /sizes="auto, \(max-width: 320px\) 100vw, 320px"/);
    assert.match(await renderedOf(tag('')), /sizes="auto, \(max-width: 640px\) 100vw, 640px"/);
    assert.doesNotMatch(await renderedOf(tag('width="200" height="200"')), /srcset/);
  });
});
