import type { Block } from '../../blocks/parse.ts';
import { textOr, wrapperAttributes } from '../text.ts';

/** An option of a dropdown: its URL and its escaped text. */
export interface DropdownOption {
  readonly url: string;
  readonly text: string;
}

/**
 * Returns a labelled `select` whose values are URLs. Content has no scripts: the front end navigates to the selected URL.
 */
export function renderDropdown(block: Block, name: string, title: string, options: readonly DropdownOption[]): string {
  const className = `wp-block-${name}`;
  const label = textOr(block.attributes.label, title);
  const hidden = block.attributes.showLabel === false ? ' screen-reader-text' : '';
  const all = [`<option value="">${label}</option>`].concat(
    options.map(({ url, text }) => `<option value="${url}">${text}</option>`),
  );
  // The label contains the select, so that no ID is needed, which would have to be unique on a page.
  return (
    `<div${wrapperAttributes(block, [`${className}-dropdown`])}><label class="${className}__label${hidden}"><span>${label}</span> ` +
    `<select name="${name}">${all.join('')}</select></label></div>`
  );
}
