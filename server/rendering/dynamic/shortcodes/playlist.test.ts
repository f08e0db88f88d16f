import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { findDangers, maliciousValues } from '../../../../test/rendering/malicious-contents.ts';
import {
  createEntryView,
  imageOf,
  renderContent,
  renderHtml,
  type TestSite,
  trackOf,
} from '../../../../test/rendering/site.ts';

const videoProperties = { medium: 'video', type: 'video/mp4', width: 1280, height: 720 } as const;
const site: TestSite = {
  track: (id) => trackOf(id, id > 50 ? videoProperties : {}),
  tracksOf: (entry, medium) =>
    [3, 1, 2].map((id) =>
      trackOf(id, { parent: entry, ...(medium === 'video' && videoProperties), menuOrder: id === 2 ? -1 : 0 }),
    ),
  image: imageOf,
};

/** Returns the JSON data of a playlist. */
const playlistDataOf = (html: string) =>
  JSON.parse(/<script type="application\/json"[^>]*>(.*)<\/script>/.exec(html)?.[1] ?? '');
/** Returns the IDs of the tracks of a playlist in order. */
const playedIds = (html: string) =>
  [...html.matchAll(/<(?:audio|video) [^>]* src="http:\/\/x.test\/track-(\d+)/g)].map(([, id]) => Number(id));

test('every track has a player, a link, and data for front ends', async () => {
  const html = await renderHtml('[playlist ids="7"]', {
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
  assert.deepEqual(playlistDataOf(html), {
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

test('videos have dimensions, a poster and display dimensions', async () => {
  const html = await renderHtml('[playlist type="video" ids="60"]', {
    ...site,
    track: (id) => trackOf(id, { ...videoProperties, cover: 4 }),
  });
  assert.match(html, /^<div class="wp-playlist wp-video-playlist wp-playlist-light">/);
  assert.match(
    html,
    /<video class="wp-video-shortcode" width="1280" height="720" poster="http:\/\/x.test\/picture-4-full.jpg"/,
  );
  assert.deepEqual(playlistDataOf(html).tracks[0].dimensions, {
    original: { width: 1280, height: 720 },
    resized: { width: 640, height: 360 },
  });
});

test('each attribute disables a feature', async () => {
  const whole: TestSite = { ...site, track: (id) => trackOf(id, { artist: 'Ada', length: '0:09', cover: 4 }) };
  const of = (more: string) => renderHtml(`[playlist ids="7" ${more}]`, whole);
  const defaultHtml = await of('');
  for (const [attribute, featurePattern] of [
    ['tracklist', /wp-playlist-caption|<img|0:09<\/span>/],
    ['tracknumbers', /<ol/],
    ['images', /picture-4/],
    ['artists', /wp-playlist-item-artist/],
  ] as const) {
    assert.match(defaultHtml, featurePattern);
    for (const no of ['false', '0', '', 'FALSE']) {
      const html = await of(`${attribute}="${no}"`);
      assert.doesNotMatch(html, featurePattern, `${attribute} ${no}`);
      assert.equal(playlistDataOf(html)[attribute], false);
      assert.deepEqual(playedIds(html), [7]);
    }
    assert.equal(await of(`${attribute}="true"`), defaultHtml);
  }
  assert.match(await of('style="dark"'), /wp-playlist-dark"/);
  assert.match(await of(`style='"x'`), /wp-playlist-light"/);
});

test('the order is that of the IDs, that of the library, or the requested one', async () => {
  const orders: readonly [attributes: string, playedIds: readonly number[]][] = [
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
    assert.deepEqual(playedIds(await renderHtml(`[playlist ${attributes}]`, site)), expected, attributes);
});

test('includes only tracks of the requested type, and is empty without tracks', async () => {
  assert.deepEqual(playedIds(await renderHtml('[playlist ids="7,60"]', site)), [7]);
  assert.deepEqual(playedIds(await renderHtml('[playlist ids="7,60" type="video"]', site)), [60]);
  assert.deepEqual(playedIds(await renderHtml('[playlist ids="7,60" type="film"]', site)), [60]);
  assert.equal(await renderHtml('[playlist ids="7" type="video"]', site), '\n');
  assert.equal(await renderHtml('[playlist]'), '\n');
});

test('tracks and covers that are not public are rendered only in the entry that they are attached to', async () => {
  const hidden: TestSite = {
    track: (id) => trackOf(id, { isPublic: false, parent: id, cover: 4 }),
    tracksOf: (entry) => [trackOf(1, { isPublic: false, parent: entry, cover: 4 })],
    image: (id) => imageOf(id, { isPublic: false, parent: 8 }),
  };
  assert.deepEqual(playedIds(await renderHtml('[playlist ids="8,9"]', hidden, createEntryView(9))), [9]);
  assert.deepEqual(playedIds(await renderHtml('[playlist]', hidden, createEntryView(9))), [1]);
  assert.equal(await renderHtml('[playlist id="8"]', hidden, createEntryView(9)), '\n');
  assert.doesNotMatch(await renderHtml('[playlist]', hidden, createEntryView(9)), /picture/);
  assert.match(await renderHtml('[playlist]', hidden, createEntryView(8)), /picture-4/);
});

test('all playlists of an entry load their tracks at once, at most a hundred each', async () => {
  const numbers = Array.from({ length: 300 }, (_, at) => at + 1).join(',');
  const { requestedNeeds } = await renderContent(`[playlist ids="${numbers}"]\n\n[playlist type="video"]`, site);
  assert.deepEqual([requestedNeeds.length, requestedNeeds[0]?.length], [1, 101]);
  assert.deepEqual(requestedNeeds[0]?.at(-1), { kind: 'tracks of entry', id: 9, medium: 'video' });
});

const maliciousValuesForData = [
  ...maliciousValues,
  '</script><script>alert(1)</script>',
  '<!--<script>',
  ']]>',
  '\u2028\u2029',
];

for (const value of maliciousValuesForData)
  test(`${JSON.stringify(value.slice(0, 60))} is escaped`, async () => {
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
      image: imageOf,
    };
    const written = value.replace(/["<>[\]]/g, '');
    const html = await renderHtml(`[playlist ids="1,2" style="${written}" tracklist="${written}"]`, hostile);
    assert.deepEqual(findDangers(html), ['script'], html);
    const scripts: DefaultTreeAdapterTypes.Element[] = [];
    const walk = (node: DefaultTreeAdapterTypes.Node): void => {
      if ('tagName' in node && node.tagName === 'script') scripts.push(node);
      if ('childNodes' in node) node.childNodes.forEach(walk);
    };
    walk(parseFragment(html));
    assert.deepEqual(scripts[0]?.attrs[0], { name: 'type', value: 'application/json' });
    assert.equal(playlistDataOf(html).tracks.length, 2);
    assert.doesNotMatch(/<script[^>]*>(.*)<\/script>/s.exec(html)?.[1] ?? '', /[<>&'\u2028\u2029]/);
  });
