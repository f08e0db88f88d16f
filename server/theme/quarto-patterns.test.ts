// Tests of the patterns of the default theme.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { renderHtml } from '../../test/rendering/site.ts';
import { type Block, parseBlocks } from '../rendering/blocks/parse.ts';
import { runTask } from '../rendering/work/tasks.ts';
import { readTheme } from './read-theme.ts';

const { patterns, patternCategories } = readTheme('themes/quarto');
const categories = new Set(patternCategories.map(({ name }) => name));

function blockNamesIn(blocks: readonly (string | Block)[]): string[] {
  return blocks.flatMap((block) =>
    typeof block === 'string' ? [] : [block.name ?? 'classic text', ...blockNamesIn(block.innerContent)],
  );
}

describe('the patterns of quarto', () => {
  it('are at least twenty, and use exactly the categories that the theme declares', () => {
    assert.ok(patterns.length >= 20);
    for (const { slug, categories: own, title, description } of patterns) {
      assert.ok(own.length > 0 && own.every((name) => categories.has(name)), slug);
      assert.ok(title !== '' && description.endsWith('.'), slug);
    }
    assert.deepEqual(new Set(patterns.flatMap(({ categories: own }) => own)), categories);
    assert.equal(new Set(patterns.map(({ title }) => title)).size, patterns.length);
    assert.deepEqual(
      patterns.map(({ slug }) => `${slug}.html`).sort(),
      readdirSync('themes/quarto/patterns').sort(),
      'theme.json declares every file',
    );
  });

  for (const { slug, content } of patterns)
    it(`${slug} is stored unchanged for any role, and renders without scripts or resources from other sites`, async () => {
      const stored = (isFiltered: boolean) =>
        runTask('store', {
          ...{ title: '', content, excerpt: '', footnotes: '', isFiltered },
          ...{ uploads: 'http://x.test/uploads/', theme: undefined },
        }).stored.content;
      assert.equal(stored(false), content);
      assert.equal(stored(true).replaceAll(' />', '/>'), content.replaceAll(' />', '/>'));
      const classicBlocks = parseBlocks(content).filter(({ name }) => name === null);
      assert.deepEqual(
        classicBlocks
          .flatMap(({ innerContent }) => innerContent)
          .join('')
          .trim(),
        '',
        'there is no content outside of blocks',
      );
      assert.ok(
        blockNamesIn(parseBlocks(content)).every((name) => name === 'classic text' || name.startsWith('core/')),
      );
      const html = await renderHtml(content);
      assert.doesNotMatch(html, /<script|<iframe|<!-- wp:|\son\w+=|src="http/i);
    });
});
