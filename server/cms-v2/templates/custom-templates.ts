// Custom templates, which editors can select for single entries (templates-and-styles.md §1, §4).

import { standardTemplates } from '../../theme/standard-templates.ts';
import type { Theme } from '../../theme/theme.ts';
import type { Template } from './template.ts';

/** Whether a template is neither a standard one nor a suggestion, and so applies only to entries that select it. */
export const isCustomTemplate = ({ slug, isSuggested }: Pick<Template, 'slug' | 'isSuggested'>): boolean =>
  !standardTemplates.has(slug) && !isSuggested;

/** Whether a template can be selected for entries of a type; the theme may restrict its types. */
export function isForType(template: Template, { templates }: Theme, type: string): boolean {
  const declared = templates.get(template.slug)?.postTypes;
  return isCustomTemplate(template) && (declared === undefined || declared.includes(type));
}
