import type { Block } from '../../blocks/parse.ts';
import { keywordOr, textOf, textWithSpaces, wrapperAttributes } from '../../blocks/text.ts';
import type { BlockContext, DynamicBlock } from '../dynamic-block.ts';
import type { LoadedData } from '../needs.ts';

/** The terms of an entry in a taxonomy. */
export const postTerms: DynamicBlock = {
  name: 'core/post-terms',
  needs: (_, { entry }) => [{ kind: 'terms of entry', id: entry.id }],
  render,
};

function render(block: Block, { entry }: BlockContext, found: LoadedData): string {
  const { attributes } = block;
  const taxonomy = keywordOr(attributes.term);
  const className = 'wp-block-post-terms';
  const links = found
    .termsOf(entry.id, taxonomy)
    .map(({ url, name }) => `<a href="${url}" rel="tag">${textOf(name)}</a>`);
  if (links.length === 0) return '';
  const separatorText = typeof attributes.separator === 'string' ? textWithSpaces(attributes.separator) : ', ';
  const separator = `<span class="${className}__separator">${separatorText}</span>`;
  const affixHtml = (value: unknown, name: string) => {
    const text = typeof value === 'string' ? textWithSpaces(value) : '';
    return text && `<span class="${className}__${name}">${text}</span>`;
  };
  return (
    `<div${wrapperAttributes(block, [`taxonomy-${taxonomy}`])}>${affixHtml(attributes.prefix, 'prefix')}` +
    `${links.join(separator)}${affixHtml(attributes.suffix, 'suffix')}</div>`
  );
}
