// Tests random mutations of attacks in all types of fields. `OCTAVO_FUZZ=200000 npm run fuzz` runs more of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { attackSeeds } from '../../../test/rendering/attack-seeds.ts';
import {
  disallowedMarkup,
  findingsInAllContexts,
  isSelfContained,
  isServiceElement,
} from '../../../test/rendering/findings.ts';
import { renderInMaliciousSite } from '../../../test/rendering/malicious-site.ts';
import { mutatedAttack } from '../../../test/rendering/mutations.ts';
import { attributeString } from '../blocks/attributes.ts';
import { parseBlockComment } from '../blocks/parse.ts';
import { renderExcerpt, renderGeneratedExcerpt, renderTitle } from '../render.ts';
import { type AllowedMarkup, commentMarkup, descriptionMarkup, entryMarkup, titleMarkup } from './allowed-markup.ts';
import { sanitizeFootnotes } from './footnotes.ts';
import { sanitizeName } from './names.ts';
import { sanitize } from './sanitise.ts';

const noMarkup: AllowedMarkup = { label: 'nothing', elements: new Map(), allowsDataAttributes: false };

/** Sanitized fields with their renderers. */
const fields: readonly [
  name: string,
  markup: AllowedMarkup,
  shown: ((stored: string) => string | Promise<string>)[],
][] = [
  ['content', entryMarkup, [renderInMaliciousSite, (stored) => renderGeneratedExcerpt(stored)]],
  ['excerpt', entryMarkup, [renderExcerpt]],
  ['title', titleMarkup, [renderTitle]],
  ['comment', commentMarkup, []],
  ['description', descriptionMarkup, []],
];

/** Returns a string attribute of a block after sanitizing. */
function sanitiseInBlock(value: string): string {
  const stored = sanitize(
    `<!-- wp:a {"b":${attributeString(value)}} /-->`,
    entryMarkup,
    'https://example.org/uploads/',
  );
  return String(parseBlockComment(stored.slice('<!--'.length, -'-->'.length))?.attributes.b);
}

async function assertHarmless(input: string): Promise<void> {
  // Most fields store and render the same HTML, which is checked once.
  const harmless = new Set<string>();
  const assertNoFindings = (html: string, what: string, isAccepted?: typeof isServiceElement) => {
    const key = `${isAccepted === undefined} ${html}`;
    if (harmless.has(key)) return;
    assert.deepEqual(findingsInAllContexts(html, isAccepted), [], `${what} ${html}`);
    harmless.add(key);
  };
  for (const [field, markup, renderers] of fields) {
    const stored = sanitize(input, markup, 'https://example.org/uploads/');
    assert.deepEqual(disallowedMarkup(stored, markup), [], `${field} stores ${stored}`);
    assertNoFindings(stored, `${field} stores`);
    assert.ok(isSelfContained(stored), `${field} is not self-contained: ${stored}`);
    assert.equal(sanitize(stored, markup, 'https://example.org/uploads/'), stored, `${field} is not stable`);
    for (const renderField of renderers) {
      const html = await renderField(stored);
      assertNoFindings(html, `${field} renders`, isServiceElement);
    }
  }
  const value = sanitiseInBlock(input);
  assert.deepEqual(disallowedMarkup(value, entryMarkup), [], `an attribute is ${value}`);
  for (const html of [value, `${value} src=x onerror=ran()>`, `${value}${value}`])
    assertNoFindings(html, 'an attribute renders');
  assert.equal(sanitiseInBlock(value), value, 'sanitizing an attribute again changes it');
  const name = sanitizeName(input);
  assert.deepEqual(disallowedMarkup(name, noMarkup), [], name);
  assert.equal(sanitizeName(name), name);
  const notes: { content: string }[] = JSON.parse(
    sanitizeFootnotes(JSON.stringify([{ id: 'a', content: input }]), 'https://example.org/uploads/'),
  );
  for (const { content } of notes) assert.deepEqual(disallowedMarkup(content, entryMarkup), [], content);
}

for (const [kind, seeds] of Object.entries(attackSeeds))
  test(`attacks by ${kind} are harmless in every field`, async () => {
    for (const seed of seeds) await assertHarmless(seed);
  });

test('an attack next to a gallery is harmless', () =>
  assertHarmless(
    '<<math><annotation-xml encoding="text/html"><style><img title="</style><img src onerror=ran()>"></style></annotation-xml></math>a href="[embed]" title="[[gallery]]">x</a>',
  ));

/** Each run of the tests has other mutations, so that many runs together test many. */
const mutationCount = Number(process.env.OCTAVO_FUZZ ?? 2000);

test(`${mutationCount} mutated attacks are harmless in every field`, { timeout: 3_600_000 }, () =>
  fc.assert(fc.asyncProperty(mutatedAttack, assertHarmless), { numRuns: mutationCount }),
);

test('harmless strings in block attributes are stored as submitted', () => {
  const harmless = [
    ...['Tea & cake', '"a" \'b\'', 'a > b', 'a < b', '&lt;script&gt;', 'javascript:x', 'C:\\new', '😀 日'],
    ...['<b>never closed', '<ul><li>a', "<a href='/x?a=1&b=2' target=_blank>x</a>", 'a<br>b<BR/>c'],
    ...['<p style="color: red; width: 20px;">x</p>', '<math><mi>x</mi></math>', '<textarea>x</textarea>'],
  ];
  for (const value of harmless) assert.equal(sanitiseInBlock(value), value);
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
  for (const [value, stored] of others) assert.equal(sanitiseInBlock(value), stored);
});

test('the elements that the service adds are accepted', async () => {
  const html = await renderInMaliciousSite('[playlist]\n\nhttp://x.test/own/\n\n[embed]http://x.test/own/[/embed]');
  assert.deepEqual([html.split('<script').length - 1, html.split('<iframe').length - 1], [1, 2]);
  assert.deepEqual(findingsInAllContexts(html, isServiceElement), []);
  assert.notDeepEqual(findingsInAllContexts(html), []);
});

test('the checks detect executable HTML', () => {
  const executableSamples = [
    '<img src=x onerror=y>',
    '<a href="java\tscript:x">a</a>',
    '<p style="background:u\\72l(javascript:x)">',
    '<object data=x>',
  ];
  for (const html of executableSamples) assert.notDeepEqual(findingsInAllContexts(html), [], html);
  for (const html of ['<svg>', '<p>', '<b class=x>'])
    assert.notDeepEqual(disallowedMarkup(html, titleMarkup), [], html);
  const frame = '<iframe sandbox="allow-scripts" src="http://x.test/">';
  const foreignElements = [
    '<script>1</script>',
    '<script type="application/json" class="a">{}</script >'.replace('json', 'js'),
    '<script type="application/json" class="a" src="/x">{}</script>',
    frame.replace('allow-scripts', 'allow-scripts allow-same-origin'),
    frame.replace('x.test', 'evil.test'),
    frame.replace('src', 'srcdoc="x" src'),
  ];
  for (const html of foreignElements) assert.notDeepEqual(findingsInAllContexts(html, isServiceElement), [], html);
  assert.equal(isSelfContained('<textarea>'), false);
  assert.deepEqual(
    [findingsInAllContexts('<a href="/x">b</a>'), disallowedMarkup('<a href="/x">b</a>', titleMarkup)],
    [[], []],
  );
});
