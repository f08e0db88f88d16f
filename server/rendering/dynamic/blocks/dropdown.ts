import type { Block } from '../../blocks/parse.ts';
import { textOr, wrapperAttributes } from '../../blocks/text.ts';

/** An option of a dropdown. Its text is escaped. */
export interface DropdownOption {
  readonly url: string;
  readonly text: string;
}

/** Renders a labeled `select` whose values are URLs. Content has no scripts, so the front end must navigate to the selected URL. */
export function renderDropdown(block: Block, name: string, title: string, options: readonly DropdownOption[]): string {
  const className = `wp-block-${name}`;
  const label = textOr(block.attributes.label, title);
  const hidden = block.attributes.showLabel === false ? ' screen-reader-text' : '';
  const all = [`<option value="">${label}</option>`].concat(
    options.map(({ url, text }) => `<option value="${url}">${text}</option>`),
  );
  // The `select` is nested in the label, because connecting them with `for` would require an ID that is unique on the page.
  return (
    `<div${wrapperAttributes(block, [`${className}-dropdown`])}><label class="${className}__label${hidden}"><span>${label}</span> ` +
    `<select name="${name}">${all.join('')}</select></label></div>`
  );
}
