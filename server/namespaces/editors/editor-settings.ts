// Determines the settings of an editor from the theme, the site and the caller. They have the names that block editors expect; values that
// the service does not know, such as texts of the user interface, are left to the editor.
import { globalStyles } from '../../../contract/cms-v2/global-styles.ts';
import { templates } from '../../../contract/cms-v2/templates.ts';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { autoDraftStatus } from '../../../contract/shared/entry-fields.ts';
import type { Actor } from '../../access/actor.ts';
import type { EntryDeps, SelectableTemplates } from '../../cms-v2/entries/deps.ts';
import type { WholeEntry } from '../../cms-v2/entries/rows.ts';
import { findEntry } from '../../cms-v2/entries/store.ts';
import { type Configuration, mergeConfigurations } from '../../cms-v2/global-styles/configuration.ts';
import { isJsonObject, type JsonObject } from '../../cms-v2/global-styles/filter-known.ts';
import { findGlobalStylesId } from '../../cms-v2/global-styles/store.ts';
import { normalizeConfiguration, readStoredStyles } from '../../cms-v2/global-styles/stored-styles.ts';
import { isForType } from '../../cms-v2/templates/custom-templates.ts';
import { findPublishedTemplates } from '../../cms-v2/templates/store.ts';
import { templateOfEntry } from '../../cms-v2/templates/template.ts';
import { themeConfigurationOf } from '../../cms-v2/theme-styles/theme-configuration.ts';
import { allowedTypesByExtension } from '../../files/file-types.ts';
import { registeredSizes } from '../../media-processing/sizes.ts';
import type { Theme } from '../../theme/theme.ts';

/** Dependencies of the settings of editors. */
export interface EditorSettingsDeps extends Pick<EntryDeps, 'database' | 'site'> {
  readonly templates: SelectableTemplates;
  /** Maximum size of an uploaded file, in bytes. */
  readonly maxUploadBytes: number;
}

/** The entry that an editor opens. */
export interface EditedEntry {
  readonly row: WholeEntry;
  readonly type: ContentType;
}

/** Interval at which editors are asked to save autosaves, in seconds. */
const autosaveIntervalSeconds = 60;

/** Returns the settings with which the caller edits an entry. */
export async function editorSettings(deps: EditorSettingsDeps, actor: Actor, entry: EditedEntry): Promise<object> {
  const { site } = deps;
  const { row, type } = entry;
  const { description } = type;
  const hasInitialBlocks = row.status === autoDraftStatus && description.template.length > 0;
  const configuration = await siteConfiguration(deps);
  const css = property(configuration.styles, 'css');
  return {
    ...styleSettings(configuration),
    ...styleSheets([themeSheet(site.theme), { css, __unstableType: 'user', isGlobalStyles: false }]),
    ...commonSettings(deps, actor),
    ...(offersTemplates(type) && { availableTemplates: await availableTemplates(deps, type) }),
    // Blocks of a new entry; the editor inserts them.
    ...(hasInitialBlocks && { template: description.template, templateLock: description.template_lock }),
    disablePostFormats: !type.supports.includes('post-formats'),
    autosaveInterval: autosaveIntervalSeconds,
  };
}

/**
 * Returns the settings with which the caller edits the design of the site. The style sheet of the site's global styles is not among them,
 * because the editor displays it with unsaved changes.
 */
export async function siteEditorSettings(deps: EditorSettingsDeps, actor: Actor): Promise<object> {
  return {
    ...styleSettings(await siteConfiguration(deps)),
    ...styleSheets([themeSheet(deps.site.theme)]),
    ...commonSettings(deps, actor),
  };
}

/** Returns the settings that do not depend on what is edited. */
const commonSettings = ({ site: { settings }, maxUploadBytes }: EditorSettingsDeps, actor: Actor) => ({
  ...(actor.can('upload_files') && uploadSettings(actor, maxUploadBytes)),
  ...imageSettings,
  postsPerPage: settings.values.posts_per_page,
  locale: settings.values.language || 'en_US',
  isRTL: false,
  // Every theme is a block theme with templates and a theme.json.
  supportsTemplateMode: true,
  supportsLayout: true,
  alignWide: true,
});

/** Returns the settings for users who may upload files. Files that browsers execute require the right to post unrestricted HTML. */
const uploadSettings = (actor: Actor, maxUploadBytes: number) => ({
  maxUploadFileSize: maxUploadBytes,
  allowedMimeTypes: allowedTypesByExtension(actor.can('unfiltered_html')),
});

/** The sizes that users choose from. The others are for the `srcset` of images. */
const chosenSizes = registeredSizes.filter(({ name }) => ['thumbnail', 'medium', 'large'].includes(name));

const imageSettings = {
  imageSizes: [
    ...chosenSizes.map(({ name }) => ({ slug: name, name: name.replace(/^./, (letter) => letter.toUpperCase()) })),
    { slug: 'full', name: 'Full size' },
  ],
  imageDimensions: Object.fromEntries(
    chosenSizes.map(({ name, width, height, crop }) => [name, { width, height, crop }]),
  ),
  imageDefaultSize: 'large',
  imageEditing: true,
};

// Styles: the settings and styles of the theme with the changes that the site has made.

/** Returns the settings and styles of the theme, with those of the site. Runs at most two statements. */
async function siteConfiguration({ database: { read }, site: { theme } }: EditorSettingsDeps): Promise<Configuration> {
  const ofTheme = themeConfigurationOf(theme);
  const id = await findGlobalStylesId(read, theme.name);
  const stored = id === undefined ? undefined : await findEntry(read, globalStyles.name, id);
  if (!stored) return ofTheme;
  const changes = normalizeConfiguration(readStoredStyles(stored.content));
  return {
    settings: mergeConfigurations(ofTheme.settings, changes.settings),
    styles: mergeConfigurations(ofTheme.styles, changes.styles),
  };
}

const property = (value: unknown, name: string): unknown => (isJsonObject(value) ? value[name] : undefined);

/** Returns the presets of the most specific origin that has any: the site, the theme, else the defaults. */
function effectivePresets(presets: unknown): readonly unknown[] {
  const lists = ['custom', 'theme', 'default'].map((origin) => property(presets, origin));
  return lists.find((list): list is unknown[] => Array.isArray(list) && list.length > 0) ?? [];
}

/** Returns the settings that depend on the settings of the theme and those of the site. */
function styleSettings({ settings }: Configuration): object {
  const [color, typography, spacing] = ['color', 'typography', 'spacing'].map((name) => property(settings, name));
  const units = property(spacing, 'units');
  return {
    __experimentalFeatures: settings satisfies JsonObject,
    colors: effectivePresets(property(color, 'palette')),
    gradients: effectivePresets(property(color, 'gradients')),
    fontSizes: effectivePresets(property(typography, 'fontSizes')),
    disableCustomColors: property(color, 'custom') === false,
    disableCustomGradients: property(color, 'customGradient') === false,
    disableCustomFontSizes: property(typography, 'customFontSize') === false,
    disableCustomSpacingSizes: property(spacing, 'customSpacingSize') === false,
    enableCustomLineHeight: property(typography, 'lineHeight') === true,
    enableCustomSpacing: property(spacing, 'padding') === true,
    enableCustomUnits: Array.isArray(units) ? units : true,
  };
}

/** A style sheet of the canvas. */
interface StyleSheet {
  readonly css: unknown;
  readonly __unstableType: 'theme' | 'user';
  readonly isGlobalStyles: false;
}

const themeSheet = ({ styleSheet: css }: Pick<Theme, 'styleSheet'>): StyleSheet => ({
  ...{ css, __unstableType: 'theme', isGlobalStyles: false },
});

/** Returns the style sheets of the canvas. Editors generate its other styles from the global styles. */
function styleSheets(sheets: readonly StyleSheet[]): { readonly styles?: readonly StyleSheet[] } {
  const styles = sheets.filter(({ css }) => typeof css === 'string' && css !== '');
  return styles.length > 0 ? { styles } : {};
}

// Templates that entries can select.

const offersTemplates = ({ hasPages }: ContentType): boolean => hasPages;

/** Returns the titles of the templates that entries of the type can select, keyed by slug. The empty slug is the default template. */
async function availableTemplates(
  { database: { read }, site: { theme }, templates: selectable }: EditorSettingsDeps,
  type: ContentType,
): Promise<Readonly<Record<string, string>>> {
  const stored = (await findPublishedTemplates(read, templates.name, theme.name)).map(templateOfEntry);
  const titles = new Map(stored.map(({ slug, title }) => [slug, title]));
  const titleOf = (slug: string) => titles.get(slug) || theme.templates.get(slug)?.title || slug;
  const custom = stored.filter((template) => isForType(template, theme, type.name)).map(({ slug }) => slug);
  const slugs = [...new Set([...selectable.ofTheme(type), ...custom])];
  return { '': 'Default template', ...Object.fromEntries(slugs.map((slug) => [slug, titleOf(slug)])) };
}
