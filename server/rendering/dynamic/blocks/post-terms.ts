import type { Block } from '../../blocks/grammar.ts';
import type { Context, DynamicBlock } from '../dynamic-block.ts';
import type { Found } from '../needs.ts';
import { ownAttributes, spacedTextOf, textOf, word } from '../text.ts';

/** The terms that an entry carries of one taxonomy. */
export const postTerms: DynamicBlock = {
  name: 'core/post-terms',
  needs: (_, { entry }) => [{ kind: 'terms of entry', id: entry.id }],
  render,
};

function render(block: Block, { entry }: Context, found: Found): string {
  const { attributes } = block;
  const taxonomy = word(attributes.term);
  const own = 'wp-block-post-terms';
  const links = found
    .termsOf(entry.id, taxonomy)
    .map(({ address, name }) => `<a href="${address}" rel="tag">${textOf(name)}</a>`);
  if (links.length === 0) return '';
  const between = typeof attributes.separator === 'string' ? spacedTextOf(attributes.separator) : ', ';
  const separator = `<span class="${own}__separator">${between}</span>`;
  const aside = (value: unknown, name: string) => {
    const text = typeof value === 'string' ? spacedTextOf(value) : '';
    return text && `<span class="${own}__${name}">${text}</span>`;
  };
  return (
    `<div${ownAttributes(block, [`taxonomy-${taxonomy}`])}>${aside(attributes.prefix, 'prefix')}` +
    `${links.join(separator)}${aside(attributes.suffix, 'suffix')}</div>`
  );
}
