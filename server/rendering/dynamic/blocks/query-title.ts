import type { Block } from '../../blocks/parse.ts';
import { escapeLiteral, headingElement, textOf, wrapperAttributes } from '../../blocks/text.ts';
import type { BlockContext, DynamicBlock } from '../dynamic-block.ts';

/** The title of the archive or search that the page of the site shows; empty for other pages and in content that the API returns. */
export const queryTitle: DynamicBlock = { name: 'core/query-title', render };

function render(block: Block, { page }: BlockContext): string {
  const text =
    block.attributes.type === 'search' ? searchTitle(block, page?.search) : archiveTitle(block, page?.heading);
  const tag = headingElement(block.attributes.level, 1);
  return text && `<${tag}${wrapperAttributes(block)}>${text}</${tag}>`;
}

function searchTitle({ attributes }: Block, search: string | undefined): string {
  if (search === undefined) return '';
  return attributes.showSearchTerm === false || search === ''
    ? 'Search results'
    : `Search results for “${escapeLiteral(search)}”`;
}

function archiveTitle({ attributes }: Block, heading: { label: string; name: string } | undefined): string {
  if (!heading) return '';
  const name = textOf(heading.name);
  return attributes.showPrefix === false || heading.label === ''
    ? name
    : `${textOf(heading.label)}: <span>${name}</span>`;
}
