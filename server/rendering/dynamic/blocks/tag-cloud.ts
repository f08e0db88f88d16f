import type { Block } from '../../blocks/parse.ts';
import { integerInRange, keywordOr, textOf, wrapperAttributes } from '../../blocks/text.ts';
import type { DynamicBlock } from '../dynamic-block.ts';
import type { LoadedData, TermQuery } from '../needs.ts';

/** The most frequent terms, sorted by name, in font sizes that depend on their frequency. */
export const tagCloud: DynamicBlock = {
  name: 'core/tag-cloud',
  needs: (block) => [{ kind: 'terms', query: queryOf(block) }],
  render,
};

const queryOf = ({ attributes }: Block): TermQuery => ({
  taxonomy: keywordOr(attributes.taxonomy, 'post_tag'),
  orderBy: 'count',
  empty: false,
  limit: integerInRange(attributes.numberOfTags, 45, 1, 100),
});

/** Parses a font size with its unit; returns the default size if it is invalid. */
function parseFontSize(value: unknown, defaultSize: number): { size: number; unit: string } {
  const text = typeof value === 'string' ? value : '';
  const [, digits, unit] = /^(\d{1,4}(?:\.\d{1,4})?)(px|pt|em|rem|vw|vh|%)$/.exec(text) ?? [];
  return digits && unit ? { size: Number(digits), unit } : { size: defaultSize, unit: 'pt' };
}

function render(block: Block, _: unknown, found: LoadedData): string {
  const { attributes } = block;
  const terms = found.terms(queryOf(block)).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  if (terms.length === 0) return `<p${wrapperAttributes(block)}>No terms to show.</p>`;
  const smallest = parseFontSize(attributes.smallestFontSize, 8);
  const largest = parseFontSize(attributes.largestFontSize, 22);
  const counts = terms.map(({ count }) => count);
  const minCount = Math.min(...counts);
  const countRange = Math.max(...counts) - minCount || 1;
  const links = terms.map((term, at) => {
    const share = (term.count - minCount) / countRange;
    const size = Number((smallest.size + share * (largest.size - smallest.size)).toFixed(2));
    const items = `${term.count} ${term.count === 1 ? 'item' : 'items'}`;
    const count = attributes.showTagCounts === true ? `<span class="tag-link-count"> (${term.count})</span>` : '';
    return (
      `<a class="tag-cloud-link tag-link-${term.id} tag-link-position-${at + 1}" href="${term.url}" ` +
      `style="font-size: ${size}${smallest.unit};" aria-label="${textOf(term.name)} (${items})">${textOf(term.name)}${count}</a>`
    );
  });
  return `<p${wrapperAttributes(block)}>${links.join('\n')}</p>`;
}
