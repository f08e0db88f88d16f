// Which templates are none of the standard ones, and so can be chosen (templates-and-styles.md §1, §4).

import { standardTemplates } from '../../theme/standard-templates.ts';
import type { Theme } from '../../theme/theme.ts';
import type { Template } from './template.ts';

/** Whether a template is shown only where somebody has chosen it. */
export const isCustom = ({ slug, isSuggested }: Pick<Template, 'slug' | 'isSuggested'>): boolean =>
  !standardTemplates.has(slug) && !isSuggested;

/** Whether a template is one for entries of a type: the theme may have said which those are. */
export function isForType(template: Template, { templates }: Theme, type: string): boolean {
  const declared = templates.get(template.slug)?.postTypes;
  return isCustom(template) && (declared === undefined || declared.includes(type));
}
