// Exports the theme of a site with all stored changes, as if they had been made in the theme's files.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { findEntry } from '../../cms-v2/entries/store.ts';
import { findGlobalStylesId } from '../../cms-v2/global-styles/store.ts';
import { readStoredStyles } from '../../cms-v2/global-styles/stored-styles.ts';
import { isCustomTemplate } from '../../cms-v2/templates/custom-templates.ts';
import { findPublishedTemplates } from '../../cms-v2/templates/store.ts';
import { filesOf, templateOfEntry } from '../../cms-v2/templates/template.ts';
import type { Configuration, Theme, ThemeFile } from '../../theme/theme.ts';
import { isThemeFileName } from '../../theme/theme-files.ts';
import { writeTheme } from '../../theme/write-theme.ts';
import { zip } from '../../theme/zip.ts';
import type { BlockEditorDeps, BlockEditorOperations } from './operations.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges styles: objects are merged recursively, other values are replaced. */
export function mergedStyles(base: Configuration, overrides: JsonObject): JsonObject {
  return mergeObjects(base, overrides, (baseValue, override) =>
    isJsonObject(baseValue) && isJsonObject(override) ? mergedStyles(baseValue, override) : override,
  );
}

/**
 * Merges settings. In lists of presets, the changed list of the theme (`theme`) replaces the original list, and added presets
 * (`custom`, or a plain list) replace the presets with the same slug or are appended (templates-and-styles.md §8).
 */
export function mergedSettings(base: Configuration, overrides: JsonObject): JsonObject {
  return mergeObjects(base, overrides, (baseValue, override) => {
    const themePresets = Array.isArray(baseValue) ? baseValue : [];
    if (arePresets(override)) return deduplicateBySlug([...themePresets, ...override]);
    if (isJsonObject(override) && (Array.isArray(override.custom) || Array.isArray(override.theme)))
      return deduplicateBySlug([...(asList(override.theme) ?? themePresets), ...(asList(override.custom) ?? [])]);
    return isJsonObject(baseValue) && isJsonObject(override)
      ? mergedSettings(baseValue, override)
      : withoutOrigins(override);
  });
}

/** Returns settings that the theme does not define, without the origin keys (`theme`, `custom`) of presets. */
const withoutOrigins = (value: unknown): unknown => (isJsonObject(value) ? mergedSettings({}, value) : value);

function mergeObjects(
  base: JsonObject,
  overrides: JsonObject,
  mergeValue: (baseValue: unknown, override: unknown) => unknown,
): JsonObject {
  const names = [...new Set([...Object.keys(base), ...Object.keys(overrides)])];
  return Object.fromEntries(
    names.map((name) => [name, overrides[name] === undefined ? base[name] : mergeValue(base[name], overrides[name])]),
  );
}

const asList = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined);

const arePresets = (value: unknown): value is readonly JsonObject[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((each) => isJsonObject(each) && typeof each.slug === 'string');

/** Removes presets without a slug and duplicates. The last preset with a slug is returned at the position of the first one. */
function deduplicateBySlug(presets: readonly unknown[]): unknown[] {
  const named = presets.filter((each): each is JsonObject => isJsonObject(each) && typeof each.slug === 'string');
  return [...new Map(named.map((each) => [each.slug, each])).values()];
}

/**
 * Returns the theme with the changes that are stored for it: settings and styles are merged, and published templates and template
 * parts replace those of its files. Stored templates whose slugs are not valid names of theme files are omitted
 * (templates-and-styles.md §1: percent-encoded characters).
 */
async function changedTheme(deps: BlockEditorDeps): Promise<Theme> {
  const { contract, database } = deps;
  const { theme } = deps.site;
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

async function changedFiles(deps: BlockEditorDeps, type: ContentType): Promise<Map<string, ThemeFile>> {
  const { contract, database } = deps;
  const { theme } = deps.site;
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

// GET /cms-block-editor/v1/export: returns the theme with all stored changes as a ZIP archive.

/** Responds with a ZIP archive that can replace the theme's folder (docs/themes.md). */
export function exportTheme(deps: BlockEditorDeps): BlockEditorOperations['export-theme'] {
  return {
    async run() {
      const theme = await changedTheme(deps);
      const files = [...writeTheme(theme)].map(([path, text]) => [`${theme.name}/${path}`, text] as const);
      const bytes = await zip(new Map(files), new Date(deps.site.clock()));
      return { kind: 'file', bytes, type: 'application/zip', name: `${theme.name}.zip` };
    },
  };
}
