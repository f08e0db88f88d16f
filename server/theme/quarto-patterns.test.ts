// The patterns of the theme that a site has as long as it is given no other.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type Block, parseBlocks } from '../rendering/blocks/index.ts';
import { shownOf } from '../rendering/dynamic/site-for-tests.ts';
import { runTask } from '../rendering/work/tasks.ts';
import { readTheme } from './read-theme.ts';

const { patterns, patternCategories } = readTheme('themes/quarto');
const categories = new Set(patternCategories.map(({ name }) => name));

function namesIn(blocks: readonly (string | Block)[]): string[] {
  return blocks.flatMap((block) =>
    typeof block === 'string' ? [] : [block.name ?? 'classic text', ...namesIn(block.pieces)],
  );
}

describe('the patterns of quarto', () => {
  it('are at least twenty, in categories that the theme names and that all have some', () => {
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
      'every file is named in theme.json',
    );
  });

  for (const { slug, content } of patterns)
    it(`${slug} comes back as it is from any role, and shows without scripts and other sites`, async () => {
      const stored = (isFiltered: boolean) =>
        runTask('store', {
          ...{ title: '', content, excerpt: '', footnotes: '', isFiltered },
          ...{ uploads: 'http://x.test/uploads/', theme: undefined },
        }).stored.content;
      assert.equal(stored(false), content);
      assert.equal(stored(true).replaceAll(' />', '/>'), content.replaceAll(' />', '/>'));
      const blank = parseBlocks(content).filter(({ name }) => name === null);
      assert.deepEqual(
        blank
          .flatMap(({ pieces }) => pieces)
          .join('')
          .trim(),
        '',
        'nothing stands outside of blocks',
      );
      assert.ok(namesIn(parseBlocks(content)).every((name) => name === 'classic text' || name.startsWith('core/')));
      const html = await shownOf(content);
      assert.doesNotMatch(html, /<script|<iframe|<!-- wp:|\son\w+=|src="http/i);
    });
});
