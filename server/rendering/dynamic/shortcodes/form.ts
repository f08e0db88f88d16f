import type { Block } from '../../blocks/parse.ts';
import { escapeLiteral, integerInRange } from '../../blocks/text.ts';
import type { BlockContext, DynamicBlock } from '../dynamic-block.ts';
import { formElementId, formHtml } from '../form-html.ts';
import type { LoadedData, Need } from '../needs.ts';

/**
 * The shortcode `cmsforms`, such as `[cmsforms id="5"]`: a published form (docs/forms.md). It is submitted to the page of the entry or, if the
 * service displays no pages, to the API.
 */
export const form: DynamicBlock = { name: 'shortcode/cmsforms', needs, render };

const formIdOf = ({ attributes }: Block): number => integerInRange(attributes.id, 0, 0, Number.MAX_SAFE_INTEGER);

function needs(block: Block): Need[] {
  const id = formIdOf(block);
  return id > 0 ? [{ kind: 'form', id }] : [];
}

function render(block: Block, { entry }: BlockContext, found: LoadedData): string {
  const view = found.form(formIdOf(block));
  if (!view) return '';
  const id = formElementId(view.id, integerInRange(block.attributes.number, 1, 1, 9999));
  const { apiUrl } = found.site;
  const action =
    apiUrl === undefined ? `${entry.url}#${id}` : escapeLiteral(`${apiUrl}/cmsforms/v1/forms/${view.id}/submissions`);
  return `${formHtml(view, { action, id })}\n`;
}
