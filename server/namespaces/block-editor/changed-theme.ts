// The theme of a site with all that was changed of it: what its folder would hold if the changes had been made there.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { EntryParts } from '../../cms-v2/entries/parts.ts';
import { findEntry } from '../../cms-v2/entries/store.ts';
import { findStylesOf } from '../../cms-v2/global-styles/store.ts';
import { readStyles } from '../../cms-v2/global-styles/stored-styles.ts';
import { isCustom } from '../../cms-v2/templates/custom.ts';
import { findPublishedTemplates } from '../../cms-v2/templates/store.ts';
import { filesOf, templateOfEntry } from '../../cms-v2/templates/template.ts';
import type { Theme, ThemeFile } from '../../theme/theme.ts';
import { isThemeFileName } from '../../theme/theme-files.ts';
import { mergedSettings, mergedStyles } from './merged-styles.ts';

/**
 * The theme with the published templates, parts and styles that are stored for it in the place of its own. What has a name
 * that no file of a theme may have (templates-and-styles.md §1: percent signs, of other scripts) is not in it.
 */
export async function changedTheme(parts: EntryParts): Promise<Theme> {
  const { theme, contract, database } = parts;
  const typeNamed = (name: string) => {
    const type = contract.types.get(name);
    if (!type) throw new Error(`${name} is declared by the contract`);
    return type;
  };
  const number = await findStylesOf(database.read, theme.name);
  const record = number === undefined ? undefined : await findEntry(database.read, 'cms_global_styles', number);
  const { settings = {}, styles = {} } = record ? readStyles(record.content) : {};
  return {
    ...theme,
    settings: mergedSettings(theme.settings, settings),
    styles: mergedStyles(theme.styles, styles),
    templates: await changedFiles(parts, typeNamed('cms_template')),
    parts: await changedFiles(parts, typeNamed('cms_template_part')),
  };
}

async function changedFiles(parts: EntryParts, type: ContentType): Promise<Map<string, ThemeFile>> {
  const { theme, contract, database } = parts;
  const files = new Map(filesOf(type, theme));
  const withPages = [...contract.types.values()].filter(({ hasPages }) => hasPages).map(({ name }) => name);
  for (const entry of await findPublishedTemplates(database.read, type.name, theme.name)) {
    const template = templateOfEntry(entry);
    const { slug, title, description, content, area } = template;
    if (!isThemeFileName(slug)) continue;
    const file = files.get(slug);
    // A file that is named nowhere may be chosen for pages; one that is stored, for everything, or it is suggested and for
    // nothing but what its name says.
    const chosenFor = file ? file.postTypes : isCustom(template) ? withPages : [];
    const isTemplate = type.name === 'cms_template' && chosenFor !== undefined;
    files.set(slug, {
      slug,
      title: title || slug,
      description,
      content,
      area,
      ...(isTemplate && { postTypes: chosenFor }),
    });
  }
  return new Map([...files].sort(([one], [other]) => (one < other ? -1 : 1)));
}
