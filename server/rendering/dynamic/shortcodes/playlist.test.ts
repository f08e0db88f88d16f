import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { dangersIn, hostileValues } from '../hostile-for-tests.ts';
import { entryOf, pictureOf, show, shownOf, type TestSite, trackOf } from '../site-for-tests.ts';

const films = { medium: 'video', type: 'video/mp4', width: 1280, height: 720 } as const;
const site: TestSite = {
  track: (id) => trackOf(id, id > 50 ? films : {}),
  tracksOf: (entry, medium) =>
    [3, 1, 2].map((id) =>
      trackOf(id, { parent: entry, ...(medium === 'video' && films), menuOrder: id === 2 ? -1 : 0 }),
    ),
  picture: pictureOf,
};

/** The data beside a list. */
const dataOf = (html: string) =>
  JSON.parse(/<script type="application\/json"[^>]*>(.*)<\/script>/.exec(html)?.[1] ?? '');
/** The files that a list plays, in their order. */
const played = (html: string) =>
  [...html.matchAll(/<(?:audio|video) [^>]* src="http:\/\/x.test\/track-(\d+)/g)].map(([, id]) => Number(id));

test('every track has a player and a link, and data for players of front ends', async () => {
  const html = await shownOf('[playlist ids="7"]', {
    ...site,
    track: (id) =>
      trackOf(id, { title: '<b>A</b> &amp; B', artist: 'C & D', length: '3:05', cover: 4, description: 'E' }),
  });
  assert.equal(
    html,
    `<div class="wp-playlist wp-audio-playlist wp-playlist-light">
<ol class="wp-playlist-tracks">
<li class="wp-playlist-item"><img loading="lazy" decoding="async" width="640" height="480" src="http://x.test/picture-4-thumbnail.jpg" class="wp-playlist-item-image" alt="" /> <a class="wp-playlist-caption" href="http://x.test/track-7.mp3"><span class="wp-playlist-item-title">A &amp; B</span> <span class="wp-playlist-item-artist">&#8212; C &amp; D</span></a> <span class="wp-playlist-item-length">3:05</span>
<audio class="wp-audio-shortcode" preload="none" controls="controls" src="http://x.test/track-7.mp3" aria-label="A &amp; B"></audio></li>
</ol>
${/<script.*<\/script>/.exec(html)?.[0]}
</div>

`,
  );
  assert.deepEqual(dataOf(html), {
    ...{ type: 'audio', tracklist: true, tracknumbers: true, images: true, artists: true },
    tracks: [
      {
        ...{ src: 'http://x.test/track-7.mp3', type: 'audio/mpeg', title: 'A &amp; B', caption: '', description: 'E' },
        meta: { artist: 'C &amp; D', length_formatted: '3:05' },
        image: { src: 'http://x.test/picture-4-full.jpg', width: 640, height: 480 },
        thumb: { src: 'http://x.test/picture-4-thumbnail.jpg', width: 640, height: 480 },
      },
    ],
  });
});

test('films have their size and their picture, and are told how large they are drawn', async () => {
  const html = await shownOf('[playlist type="video" ids="60"]', {
    ...site,
    track: (id) => trackOf(id, { ...films, cover: 4 }),
  });
  assert.match(html, /^<div class="wp-playlist wp-video-playlist wp-playlist-light">/);
  assert.match(
    html,
    /<video class="wp-video-shortcode" width="1280" height="720" poster="http:\/\/x.test\/picture-4-full.jpg"/,
  );
  assert.deepEqual(dataOf(html).tracks[0].dimensions, {
    original: { width: 1280, height: 720 },
    resized: { width: 640, height: 360 },
  });
});

test('each attribute takes away what it names', async () => {
  const whole: TestSite = { ...site, track: (id) => trackOf(id, { artist: 'Ada', length: '0:09', cover: 4 }) };
  const of = (more: string) => shownOf(`[playlist ids="7" ${more}]`, whole);
  const plain = await of('');
  for (const [attribute, part] of [
    ['tracklist', /wp-playlist-caption|<img|0:09<\/span>/],
    ['tracknumbers', /<ol/],
    ['images', /picture-4/],
    ['artists', /wp-playlist-item-artist/],
  ] as const) {
    assert.match(plain, part);
    for (const no of ['false', '0', '', 'FALSE']) {
      const html = await of(`${attribute}="${no}"`);
      assert.doesNotMatch(html, part, `${attribute} ${no}`);
      assert.equal(dataOf(html)[attribute], false);
      assert.deepEqual(played(html), [7]);
    }
    assert.equal(await of(`${attribute}="true"`), plain);
  }
  assert.match(await of('style="dark"'), /wp-playlist-dark"/);
  assert.match(await of(`style='"x'`), /wp-playlist-light"/);
});

test('the order is that of the numbers, of the library, or the one asked for', async () => {
  const orders: readonly [attributes: string, played: readonly number[]][] = [
    ['ids="5,3,4"', [5, 3, 4]],
    ['include="5,3,5"', [5, 3]],
    ['ids="5,3,4" order="DESC"', [5, 3, 4]],
    ['ids="5,3,4" orderby="ID"', [3, 4, 5]],
    ['ids="5,3,4" orderby="post_date" order="desc"', [5, 4, 3]],
    ['ids="5,3,4" orderby="rand"', [5, 3, 4]],
    ['', [2, 1, 3]],
    ['order="DESC"', [3, 1, 2]],
    ['orderby="title"', [1, 2, 3]],
    ['orderby="ID" order="DESC"', [3, 2, 1]],
    ['exclude="1,3"', [2]],
    ['exclude="1,2,3"', []],
  ];
  for (const [attributes, expected] of orders)
    assert.deepEqual(played(await shownOf(`[playlist ${attributes}]`, site)), expected, attributes);
});

test('only what is of the kind asked for is played, and nothing makes no list', async () => {
  assert.deepEqual(played(await shownOf('[playlist ids="7,60"]', site)), [7]);
  assert.deepEqual(played(await shownOf('[playlist ids="7,60" type="video"]', site)), [60]);
  assert.deepEqual(played(await shownOf('[playlist ids="7,60" type="film"]', site)), [60]);
  assert.equal(await shownOf('[playlist ids="7" type="video"]', site), '\n');
  assert.equal(await shownOf('[playlist]'), '\n');
});

test('what not everybody may see is played in its own entry alone, and so are its pictures', async () => {
  const hidden: TestSite = {
    track: (id) => trackOf(id, { isPublic: false, parent: id, cover: 4 }),
    tracksOf: (entry) => [trackOf(1, { isPublic: false, parent: entry, cover: 4 })],
    picture: (id) => pictureOf(id, { isPublic: false, parent: 8 }),
  };
  assert.deepEqual(played(await shownOf('[playlist ids="8,9"]', hidden, entryOf(9))), [9]);
  assert.deepEqual(played(await shownOf('[playlist]', hidden, entryOf(9))), [1]);
  assert.equal(await shownOf('[playlist id="8"]', hidden, entryOf(9)), '\n');
  assert.doesNotMatch(await shownOf('[playlist]', hidden, entryOf(9)), /picture/);
  assert.match(await shownOf('[playlist]', hidden, entryOf(8)), /picture-4/);
});

test('all lists of a content ask for their tracks at once, each for a hundred at most', async () => {
  const numbers = Array.from({ length: 300 }, (_, at) => at + 1).join(',');
  const { asked } = await show(`[playlist ids="${numbers}"]\n\n[playlist type="video"]`, site);
  assert.deepEqual([asked.length, asked[0]?.length], [1, 101]);
  assert.deepEqual(asked[0]?.at(-1), { kind: 'tracks of entry', id: 9, medium: 'video' });
});

const hostileData = [...hostileValues, '</script><script>alert(1)</script>', '<!--<script>', ']]>', '\u2028\u2029'];

for (const value of hostileData)
  test(`${JSON.stringify(value.slice(0, 60))} stays in its place`, async () => {
    const texts = {
      title: value,
      caption: '',
      description: value,
      type: value,
      artist: value,
      album: value,
      length: value,
    };
    const hostile: TestSite = {
      track: (id) => trackOf(id, { ...texts, caption: id === 2 ? value : '', cover: 1 }),
      picture: pictureOf,
    };
    const written = value.replace(/["<>[\]]/g, '');
    const html = await shownOf(`[playlist ids="1,2" style="${written}" tracklist="${written}"]`, hostile);
    assert.deepEqual(dangersIn(html), ['script'], html);
    const scripts: DefaultTreeAdapterTypes.Element[] = [];
    const walk = (node: DefaultTreeAdapterTypes.Node): void => {
      if ('tagName' in node && node.tagName === 'script') scripts.push(node);
      if ('childNodes' in node) node.childNodes.forEach(walk);
    };
    walk(parseFragment(html));
    assert.deepEqual(scripts[0]?.attrs[0], { name: 'type', value: 'application/json' });
    assert.equal(dataOf(html).tracks.length, 2);
    assert.doesNotMatch(/<script[^>]*>(.*)<\/script>/s.exec(html)?.[1] ?? '', /[<>&'\u2028\u2029]/);
  });
