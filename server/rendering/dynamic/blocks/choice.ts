import type { Block } from '../../blocks/grammar.ts';
import { ownAttributes, textIn } from '../text.ts';

/** One of a choice: the address it leads to, and its text, ready to write. */
export interface Option {
  readonly address: string;
  readonly text: string;
}

/**
 * A labelled `select` whose values are addresses. There is no script in a content: the front end follows the address that
 * is chosen.
 */
export function choice(block: Block, name: string, title: string, options: readonly Option[]): string {
  const own = `wp-block-${name}`;
  const label = textIn(block.attributes.label, title);
  const hidden = block.attributes.showLabel === false ? ' screen-reader-text' : '';
  const all = [`<option value="">${label}</option>`].concat(
    options.map(({ address, text }) => `<option value="${address}">${text}</option>`),
  );
  // The label holds the select, so that neither needs an id, which would have to be unique on a page.
  return (
    `<div${ownAttributes(block, [`${own}-dropdown`])}><label class="${own}__label${hidden}"><span>${label}</span> ` +
    `<select name="${name}">${all.join('')}</select></label></div>`
  );
}
