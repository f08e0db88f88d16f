// Applies all stored changes to the theme of a site, as if they had been made in the theme's folder.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { EntryDeps } from '../../cms-v2/entries/deps.ts';
import { findEntry } from '../../cms-v2/entries/store.ts';
import { findGlobalStylesId } from '../../cms-v2/global-styles/store.ts';
import { readStoredStyles } from '../../cms-v2/global-styles/stored-styles.ts';
import { isCustomTemplate } from '../../cms-v2/templates/custom-templates.ts';
import { findPublishedTemplates } from '../../cms-v2/templates/store.ts';
import { filesOf, templateOfEntry } from '../../cms-v2/templates/template.ts';
import type { Theme, ThemeFile } from '../../theme/theme.ts';
import { isThemeFileName } from '../../theme/theme-files.ts';
import { mergedSettings, mergedStyles } from './merged-styles.ts';

/**
 * Returns the theme with the changes that are stored for it: settings and styles are merged, and published templates and template
 * parts replace those of its files. Stored templates whose slugs are not valid names of theme files are omitted
 * (templates-and-styles.md §1: percent-encoded characters).
 */
export async function changedTheme(deps: EntryDeps): Promise<Theme> {
  const { theme, contract, database } = deps;
  const requireType = (name: string) => {
    const type = contract.types.get(name);
    if (!type) throw new Error(`the contract does not declare the type ${name}`);
    return type;
  };
  const stylesId = await findGlobalStylesId(database.read, theme.name);
  const record = stylesId === undefined ? undefined : await findEntry(database.read, 'cms_global_styles', stylesId);
  const { settings = {}, styles = {} } = record ? readStoredStyles(record.content) : {};
  return {
    ...theme,
    settings: mergedSettings(theme.settings, settings),
    styles: mergedStyles(theme.styles, styles),
    templates: await changedFiles(deps, requireType('cms_template')),
    parts: await changedFiles(deps, requireType('cms_template_part')),
  };
}

async function changedFiles(deps: EntryDeps, type: ContentType): Promise<Map<string, ThemeFile>> {
  const { theme, contract, database } = deps;
  const files = new Map(filesOf(type, theme));
  const typesWithPages = [...contract.types.values()].filter(({ hasPages }) => hasPages).map(({ name }) => name);
  for (const entry of await findPublishedTemplates(database.read, type.name, theme.name)) {
    const template = templateOfEntry(entry);
    const { slug, title, description, content, area } = template;
    if (!isThemeFileName(slug)) continue;
    const file = files.get(slug);
    // A stored template keeps the post types of its file. Without a file, a custom template can be selected for all types with
    // pages, and any other template only applies by its slug.
    const assignableTypes = file ? file.postTypes : isCustomTemplate(template) ? typesWithPages : [];
    const isTemplate = type.name === 'cms_template' && assignableTypes !== undefined;
    files.set(slug, {
      slug,
      title: title || slug,
      description,
      content,
      area,
      ...(isTemplate && { postTypes: assignableTypes }),
    });
  }
  return new Map([...files].sort(([one], [other]) => (one < other ? -1 : 1)));
}
