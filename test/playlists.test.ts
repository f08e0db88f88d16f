// What the shortcode `playlist` shows of the library, to whom, and until when (rendering.md §5).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { type MediaSite, openMediaSite, picture } from './media-site.ts';
import type { Person } from './site.ts';

/** A second of silence. */
function sound(): Buffer {
  const samples = Buffer.alloc(8000);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

describeEachEngine('playlists', (engine) => {
  let site: MediaSite;
  before(async () => {
    site = await openMediaSite({ database: await engine.open() });
  });
  after(async () => {
    assert.deepEqual(site.faults, []);
    await site.close();
  });

  const upload = async (name: string, query = ''): Promise<{ id: number; source_url: string }> => {
    const sent = await site.upload('administrator', name, sound(), query);
    assert.equal(sent.status, 201, JSON.stringify(sent.body));
    return sent.body;
  };
  const post = (content: string, more: object = {}) =>
    site.make('/cms/v2/posts', { title: 'T', content, status: 'publish', ...more });
  const seen = async (id: number, person: Person = 'anonymous'): Promise<string> =>
    (await site.ask(person, 'GET', `/cms/v2/posts/${id}`)).body.content.rendered;
  const played = (html: string): string[] =>
    [...html.matchAll(/<(?:audio|video) [^>]* src="([^"]*)"/g)].map(([, address]) => address ?? '');
  const dataOf = (html: string) =>
    JSON.parse(/<script type="application\/json" class="wp-playlist-script">(.*)<\/script>/.exec(html)?.[1] ?? '');

  it('plays the sounds that are named, with what their headers and the library tell', async () => {
    const one = await upload('one.wav', '?title=First%20%26%20%3Cem%3Ebest%3C/em%3E');
    const other = await upload('other.wav', '?caption=Said&description=At%20length');
    const cover = (await site.upload('administrator', 'cover.png', await picture(300, 200))).body;
    const changed = await site.ask('administrator', 'POST', `/cms/v2/media/${one.id}`, { featured_media: cover.id });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const { id } = await post(`[playlist ids="${other.id},${one.id}"]`);
    const html = await seen(id);
    assert.deepEqual(played(html), [other.source_url, one.source_url]);
    const [, told] = dataOf(html).tracks;
    assert.deepEqual(told, {
      ...{ src: one.source_url, type: 'audio/wav', title: 'First &#038; best', caption: '', description: '' },
      meta: { length_formatted: '0:01' },
      image: { src: cover.source_url, width: 300, height: 200 },
      thumb: { src: cover.source_url.replace('.png', '-150x150.png'), width: 150, height: 150 },
    });
    assert.deepEqual([dataOf(html).tracks[0].caption, dataOf(html).tracks[0].description], ['Said', 'At length']);
  });

  it('without numbers plays the sounds of its entry, in their order, and never private ones', async () => {
    const { id } = await post('[playlist]', { status: 'draft' });
    const mine = [await upload('a.wav', `?post=${id}`), await upload('b.wav', `?post=${id}`)];
    await site.upload('administrator', 'p.png', await picture(9, 9), `?post=${id}`);
    await upload('hidden.wav', `?post=${id}&status=private`);
    const sources = mine.map(({ source_url }) => source_url);
    assert.deepEqual(played(await seen(id, 'administrator')), sources);
    const elsewhere = (await post(`[playlist id="${id}"][playlist ids="${mine[0]?.id}"]`)).id;
    assert.deepEqual(played(await seen(elsewhere, 'administrator')), [], 'files of a draft are shown in it alone');
    await site.ask('administrator', 'POST', `/cms/v2/posts/${id}`, { status: 'publish' });
    assert.deepEqual(played(await seen(id)), sources);
    assert.deepEqual(played(await seen(elsewhere)), [...sources, sources[0]]);
  });

  it('shows no picture that a reader may not see', async () => {
    const sounded = await upload('covered.wav');
    const cover = (await site.upload('administrator', 'c.png', await picture(20, 20))).body;
    await site.ask('administrator', 'POST', `/cms/v2/media/${sounded.id}`, { featured_media: cover.id });
    const { id } = await post(`[playlist ids="${sounded.id}"]`);
    assert.equal(dataOf(await seen(id)).tracks[0].image.src, cover.source_url);
    await site.ask('administrator', 'POST', `/cms/v2/media/${cover.id}`, { status: 'private' });
    assert.doesNotMatch(await seen(id), /c\.png/);
  });

  it('goes with every change of what it shows', async () => {
    const track = await upload('changing.wav');
    const { id } = await post(`[playlist ids="${track.id}"]`);
    assert.match(await seen(id), />changing</);
    await site.ask('administrator', 'POST', `/cms/v2/media/${track.id}`, { title: 'Renamed </script>' });
    assert.match(await seen(id), />Renamed</);
    await site.ask('administrator', 'POST', `/cms/v2/media/${track.id}`, { status: 'private' });
    assert.equal(await seen(id), '\n');
    await site.ask('administrator', 'DELETE', `/cms/v2/media/${track.id}?force=true`);
    assert.equal(await seen(id), '\n');
  });

  it('is shown in former texts as in the present one, and galleries are', async () => {
    const { id } = await post('[playlist][gallery]');
    const mine = await upload('former.wav', `?post=${id}`);
    const shown = (await site.upload('administrator', 'former.png', await picture(40, 30), `?post=${id}`)).body;
    await site.ask('administrator', 'POST', `/cms/v2/posts/${id}`, { content: '[gallery] now [playlist]' });
    await site.ask('administrator', 'POST', `/cms/v2/posts/${id}`, { content: 'Neither' });
    await site.ask('administrator', 'POST', `/cms/v2/posts/${id}/autosaves`, { content: 'Saved [gallery]' });
    const { body } = await site.ask('administrator', 'GET', `/cms/v2/posts/${id}/revisions`);
    assert.ok(body.length >= 3);
    for (const { content } of body.filter(
      (each: { content: { raw?: string; rendered: string } }) => each.content.rendered !== '<p>Neither</p>\n',
    )) {
      assert.match(content.rendered, new RegExp(`galleryid-${id} [^]*${shown.source_url.replace('.png', '')}`));
      if (!content.rendered.includes('Saved')) assert.deepEqual(played(content.rendered), [mine.source_url]);
    }
    const others = (await post('x')).id;
    await site.ask('administrator', 'POST', `/cms/v2/posts/${others}`, { content: `[gallery ids="${shown.id}"]` });
    await site.ask('administrator', 'POST', `/cms/v2/posts/${id}`, { status: 'draft' });
    await site.ask('administrator', 'POST', `/cms/v2/posts/${others}`, { content: 'y' });
    const former = await site.ask('administrator', 'GET', `/cms/v2/posts/${others}/revisions`);
    for (const { content } of former.body) assert.doesNotMatch(content.rendered, /former/);
  });
});
