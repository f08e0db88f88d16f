// Renders every entry of a real export and compares it with its source, as parsed by parse5 and the oracles.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { autop } from '@wordpress/autop';
import { parse } from '@wordpress/block-serialization-default-parser';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { type RealEntry, realEntries, skipWithoutRealSite } from '../../test/real-site.ts';
import { renderHtml } from '../../test/rendering/site.ts';
import { hasBlocks, normalBlocks } from './blocks/index.ts';
import { parseBlocks } from './blocks/parse.ts';
import { type ContentParts, renderContentParts } from './content-parts.ts';
import { addParagraphs } from './paragraphs.ts';
import { renderExcerpt, renderGeneratedExcerpt, renderTitle } from './render.ts';
import { entryMarkup } from './sanitise/allowed-markup.ts';
import { sanitize } from './sanitise/sanitise.ts';

type Node = DefaultTreeAdapterTypes.Node;

function nodesOf(html: string): Node[] {
  const found: Node[] = [];
  const waiting: Node[] = [parseFragment(html, { scriptingEnabled: false })];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    found.push(node);
    if ('childNodes' in node) waiting.push(...node.childNodes.toReversed());
  }
  return found;
}

const countedElements = [
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'img',
  'ul',
  'ol',
  'li',
  'table',
  'td',
  'pre',
  'code',
  'a',
];

/** Returns the number of occurrences of each element. */
function countsOf(html: string, names: readonly string[]): Record<string, number> {
  const tags = nodesOf(html).flatMap((node) => ('tagName' in node ? [node.tagName] : []));
  return Object.fromEntries(names.map((name) => [name, tags.filter((tag) => tag === name).length]));
}

/** Returns the text of HTML without whitespace, and with typographic characters normalized. */
const textOf = (html: string): string =>
  nodesOf(html)
    .map((node) => ('value' in node && node.nodeName === '#text' ? node.value : ''))
    .join('')
    .replace(/[“”″]|``|''/g, '"')
    .replace(/[‘’′]/g, "'")
    .replace(/[–—]|-+/g, '-')
    .replaceAll('…', '...')
    .replaceAll('×', 'x')
    .replaceAll('™', '(tm)')
    .replace(/\s+/g, '');

const hasCaption = (content: string) => content.includes('[caption');

/** Returns a source without shortcodes. Media shortcodes are removed, and captions and embeds are replaced with their content. */
const withoutShortcodes = (content: string): string =>
  content
    .replace(/\[(gallery|playlist|audio|video)\b[^\]]*\](?:\[\/\1\])?/g, '')
    .replace(/\[caption[^\]]*?caption="([^"]*)"[^\]]*\](.*?)\[\/caption\]/gs, '$2$1')
    .replace(/\[\/?(?:caption|embed)[^\]]*\]/g, '');

/** Whether a part is HTML or a block of URLs, which are not resolved in this test. */
const isOfContent = (part: ContentParts[number]): boolean =>
  typeof part === 'string' || part.name === 'shortcode/embed';

describe('a real export', { skip: skipWithoutRealSite }, () => {
  let entries: readonly RealEntry[] = [];
  const made = new Map<string, string>();
  const shown = (content: string) => made.get(content) ?? '';
  before(async () => {
    const all = (await realEntries()).filter(({ content }) => content.trim() !== '');
    assert.ok(all.length >= 90, `${all.length} entries with text`);
    // Entries with dynamic blocks or galleries depend on other data.
    entries = all.filter(({ content }) => renderContentParts(content).every(isOfContent));
    for (const { content } of entries) made.set(content, await renderHtml(content));
    assert.ok(all.length - entries.length <= 5, `${all.length - entries.length} entries with placeholders`);
  });

  test('keeps every heading, image, list, table, code and link', () => {
    for (const { title, content } of entries)
      assert.deepEqual(
        countsOf(shown(content), countedElements),
        countsOf(withoutShortcodes(content), countedElements),
        title,
      );
  });

  test('has the paragraphs of the source or of the oracle', () => {
    for (const { title, content } of entries.filter((entry) => !hasCaption(entry.content))) {
      const source = withoutShortcodes(content);
      const expected = countsOf(hasBlocks(content) ? source : autop(source), ['p', 'br']);
      assert.deepEqual(countsOf(shown(content), ['p', 'br']), expected, title);
    }
  });

  test('loses no text', () => {
    for (const { title, content, excerpt } of entries) {
      assert.equal(textOf(shown(content)), textOf(withoutShortcodes(content)), title);
      assert.equal(textOf(renderTitle(title)), textOf(title));
      assert.equal(textOf(renderExcerpt(excerpt)), textOf(excerpt), title);
    }
  });

  test('loses no text when it is sanitized', () => {
    for (const { title, content } of entries) {
      const filtered = sanitize(content, entryMarkup);
      assert.equal(textOf(filtered), textOf(content), title);
      assert.equal(sanitize(filtered, entryMarkup), filtered, title);
    }
  });

  test('generates excerpts with words of the entry', () => {
    for (const { title, content } of entries) {
      const words = textOf(content);
      const made = renderGeneratedExcerpt(content).replace(' [&hellip;]', '');
      for (const word of made.replace(/<[^>]*>/g, '').split(/\s+/))
        assert.ok(words.includes(textOf(word)), `${title}: ${word}`);
    }
  });

  test('gives the same paragraphs and blocks as the oracles', () => {
    for (const { title, content } of entries) {
      if (!hasBlocks(content)) assert.equal(addParagraphs(content), autop(content), title);
      const names = (from: string) => parse(from).map(({ blockName, attrs }) => [blockName, attrs ?? {}]);
      assert.deepEqual(
        parseBlocks(content).map(({ name, attributes }) => [name, attributes]),
        names(content),
        title,
      );
      assert.deepEqual(names(normalBlocks(content)), names(content), title);
    }
  });
});
