import type { Block } from '../../blocks/parse.ts';
import { escapeLiteral, integerInRange, textOr, wrapperAttributes, attributes as written } from '../../blocks/text.ts';
import type { BlockContext, DynamicBlock } from '../dynamic-block.ts';
import type { LoadedData } from '../needs.ts';

/** A search form, which is submitted to the front end. */
export const search: DynamicBlock = { name: 'core/search', render };

const buttonPositions: readonly unknown[] = ['button-outside', 'button-inside', 'button-only', 'no-button'];

function render(block: Block, { key, page }: BlockContext, { site }: LoadedData): string {
  const { attributes } = block;
  const name = 'wp-block-search';
  const buttonPosition = buttonPositions.includes(attributes.buttonPosition)
    ? String(attributes.buttonPosition)
    : 'button-outside';
  const kind = attributes.buttonUseIcon === true ? 'icon-button' : 'text-button';
  const hidden = attributes.showLabel === false ? ' screen-reader-text' : '';
  const text = textOr(attributes.buttonText, 'Search');
  const unit = attributes.widthUnit === 'px' ? 'px' : '%';
  const width = attributes.width === undefined ? '' : `width: ${integerInRange(attributes.width, 100, 1, 5000)}${unit}`;
  const id = `${name}__input-${key}`;
  const label = `<label class="${name}__label${hidden}" for="${id}">${textOr(attributes.label, 'Search')}</label>`;
  const placeholder = textOr(attributes.placeholder);
  const value = escapeLiteral(page?.search ?? '');
  const field = `<input${written({ class: `${name}__input`, id, type: 'search', name: 's', placeholder, value })} required />`;
  const classes = `${name}__button wp-element-button${kind === 'icon-button' ? ' has-icon' : ''}`;
  const button = buttonPosition === 'no-button' ? '' : `<button class="${classes}" type="submit">${text}</button>`;
  // A page may have several search forms, which are landmarks and need different names.
  const landmark = page ? written({ 'aria-label': textOr(attributes.label, 'Search') }) : '';
  const attributesHtml = wrapperAttributes(block, [
    `${name}__${buttonPosition}`,
    ...(button ? [`${name}__${kind}`] : []),
  ]);
  return (
    `<form role="search" method="get" action="${site.front}/"${attributesHtml}${landmark}>${label}` +
    `<div class="${name}__inside-wrapper"${written({ style: width })}>${field}${button}</div></form>`
  );
}
