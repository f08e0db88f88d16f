import type { Block } from '../../blocks/grammar.ts';
import type { DynamicBlock } from '../dynamic-block.ts';
import type { Found, TermQuery } from '../needs.ts';
import { ownAttributes, textOf, wholeNumber, word } from '../text.ts';

/** The terms that most entries carry, by name, each as large as it is frequent. */
export const tagCloud: DynamicBlock = {
  name: 'core/tag-cloud',
  needs: (block) => [{ kind: 'terms', query: queryOf(block) }],
  render,
};

const queryOf = ({ attributes }: Block): TermQuery => ({
  taxonomy: word(attributes.taxonomy, 'post_tag'),
  orderBy: 'count',
  empty: false,
  limit: wholeNumber(attributes.numberOfTags, 45, 1, 100),
});

/** A size and its unit. */
function sizeOf(value: unknown, otherwise: number): { size: number; unit: string } {
  const text = typeof value === 'string' ? value : '';
  const [, digits, unit] = /^(\d{1,4}(?:\.\d{1,4})?)(px|pt|em|rem|vw|vh|%)$/.exec(text) ?? [];
  return digits && unit ? { size: Number(digits), unit } : { size: otherwise, unit: 'pt' };
}

function render(block: Block, _: unknown, found: Found): string {
  const { attributes } = block;
  const terms = found.terms(queryOf(block)).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  if (terms.length === 0) return `<p${ownAttributes(block)}>No terms to show.</p>`;
  const smallest = sizeOf(attributes.smallestFontSize, 8);
  const largest = sizeOf(attributes.largestFontSize, 22);
  const counts = terms.map(({ count }) => count);
  const least = Math.min(...counts);
  const spread = Math.max(...counts) - least || 1;
  const links = terms.map((term, at) => {
    const share = (term.count - least) / spread;
    const size = Number((smallest.size + share * (largest.size - smallest.size)).toFixed(2));
    const items = `${term.count} ${term.count === 1 ? 'item' : 'items'}`;
    const count = attributes.showTagCounts === true ? `<span class="tag-link-count"> (${term.count})</span>` : '';
    return (
      `<a class="tag-cloud-link tag-link-${term.id} tag-link-position-${at + 1}" href="${term.address}" ` +
      `style="font-size: ${size}${smallest.unit};" aria-label="${textOf(term.name)} (${items})">${textOf(term.name)}${count}</a>`
    );
  });
  return `<p${ownAttributes(block)}>${links.join('\n')}</p>`;
}
