import type { Block } from '../../blocks/parse.ts';
import { keywordOr, textOr, titleOf, wrapperAttributes } from '../../blocks/text.ts';
import type { BlockContext, DynamicBlock } from '../dynamic-block.ts';
import type { LoadedData, Need } from '../needs.ts';

/** A link to the entry of the same type that was published before or after the current one. Pages have none. */
export const postNavigationLink: DynamicBlock = { name: 'core/post-navigation-link', needs, render };

function needs(_: Block, { entry: { id, type } }: BlockContext): Need[] {
  return id === 0 || type === 'page' ? [] : [{ kind: 'neighbors of entry', id }];
}

const arrows: Readonly<Record<string, readonly [string, string]>> = { arrow: ['←', '→'], chevron: ['«', '»'] };

function render(block: Block, { entry }: BlockContext, found: LoadedData): string {
  const { attributes } = block;
  const isNext = attributes.type !== 'previous';
  const neighbor = found.neighborsOf(entry.id)[isNext ? 'next' : 'previous'];
  if (!neighbor) return '';
  const direction = isNext ? 'next' : 'previous';
  const showsTitle = attributes.showTitle === true;
  const name = isNext ? 'Next' : 'Previous';
  const ownLabel = textOr(attributes.label);
  const label = showsTitle && ownLabel ? `<span class="post-navigation-link__label">${ownLabel}</span> ` : '';
  const title = showsTitle ? `<span class="post-navigation-link__title">${titleOf(neighbor)}</span>` : ownLabel || name;
  const [before, inside] = attributes.linkLabel === true ? ['', label] : [label, ''];
  const [left, right] = arrows[keywordOr(attributes.arrow)] ?? ['', ''];
  const arrow = (text: string) =>
    text && `<span class="wp-block-post-navigation-link__arrow-${direction}" aria-hidden="true">${text}</span>`;
  const link = `${before}<a href="${neighbor.url}" rel="${isNext ? 'next' : 'prev'}">${inside}${title}</a>`;
  return `<div${wrapperAttributes(block, [`post-navigation-link-${direction}`])}>${isNext ? link + arrow(right) : arrow(left) + link}</div>`;
}
