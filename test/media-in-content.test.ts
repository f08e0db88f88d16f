// Tests media of the library in content: galleries, documents and responsive images (rendering.md §5, §6, §10).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { createImage, type MediaSite, openMediaSite } from './media-site.ts';
import type { Caller } from './site.ts';

describeEachEngine('media in content', (engine) => {
  let site: MediaSite;
  let wideImage: { id: number; source_url: string };
  let squareImage: { id: number; source_url: string };

  before(async () => {
    site = await openMediaSite({ database: await engine.open() });
    wideImage = (
      await site.upload('administrator', 'wide.png', await createImage(640, 480), '?caption=The%20%3Cb%3Esea%3C/b%3E')
    ).body;
    squareImage = (await site.upload('administrator', 'square.png', await createImage(150, 150))).body;
  });

  after(async () => {
    await site.close();
    assert.deepEqual(site.errors, []);
  });

  const renderedOf = async (content: string, caller: Caller = 'administrator'): Promise<string> =>
    (await site.create('/cms/v2/posts', { title: 'T', content, status: 'publish' }, caller)).content.rendered;

  it('a gallery contains the images with the given IDs, in this order, with captions', async () => {
    const html = await renderedOf(`[gallery ids="${squareImage.id},${wideImage.id}" columns="2" link="file"]`);
    assert.match(
      html,
      /^<div id='gallery-1' class='gallery galleryid-\d+ gallery-columns-2 gallery-size-thumbnail'><figure class='gallery-item'>/,
    );
    assert.deepEqual(
      [...html.matchAll(/<a href='([^']*)'>/g)].map(([, url]) => url),
      [squareImage.source_url, wideImage.source_url],
    );
    assert.match(
      html,
      /src="http:\/\/site\.test\/uploads\/\d{4}\/\d\d\/wide-150x150\.png" class="attachment-thumbnail/,
    );
    assert.match(html, new RegExp(`id='gallery-1-${wideImage.id}'>\\s*The sea\\s*</figcaption>`));
  });

  it('each gallery of an entry has a different index', async () => {
    const html = await renderedOf(
      `[gallery ids="${wideImage.id}"]\n\nText\n\n[gallery ids="${squareImage.id}" size="large"]`,
    );
    assert.deepEqual(
      [...html.matchAll(/<div id='([^']*)'/g)].map(([, id]) => id),
      ['gallery-1', 'gallery-2'],
    );
    assert.match(html, /\n<p>Text<\/p>\n/);
    assert.match(html, /gallery-size-large/);
  });

  it('a gallery without IDs contains the images attached to its entry, for callers who may read the entry', async () => {
    const { id } = await site.create('/cms/v2/posts', { title: 'Mine', content: '[gallery]' });
    const bytes = await createImage(300, 200);
    const uploaded = await site.upload('administrator', 'mine.png', bytes, `?post=${id}`);
    await site.upload('administrator', 'hidden.png', bytes, `?post=${id}&status=private`);
    const html = (await site.request('administrator', 'GET', `/cms/v2/posts/${id}`)).body.content.rendered;
    assert.equal(html.match(/class='gallery-item'/g).length, 1);
    assert.match(html, /alt=""[^>]*\/><\/a>/);
    assert.equal(uploaded.status, 201);
    assert.equal(await renderedOf(`[gallery id="${id}"]`), '\n');
    assert.equal(await renderedOf(`[gallery ids="${uploaded.body.id}"]`), '\n');
  });

  it('a block with the internal name of a gallery placeholder is not a gallery', async () => {
    assert.equal(await renderedOf(`<!-- wp:shortcode/gallery {"ids":"${wideImage.id}"} /-->`), '');
  });

  it('the description of a file renders blocks and galleries', async () => {
    const content = `<!-- wp:site-title /--> [gallery ids="${squareImage.id}"]`;
    await site.request('administrator', 'POST', `/cms/v2/media/${squareImage.id}`, { description: content });
    const { description, caption } = (await site.request('anonymous', 'GET', `/cms/v2/media/${squareImage.id}`)).body;
    assert.match(description.rendered, /<h1 class="wp-block-site-title">.*<div id='gallery-1'/s);
    assert.equal(caption.rendered, '<p>Octavo</p>\n');
  });

  it('a file attached to a published reusable block is public', async () => {
    const { id } = await site.create('/cms/v2/blocks', { title: 'B', content: 'x', status: 'publish' });
    const file = (await site.upload('administrator', 'block.png', await createImage(9, 9), `?post=${id}`)).body;
    const status = async () => (await site.request('anonymous', 'GET', `/cms/v2/media/${file.id}`)).status;
    assert.equal(await status(), 200);
    await site.request('administrator', 'POST', `/cms/v2/blocks/${id}`, { status: 'draft' });
    assert.equal(await status(), 401);
  });

  it('a filtered author may embed an uploaded PDF, even in footnotes, and no other document', async () => {
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
    const { source_url: url } = (await site.upload('author', 'paper.pdf', pdf)).body;
    const raw = async (content: string) =>
      (await site.create('/cms/v2/posts', { title: 'T', content }, 'author')).content.raw;
    const pdfObject = `<object data="${url}" type="application/pdf"></object>`;
    assert.equal(await raw(pdfObject), pdfObject);
    assert.equal(await raw(`<object data="${url}" type="text/html"></object>`), '<object></object>');
    assert.equal(await raw(pdfObject.replace('/uploads/', '/uploadsx/')), '<object></object>');
    assert.equal(await raw(pdfObject.replace('http://site.test', 'https://evil.test')), '<object></object>');
    const footnote = async (content: string): Promise<string> => {
      const meta = { footnotes: JSON.stringify([{ id: 'a', content }]) };
      const post = await site.create('/cms/v2/posts', { title: 'T', content: 'x', meta }, 'author');
      const saved = await site.request('author', 'POST', `/cms/v2/posts/${post.id}/autosaves`, { content: 'y', meta });
      assert.equal(saved.body.meta.footnotes, post.meta.footnotes);
      return JSON.parse(post.meta.footnotes)[0].content;
    };
    assert.equal(await footnote(pdfObject), pdfObject);
    assert.equal(await footnote(pdfObject.replace('/uploads/', '/uploadsx/')), '<object></object>');
    assert.equal(await footnote(pdfObject.replace('http://site.test', 'https://evil.test')), '<object></object>');
  });

  it('an image with width and height gets this width in `sizes`, and no `srcset` if the aspect ratio differs', async () => {
    const tag = (size: string) => `<img class="wp-image-${wideImage.id}" src="${wideImage.source_url}" ${size} alt="">`;
    assert.match(await renderedOf(tag('width="320" height="240"')), /sizes="auto, \(max-width: 320px\) 100vw, 320px"/);
    assert.match(await renderedOf(tag('')), /sizes="auto, \(max-width: 640px\) 100vw, 640px"/);
    assert.doesNotMatch(await renderedOf(tag('width="200" height="200"')), /srcset/);
  });
});
