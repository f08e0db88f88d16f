import type { Block } from '../../blocks/grammar.ts';
import type { Context, DynamicBlock } from '../dynamic-block.ts';
import type { Found } from '../needs.ts';
import { ownAttributes, textIn, wholeNumber, attributes as written } from '../text.ts';

/** A form that asks the site's front end for a search. */
export const search: DynamicBlock = { name: 'core/search', render };

const places: readonly unknown[] = ['button-outside', 'button-inside', 'button-only', 'no-button'];

function render(block: Block, { mark }: Context, { site }: Found): string {
  const { attributes } = block;
  const name = 'wp-block-search';
  const place = places.includes(attributes.buttonPosition) ? String(attributes.buttonPosition) : 'button-outside';
  const kind = attributes.buttonUseIcon === true ? 'icon-button' : 'text-button';
  const hidden = attributes.showLabel === false ? ' screen-reader-text' : '';
  const text = textIn(attributes.buttonText, 'Search');
  const unit = attributes.widthUnit === 'px' ? 'px' : '%';
  const width = attributes.width === undefined ? '' : `width: ${wholeNumber(attributes.width, 100, 1, 5000)}${unit}`;
  const id = `${name}__input-${mark}`;
  const label = `<label class="${name}__label${hidden}" for="${id}">${textIn(attributes.label, 'Search')}</label>`;
  const placeholder = textIn(attributes.placeholder);
  const field = `<input${written({ class: `${name}__input`, id, type: 'search', name: 's', placeholder })} required />`;
  const classes = `${name}__button wp-element-button${kind === 'icon-button' ? ' has-icon' : ''}`;
  const button = place === 'no-button' ? '' : `<button class="${classes}" type="submit">${text}</button>`;
  const own = ownAttributes(block, [`${name}__${place}`, ...(button ? [`${name}__${kind}`] : [])]);
  return (
    `<form role="search" method="get" action="${site.front}/"${own}>${label}` +
    `<div class="${name}__inside-wrapper"${written({ style: width })}>${field}${button}</div></form>`
  );
}
