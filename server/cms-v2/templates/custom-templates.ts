// Determines which templates are custom, so that editors can select them for individual entries (templates-and-styles.md §1, §4).

import type { ReadHandle } from '../../database/handle.ts';
import { standardTemplates } from '../../theme/standard-templates.ts';
import type { Theme } from '../../theme/theme.ts';
import type { SelectableTemplates } from '../entries/deps.ts';
import { findTemplatesBySlugs } from './store.ts';
import { type Template, templateOfEntry } from './template.ts';

/**
 * Whether a template is custom: it is neither a standard template nor a suggestion, so it applies only to entries that select it.
 */
export const isCustomTemplate = ({ slug, isSuggested }: Pick<Template, 'slug' | 'isSuggested'>): boolean =>
  !standardTemplates.has(slug) && !isSuggested;

/** Whether a template can be selected for entries of this type. The theme may restrict a template to certain types. */
export function isForType(template: Template, { templates }: Theme, type: string): boolean {
  const declared = templates.get(template.slug)?.postTypes;
  return isCustomTemplate(template) && (declared === undefined || declared.includes(type));
}

/** Whether the site has published a custom template with this slug for the theme. */
async function isPublishedTemplate(read: ReadHandle, { name }: Theme, slug: string): Promise<boolean> {
  const stored = await findTemplatesBySlugs(read, 'cms_template', name, [slug]);
  return stored.some((entry) => entry.status === 'publish' && isCustomTemplate(templateOfEntry(entry)));
}

/** Returns the templates that entries can select. `configured` contains the names that the site declares, keyed by type. */
export const selectableTemplates = (
  read: ReadHandle,
  theme: Theme,
  configured: Readonly<Record<string, readonly string[]>> = {},
): SelectableTemplates => ({
  ofTheme: ({ name }) => [
    ...(configured[name] ?? []),
    ...[...theme.templates.values()].flatMap(({ slug, postTypes }) => (postTypes?.includes(name) ? [slug] : [])),
  ],
  isPublished: (slug) => isPublishedTemplate(read, theme, slug),
});
