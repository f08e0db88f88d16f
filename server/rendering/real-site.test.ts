// Every entry of a real export, rendered whole and compared with its source, which parse5 and the oracles read here.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { autop } from '@wordpress/autop';
import { parse } from '@wordpress/block-serialization-default-parser';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { type RealEntry, realEntries, withoutRealSite } from '../../test/real-site.ts';
import { hasBlocks, normalBlocks, parseBlocks } from './blocks/index.ts';
import { shownOf } from './dynamic/site-for-tests.ts';
import { paragraphs } from './paragraphs.ts';
import { contentParts, type Parts } from './parts.ts';
import { renderExcerpt, renderMadeExcerpt, renderTitle } from './render.ts';
import { entryMarkup } from './sanitise/allowed-markup.ts';
import { sanitise } from './sanitise/sanitise.ts';

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

const counted = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'img', 'ul', 'ol', 'li', 'table', 'td', 'pre', 'code', 'a'];

/** How often each of some elements stands in a HTML text. */
function countsOf(html: string, names: readonly string[]): Record<string, number> {
  const tags = nodesOf(html).flatMap((node) => ('tagName' in node ? [node.tagName] : []));
  return Object.fromEntries(names.map((name) => [name, tags.filter((tag) => tag === name).length]));
}

/** The letters of a HTML text, with what typography changes brought into one form. */
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

/** A source without its shortcodes: media give nothing here, captions and addresses what they hold. */
const withoutShortcodes = (content: string): string =>
  content
    .replace(/\[(gallery|playlist|audio|video)\b[^\]]*\](?:\[\/\1\])?/g, '')
    .replace(/\[caption[^\]]*?caption="([^"]*)"[^\]]*\](.*?)\[\/caption\]/gs, '$2$1')
    .replace(/\[\/?(?:caption|embed)[^\]]*\]/g, '');

/** Whether a part is finished; what stands at addresses of other sites is not asked for. */
const isOfContent = (part: Parts[number]): boolean => typeof part === 'string' || part.name === 'shortcode/embed';

describe('a real export', { skip: withoutRealSite }, () => {
  let entries: readonly RealEntry[] = [];
  const made = new Map<string, string>();
  const shown = (content: string) => made.get(content) ?? '';
  before(async () => {
    const all = (await realEntries()).filter(({ content }) => content.trim() !== '');
    assert.ok(all.length >= 90, `${all.length} entries with text`);
    // What dynamic blocks and galleries show is not in the entry itself.
    entries = all.filter(({ content }) => contentParts(content).every(isOfContent));
    for (const { content } of entries) made.set(content, await shownOf(content));
    assert.ok(all.length - entries.length <= 5, `${all.length - entries.length} entries with holes`);
  });

  test('keeps every heading, picture, list, table, code and link', () => {
    for (const { title, content } of entries)
      assert.deepEqual(countsOf(shown(content), counted), countsOf(withoutShortcodes(content), counted), title);
  });

  test('has the paragraphs that its source has, or that the oracle makes of it', () => {
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

  test('loses no text when it is filtered', () => {
    for (const { title, content } of entries) {
      const filtered = sanitise(content, entryMarkup);
      assert.equal(textOf(filtered), textOf(content), title);
      assert.equal(sanitise(filtered, entryMarkup), filtered, title);
    }
  });

  test('makes excerpts of words that its entries have', () => {
    for (const { title, content } of entries) {
      const words = textOf(content);
      const made = renderMadeExcerpt(content).replace(' [&hellip;]', '');
      for (const word of made.replace(/<[^>]*>/g, '').split(/\s+/))
        assert.ok(words.includes(textOf(word)), `${title}: ${word}`);
    }
  });

  test('gets the same paragraphs and blocks as from the oracles', () => {
    for (const { title, content } of entries) {
      if (!hasBlocks(content)) assert.equal(paragraphs(content), autop(content), title);
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
