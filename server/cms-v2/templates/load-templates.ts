// Loads templates and template parts in the form in which blocks render them.
import type { ContentView } from '../../rendering/dynamic/views.ts';
import type { ThemeFile } from '../../theme/theme.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { currentContent, type RenderBudget } from '../entries/rendered-texts.ts';
import { findTemplatesBySlugs } from './store.ts';
import { templateId, templateKey } from './template-id.ts';

/** The rendered content of theme files, which never change while the service runs. */
const renderedFiles = new WeakMap<ThemeFile, string>();

/**
 * Returns the templates or template parts of the active theme with these slugs: the published stored ones, otherwise those in the files of the
 * theme, with the changes of a preview. Runs at most one statement. Throws as `runOrElse` does.
 */
export async function loadTemplates(
  { database, site: { theme, design }, texts }: EntryDeps,
  budget: RenderBudget,
  type: 'cms_template' | 'cms_template_part',
  slugs: readonly string[],
): Promise<Map<string, ContentView>> {
  const templates = new Map<string, ContentView>();
  if (slugs.length === 0) return templates;
  const changeOf = (slug: string) => design?.templates.get(templateKey(type, templateId({ theme: theme.name, slug })));
  const rows = await findTemplatesBySlugs(database.read, type, theme.name, slugs);
  for (const row of rows.filter(({ status }) => status === 'publish')) {
    const current = changeOf(row.slug) ?? row;
    const stored = await currentContent(texts, budget, current);
    templates.set(row.slug, { id: row.id, type, raw: current.content, stored });
  }
  const files = type === 'cms_template' ? theme.templates : theme.parts;
  for (const slug of slugs) {
    const file = templates.has(slug) ? undefined : files.get(slug);
    if (!file) continue;
    const change = changeOf(slug);
    if (change) {
      templates.set(slug, { id: 0, type, raw: change.content, stored: await currentContent(texts, budget, change) });
      continue;
    }
    const stored =
      renderedFiles.get(file) ??
      (await currentContent(texts, budget, { content: file.content, content_rendered: '', renderer: 0 }));
    // The result is empty if the file is too expensive to render now.
    if (stored !== '') renderedFiles.set(file, stored);
    templates.set(slug, { id: 0, type, raw: file.content, stored });
  }
  return templates;
}
