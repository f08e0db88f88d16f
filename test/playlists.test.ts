// Tests the shortcode `playlist`: its tracks, their visibility, and the invalidation of cached content (rendering.md §5).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { createImage, createSound, type MediaSite, openMediaSite } from './media-site.ts';
import type { Caller } from './site.ts';

describeEachEngine('playlists', (engine) => {
  let site: MediaSite;
  before(async () => {
    site = await openMediaSite({ database: await engine.open() });
  });
  after(async () => {
    await site.close();
    assert.deepEqual(site.errors, []);
  });

  const upload = async (name: string, query = ''): Promise<{ id: number; source_url: string }> => {
    const uploaded = await site.upload('administrator', name, createSound(), query);
    assert.equal(uploaded.status, 201, JSON.stringify(uploaded.body));
    return uploaded.body;
  };
  const post = (content: string, more: object = {}) =>
    site.create('/cms/v2/posts', { title: 'T', content, status: 'publish', ...more });
  const renderedContent = async (id: number, caller: Caller = 'anonymous'): Promise<string> =>
    (await site.request(caller, 'GET', `/cms/v2/posts/${id}`)).body.content.rendered;
  const sourcesIn = (html: string): string[] =>
    [...html.matchAll(/<(?:audio|video) [^>]* src="([^"]*)"/g)].map(([, url]) => url ?? '');
  const playlistData = (html: string) =>
    JSON.parse(/<script type="application\/json" class="wp-playlist-script">(.*)<\/script>/.exec(html)?.[1] ?? '');

  it('plays the audio files with the given IDs, with metadata from the files and the library', async () => {
    const one = await upload('one.wav', '?title=First%20%26%20%3Cem%3Ebest%3C/em%3E');
    const other = await upload('other.wav', '?caption=Said&description=At%20length');
    const cover = (await site.upload('administrator', 'cover.png', await createImage(300, 200))).body;
    const changed = await site.request('administrator', 'POST', `/cms/v2/media/${one.id}`, {
      featured_media: cover.id,
    });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const { id } = await post(`[playlist ids="${other.id},${one.id}"]`);
    const html = await renderedContent(id);
    assert.deepEqual(sourcesIn(html), [other.source_url, one.source_url]);
    const [, track] = playlistData(html).tracks;
    assert.deepEqual(track, {
      ...{ src: one.source_url, type: 'audio/wav', title: 'First &#038; best', caption: '', description: '' },
      meta: { length_formatted: '0:01' },
      image: { src: cover.source_url, width: 300, height: 200 },
      thumb: { src: cover.source_url.replace('.png', '-150x150.png'), width: 150, height: 150 },
    });
    assert.deepEqual(
      [playlistData(html).tracks[0].caption, playlistData(html).tracks[0].description],
      ['Said', 'At length'],
    );
  });

  it('without IDs plays the audio files of its entry in their order, but no private files', async () => {
    const { id } = await post('[playlist]', { status: 'draft' });
    const uploads = [await upload('a.wav', `?post=${id}`), await upload('b.wav', `?post=${id}`)];
    await site.upload('administrator', 'p.png', await createImage(9, 9), `?post=${id}`);
    await upload('hidden.wav', `?post=${id}&status=private`);
    const sources = uploads.map(({ source_url }) => source_url);
    assert.deepEqual(sourcesIn(await renderedContent(id, 'administrator')), sources);
    const otherPost = (await post(`[playlist id="${id}"][playlist ids="${uploads[0]?.id}"]`)).id;
    assert.deepEqual(
      sourcesIn(await renderedContent(otherPost, 'administrator')),
      [],
      'files of a draft are visible in that draft only',
    );
    await site.request('administrator', 'POST', `/cms/v2/posts/${id}`, { status: 'publish' });
    assert.deepEqual(sourcesIn(await renderedContent(id)), sources);
    assert.deepEqual(sourcesIn(await renderedContent(otherPost)), [...sources, sources[0]]);
  });

  it('contains no images that the reader may not read', async () => {
    const track = await upload('covered.wav');
    const cover = (await site.upload('administrator', 'c.png', await createImage(20, 20))).body;
    await site.request('administrator', 'POST', `/cms/v2/media/${track.id}`, { featured_media: cover.id });
    const { id } = await post(`[playlist ids="${track.id}"]`);
    assert.equal(playlistData(await renderedContent(id)).tracks[0].image.src, cover.source_url);
    await site.request('administrator', 'POST', `/cms/v2/media/${cover.id}`, { status: 'private' });
    assert.doesNotMatch(await renderedContent(id), /c\.png/);
  });

  it('changes with every change to its tracks', async () => {
    const track = await upload('changing.wav');
    const { id } = await post(`[playlist ids="${track.id}"]`);
    assert.match(await renderedContent(id), />changing</);
    await site.request('administrator', 'POST', `/cms/v2/media/${track.id}`, { title: 'Renamed </script>' });
    assert.match(await renderedContent(id), />Renamed</);
    await site.request('administrator', 'POST', `/cms/v2/media/${track.id}`, { status: 'private' });
    assert.equal(await renderedContent(id), '\n');
    await site.request('administrator', 'DELETE', `/cms/v2/media/${track.id}?force=true`);
    assert.equal(await renderedContent(id), '\n');
  });

  it('is rendered in revisions as in the current content, like galleries', async () => {
    const { id } = await post('[playlist][gallery]');
    const uploads = await upload('former.wav', `?post=${id}`);
    const image = (await site.upload('administrator', 'former.png', await createImage(40, 30), `?post=${id}`)).body;
    await site.request('administrator', 'POST', `/cms/v2/posts/${id}`, { content: '[gallery] now [playlist]' });
    await site.request('administrator', 'POST', `/cms/v2/posts/${id}`, { content: 'Neither' });
    await site.request('administrator', 'POST', `/cms/v2/posts/${id}/autosaves`, { content: 'Saved [gallery]' });
    const { body } = await site.request('administrator', 'GET', `/cms/v2/posts/${id}/revisions`);
    assert.ok(body.length >= 3);
    for (const { content } of body.filter(
      (each: { content: { raw?: string; rendered: string } }) => each.content.rendered !== '<p>Neither</p>\n',
    )) {
      assert.match(content.rendered, new RegExp(`galleryid-${id} [^]*${image.source_url.replace('.png', '')}`));
      if (!content.rendered.includes('Saved')) assert.deepEqual(sourcesIn(content.rendered), [uploads.source_url]);
    }
    const otherPost = (await post('x')).id;
    await site.request('administrator', 'POST', `/cms/v2/posts/${otherPost}`, {
      content: `[gallery ids="${image.id}"]`,
    });
    await site.request('administrator', 'POST', `/cms/v2/posts/${id}`, { status: 'draft' });
    await site.request('administrator', 'POST', `/cms/v2/posts/${otherPost}`, { content: 'y' });
    const revisions = await site.request('administrator', 'GET', `/cms/v2/posts/${otherPost}/revisions`);
    for (const { content } of revisions.body) assert.doesNotMatch(content.rendered, /former/);
  });
});
