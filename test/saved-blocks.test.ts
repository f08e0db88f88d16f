// Tests that block content is returned byte for byte as an editor saved it. For filtered roles, this applies to harmless
// normalized content and to block comments (rendering.md §4, §10; additions.md "Block comments from filtered roles").
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { knownBlocks } from '../server/cms-v2/global-styles/known-blocks.ts';
import { runTask } from '../server/rendering/work/tasks.ts';
import { describeEachEngine } from './engines.ts';
import { savedBlocks } from './fixtures/saved-blocks.ts';
import { openTestSite, type TestSite } from './site.ts';

/** Serializes attributes as block editors write them into block comments. */
const serialized = (attributes: object): string =>
  JSON.stringify(attributes)
    .replaceAll('\\\\', '\\u005c')
    .replaceAll('--', '\\u002d\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll('\\"', '\\u0022');

const storedContent = (content: string, isFiltered: boolean): string =>
  runTask('store', {
    ...{ title: '', content, excerpt: '', footnotes: '', isFiltered },
    ...{ uploads: 'http://site.test/uploads/', theme: undefined },
  }).stored.content;

const name = fc.constantFrom(...knownBlocks, 'acme/box', 'acme/own-block_2').map((each) => each.replace('core/', ''));
/** A generator of strings with the characters that serializers escape, and other Unicode characters. */
const characters = fc.constantFrom(...'ab1 "\\/-\'&>é日\u00a0\u2028\t\n', '--', '😀', '\\u0041', '&amp;', '\ud800');
const strings = fc.oneof(
  fc.string({ unit: characters, maxLength: 12 }),
  fc.string({ unit: 'binary' }).map((text) => text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f<]/g, '')),
);
/** Generates rich text that every role may store. */
const richText = strings.chain((text) =>
  fc.constantFrom(
    `<strong>${escaped(text)}</strong> & more`,
    `<a href="/a?b=1&c=2" data-type="page" data-id='3' target=_blank>${escaped(text)}</a>`,
    `a < b > c<br>`,
    '<mark style="background-color: #fff; color: red;" class="has-inline-color">x</mark>',
    '<em>never closed',
  ),
);
const escaped = (text: string) => text.toWellFormed().replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const numbers = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));

const attributes = (strings: fc.Arbitrary<string>) => {
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      strings,
      numbers,
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(strings, tie('value'), { maxKeys: 3 }),
    ),
  }));
  // Only roles with `unfiltered_html` may store a style attribute in a block (rendering.md §10).
  return fc.dictionary(strings, value, { minKeys: 1, maxKeys: 5 }).filter((each) => !('style' in each));
};

const contentOf = (strings: fc.Arbitrary<string>) => {
  const { content } = fc.letrec<{ content: string; block: string }>((tie) => {
    const delimiter = fc.tuple(name, fc.option(attributes(strings).map(serialized)));
    return {
      content: fc
        .array(fc.oneof(tie('block'), fc.constantFrom('\n\n', '<p>x</p>')), { maxLength: 4 })
        .map((parts) => parts.join('')),
      block: fc.oneof(
        { maxDepth: 3 },
        delimiter.map(([type, json]) => `<!-- wp:${type}${json === null ? '' : ` ${json}`} /-->`),
        fc
          .tuple(delimiter, tie('content'))
          .map(
            ([[type, json], inner]) =>
              `<!-- wp:${type}${json === null ? '' : ` ${json}`} -->\n${inner}\n<!-- /wp:${type} -->`,
          ),
      ),
    };
  });
  return content;
};

describe('block content that an editor saved', () => {
  const numRuns = 500;

  it('is stored unchanged for roles with unfiltered_html', () => {
    const any = fc.oneof(strings, richText, fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(contentOf(any), (content) => assert.equal(storedContent(content, false), content)),
      { numRuns },
    );
  });

  it('is stored unchanged for filtered roles if it is harmless', () => {
    fc.assert(
      fc.property(contentOf(fc.oneof(strings, richText)), (content) =>
        assert.equal(storedContent(content, true), content),
      ),
      { numRuns },
    );
  });

  it('keeps the numbers, escapes, key order and duplicate keys of other serializers', () => {
    for (const json of [
      '{"a":1.0,"b":1e3,"c":-0,"d":2.50,"e":90071992547409931,"f":1E+2}',
      '{"b":1,"1":2,"a":3,"b":4}',
      '{"a":"c:\\\\\\\\d\\"x","b":"\\\\"}'.replaceAll('\\"', '\\u0022'),
      '{"a":"\\u002d\\u002d-","b":"-\\u002d","c":"\\u003cb\\u003e \\u0026 \\u0022 \\u0027"}'.replace(' \\u0027', " '"),
      '{"a":"\\u2028","b":"\\b\\f\\n\\r\\t","c":"\\u001b\\u007f","d":"\\ud800"}',
      '{"a":"  two  spaces  ","":{"":[]}}',
    ])
      for (const isFiltered of [false, true]) {
        if (isFiltered && json.includes('\\u001b')) continue;
        const content = `<!-- wp:acme/box ${json} -->\n<p>x</p>\n<!-- /wp:acme/box -->`;
        assert.equal(storedContent(content, isFiltered), content);
      }
  });
});

describeEachEngine('block content', (engine) => {
  let site: TestSite;
  before(async () => {
    site = await openTestSite({ database: await engine.open() });
  });
  after(() => assert.deepEqual(site.errors, []));

  /**
   * Returns the compared part of the content for each role. For filtered roles, it consists of the block comments, because
   * the filter normalizes HTML: `<br/>` becomes `<br />` (rendering.md §10).
   */
  const comparableForm = {
    administrator: (raw: string) => raw,
    author: (raw: string) => raw.match(/<!-- .*? -->/gs)?.join('\n'),
  };
  const fetchRaw = async (path: string) =>
    (await site.request('administrator', 'GET', `${path}?context=edit`)).body.content.raw;

  for (const caller of ['administrator', 'author'] as const)
    it(`of many types is returned as it was saved (${caller})`, async () => {
      for (const [type, content] of Object.entries(savedBlocks)) {
        const { id, ...created } = await site.create('/cms/v2/posts', { title: type, content }, caller);
        assert.equal(comparableForm[caller](created.content.raw), comparableForm[caller](content), type);
        assert.equal(await fetchRaw(`/cms/v2/posts/${id}`), created.content.raw, type);
      }
      const allBlocks = Object.values(savedBlocks).join('\n\n');
      const { id } = await site.create('/cms/v2/posts', { title: 'All', content: allBlocks }, caller);
      const { body } = await site.request(caller, 'POST', `/cms/v2/posts/${id}`, { content: `${allBlocks}\n` });
      assert.equal(comparableForm[caller](body.content.raw), comparableForm[caller](`${allBlocks}\n`));
    });

  it('gets the theme attribute of template parts only in templates', async () => {
    const content = '<!-- wp:template-part {"slug":"header"} /-->';
    for (const collection of ['posts', 'pages', 'blocks', 'navigation']) {
      const { id } = await site.create(`/cms/v2/${collection}`, { title: 'Part', content, status: 'draft' });
      assert.equal(await fetchRaw(`/cms/v2/${collection}/${id}`), content, collection);
      const { body: saved } = await site.request('administrator', 'POST', `/cms/v2/${collection}/${id}/autosaves`, {
        content,
      });
      assert.equal(saved.content.raw, content, collection);
    }
    const template = await site.create('/cms/v2/templates', { slug: 'part', content });
    assert.equal(template.content.raw, '<!-- wp:template-part {"slug":"header","theme":"quarto"} /-->');
  });
});
