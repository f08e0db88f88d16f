// Attacks, changed at random, on every kind of field. `OCTAVO_FUZZ=200000 npm run fuzz` takes a long walk.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { attributeString } from '../blocks/attributes.ts';
import { readBlockMark } from '../blocks/grammar.ts';
import { renderExcerpt, renderMadeExcerpt, renderTitle } from '../render.ts';
import { type AllowedMarkup, commentMarkup, descriptionMarkup, entryMarkup, titleMarkup } from './allowed-markup.ts';
import { attackSeeds } from './attack-seeds-for-tests.ts';
import { everyReading, isOurs, notAllowed, staysInside } from './findings-for-tests.ts';
import { footnotesPlain } from './footnotes.ts';
import { mutatedAttack } from './mutations-for-tests.ts';
import { escapedName } from './names.ts';
import { sanitise } from './sanitise.ts';
import { showContent } from './shown-contents-for-tests.ts';

const nothing: AllowedMarkup = { label: 'nothing', elements: new Map(), data: false };

/** Filtered fields, with how each is shown to readers. */
const fields: readonly [
  name: string,
  markup: AllowedMarkup,
  shown: ((stored: string) => string | Promise<string>)[],
][] = [
  ['content', entryMarkup, [showContent, (stored) => renderMadeExcerpt(stored)]],
  ['excerpt', entryMarkup, [renderExcerpt]],
  ['title', titleMarkup, [renderTitle]],
  ['comment', commentMarkup, []],
  ['description', descriptionMarkup, []],
];

/** A string as it is stored among the attributes of a block. */
function storedInBlock(value: string): string {
  const stored = sanitise(
    `<!-- wp:a {"b":${attributeString(value)}} /-->`,
    entryMarkup,
    'https://example.org/uploads/',
  );
  return String(readBlockMark(stored.slice('<!--'.length, -'-->'.length))?.attributes.b);
}

async function assertHarmless(input: string): Promise<void> {
  for (const [field, markup, shown] of fields) {
    const stored = sanitise(input, markup, 'https://example.org/uploads/');
    assert.deepEqual(notAllowed(stored, markup), [], `${field} stores ${stored}`);
    assert.deepEqual(everyReading(stored), [], `${field} stores ${stored}`);
    assert.ok(staysInside(stored), `${field} reaches out of its place: ${stored}`);
    assert.equal(sanitise(stored, markup, 'https://example.org/uploads/'), stored, `${field} is not stable`);
    for (const show of shown) {
      const html = await show(stored);
      assert.deepEqual(everyReading(html, isOurs), [], `${field} shows ${html}`);
    }
  }
  const value = storedInBlock(input);
  assert.deepEqual(notAllowed(value, entryMarkup), [], `an attribute is ${value}`);
  for (const html of [value, `${value} src=x onerror=ran()>`, `${value}${value}`])
    assert.deepEqual(everyReading(html), [], `an attribute is shown as ${html}`);
  assert.equal(storedInBlock(value), value, 'an attribute is not stable');
  const name = escapedName(input);
  assert.deepEqual(notAllowed(name, nothing), [], name);
  assert.equal(escapedName(name), name);
  const notes: { content: string }[] = JSON.parse(
    footnotesPlain(JSON.stringify([{ id: 'a', content: input }]), 'https://example.org/uploads/'),
  );
  for (const { content } of notes) assert.deepEqual(notAllowed(content, entryMarkup), [], content);
}

for (const [kind, seeds] of Object.entries(attackSeeds))
  test(`attacks by ${kind} are harmless in every field`, async () => {
    for (const seed of seeds) await assertHarmless(seed);
  });

test('an attack beside a list of pictures is harmless', () =>
  assertHarmless(
    '<<math><annotation-xml encoding="text/html"><style><img title="</style><img src onerror=ran()>"></style></annotation-xml></math>a href="[embed]" title="[[gallery]]">x</a>',
  ));

const runs = Number(process.env.OCTAVO_FUZZ ?? 4000);

test(`${runs} changed attacks are harmless in every field`, { timeout: 3_600_000 }, () =>
  fc.assert(fc.asyncProperty(mutatedAttack, assertHarmless), { numRuns: runs }),
);

test('a string in the attributes of a block stays as it was submitted where it is harmless', () => {
  const harmless = [
    ...['Tea & cake', '"a" \'b\'', 'a > b', 'a < b', '&lt;script&gt;', 'javascript:x', 'C:\\new', '😀 日'],
    ...['<b>never closed', '<ul><li>a', "<a href='/x?a=1&b=2' target=_blank>x</a>", 'a<br>b<BR/>c'],
    ...['<p style="color: red; width: 20px;">x</p>', '<math><mi>x</mi></math>', '<textarea>x</textarea>'],
  ];
  for (const value of harmless) assert.equal(storedInBlock(value), value);
  const others: [value: string, stored: string][] = [
    ['<b onclick=x>y & z', '<b>y &amp; z</b>'],
    ['<script>x</script>', 'x'],
    ['<b>x</b></div>', '<b>x</b>'],
    ['a <img src="x', 'a &lt;img src=&quot;x'],
    ['a <', 'a &lt;'],
    ['<math><mi>x', '<math><mi>x</mi></math>'],
    ['<textarea>x', '<textarea>x</textarea>'],
    ['<i title="<b>">x', '<i title="&lt;b&gt;">x</i>'],
    ['a\u0001b', 'ab'],
  ];
  for (const [value, stored] of others) assert.equal(storedInBlock(value), stored);
});

test('what the service puts into texts is there to be judged', async () => {
  const html = await showContent('[playlist]\n\nhttp://x.test/own/\n\n[embed]http://x.test/own/[/embed]');
  assert.deepEqual([html.split('<script').length - 1, html.split('<iframe').length - 1], [1, 2]);
  assert.deepEqual(everyReading(html, isOurs), []);
  assert.notDeepEqual(everyReading(html), []);
});

test('the judges find what runs', () => {
  const running = [
    '<img src=x onerror=y>',
    '<a href="java\tscript:x">a</a>',
    '<p style="background:u\\72l(javascript:x)">',
    '<object data=x>',
  ];
  for (const html of running) assert.notDeepEqual(everyReading(html), [], html);
  for (const html of ['<svg>', '<p>', '<b class=x>']) assert.notDeepEqual(notAllowed(html, titleMarkup), [], html);
  const frame = '<iframe sandbox="allow-scripts" src="http://x.test/">';
  const notOurs = [
    '<script>1</script>',
    '<script type="application/json" class="a">{}</script >'.replace('json', 'js'),
    '<script type="application/json" class="a" src="/x">{}</script>',
    frame.replace('allow-scripts', 'allow-scripts allow-same-origin'),
    frame.replace('x.test', 'evil.test'),
    frame.replace('src', 'srcdoc="x" src'),
  ];
  for (const html of notOurs) assert.notDeepEqual(everyReading(html, isOurs), [], html);
  assert.equal(staysInside('<textarea>'), false);
  assert.deepEqual([everyReading('<a href="/x">b</a>'), notAllowed('<a href="/x">b</a>', titleMarkup)], [[], []]);
});
