// Implements the endpoints of the namespace cms-block-editor/v1 (protocol.md §20).
import {
  type BlockEditorEndpoints,
  blockEditorModule,
  type navigationFallbackFields,
} from '../../../contract/cms-block-editor-v1/endpoints.ts';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { contexts } from '../../../contract/grammar/schema.ts';
import { ApiError } from '../../api-error.ts';
import type { CheckedEntry } from '../../cms-v2/entries/conditions.ts';
import type { EntryDeps } from '../../cms-v2/entries/deps.ts';
import { findEntry } from '../../cms-v2/entries/store.ts';
import { isPubliclyReadable, parseOwnUrl, resolveUrl } from '../../cms-v2/entry-urls/resolve-url.ts';
import { findGlobalStylesId } from '../../cms-v2/global-styles/store.ts';
import { readStoredStyles } from '../../cms-v2/global-styles/stored-styles.ts';
import { isCustomTemplate } from '../../cms-v2/templates/custom-templates.ts';
import { findPublishedTemplates } from '../../cms-v2/templates/store.ts';
import { filesOf, templateOfEntry } from '../../cms-v2/templates/template.ts';
import { isWriter } from '../../cms-v2/users/conditions.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import { fetchText } from '../../fetch/fetch-text.ts';
import { canFetch, FetchError, type FetchLimits } from '../../fetch/guarded-fetch.ts';
import { type HtmlHead, metaContentOf, readHead, relationTypesOf } from '../../fetch/html-head.ts';
import { cachedResponse } from '../../fetch/response-cache-store.ts';
import { implement, type Operations } from '../../http/implement.ts';
import type { Module, ParameterCheckFactory, Presenter } from '../../http/module.ts';
import { cleanUri } from '../../http/parameters/formats.ts';
import { wrongTypeError } from '../../http/parameters/validation-error.ts';
import { stripTags } from '../../rendering/markup.ts';
import type { Configuration, Theme, ThemeFile } from '../../theme/theme.ts';
import { isThemeFileName } from '../../theme/theme-files.ts';
import { writeTheme } from '../../theme/write-theme.ts';
import { zip } from '../../theme/zip.ts';

/** Dependencies of the block editor endpoints. */
interface BlockEditorDeps extends Pick<EntryDeps, 'contract' | 'database' | 'site'> {
  /** Limits for fetching URLs of other sites. */
  readonly fetchLimits: FetchLimits;
}

/** A navigation menu. Its ID is presented only if the requested `context` is known. */
interface Fallback {
  readonly navigation: CheckedEntry;
  readonly isIdVisible: boolean;
}

/** The operations, keyed by their names in the contract. */
type BlockEditorOperations = Operations<BlockEditorEndpoints, object, Fallback>;

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
function exportTheme(deps: BlockEditorDeps): BlockEditorOperations['export-theme'] {
  return {
    async run() {
      const theme = await changedTheme(deps);
      const files = [...writeTheme(theme)].map(([path, text]) => [`${theme.name}/${path}`, text] as const);
      const bytes = await zip(new Map(files), new Date(deps.site.clock()));
      return { kind: 'file', bytes, type: 'application/zip', name: `${theme.name}.zip` };
    },
  };
}

const findLatestStatement = statement((q, p: Slots<{ type: string; status: string }>) =>
  q
    .selectFrom('entries')
    .select(['id', 'author', 'status', 'rights_status'])
    .where('type', '=', p.type)
    .where('status', '=', p.status)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
);

/** Returns the latest published entry of a type, with the columns that permissions need. */
const findLatestPublished = (read: ReadHandle, type: string): Promise<CheckedEntry | undefined> =>
  read.first(findLatestStatement, { type, status: 'publish' });

/** Details of a web page. A property is empty if the page does not define it. */
interface PageDetails {
  readonly title: string;
  readonly icon: string;
  readonly description: string;
  readonly image: string;
}

/** Maximum length of the title, and of the description, in characters. */
const maxTextLength = 500;

/** Returns the details of a page that was fetched from a URL. */
function extractDetails(html: string, url: string): PageDetails {
  const head = readHead(html);
  const icon = head.links.find((link) => relationTypesOf(link).includes('icon'))?.href;
  return {
    title: toPlainText(head.title),
    icon: toAbsoluteUrl(icon, url),
    description: toPlainText(metaContentOf(head, 'description', 'og:description')),
    image: toAbsoluteUrl(metaContentOf(head, 'og:image', 'og:image:url'), baseUrl(head, url)),
  };
}

const baseUrl = ({ base }: HtmlHead, url: string): string =>
  base !== undefined && URL.canParse(base, url) ? new URL(base, url).href : url;

const toPlainText = (text: string): string => stripTags(text).replace(/\s+/g, ' ').trim().slice(0, maxTextLength);

/** Returns an absolute http or https URL, or a short image `data:` URL, because icons may be inlined; '' for other URLs. */
function toAbsoluteUrl(text: string | undefined, from: string): string {
  if (!text || !URL.canParse(text, from)) return '';
  const { href, protocol } = new URL(text, from);
  const isImage =
    protocol === 'data:' && /^data:image\/(?:png|gif|jpeg|webp|x-icon);/i.test(href) && href.length < 8000;
  return isImage || ['http:', 'https:'].includes(protocol) ? href : '';
}

// GET /cms-block-editor/v1/url-details: returns details of a web page (protocol.md §20, url-details).

/** Time for which the details of a page of another site are cached, in seconds. */
const cacheSeconds = 3600;

/** Returns a factory of checks that a parameter is a URL of this site or a public URL. */
const fetchableUrlCheck =
  (deps: BlockEditorDeps): ParameterCheckFactory =>
  () =>
  async (value, name) => {
    if (typeof value !== 'string') return wrongTypeError(name, 'string');
    const text = value.trim();
    const isSiteUrl = /^https?:/i.test(text) && hasNoCredentials(parseOwnUrl(deps, text));
    return isSiteUrl || (await canFetch(text, deps.fetchLimits))
      ? { value: cleanUri(text) }
      : { message: `${name} must be a public http or https URL.` };
  };

/** Returns whether a URL is defined and contains no credentials. */
const hasNoCredentials = (url: URL | undefined): boolean => url?.username === '' && url.password === '';

/**
 * Responds with the title, icon, description and image of a page. Pages of this site are read from the database, not
 * requested over HTTP.
 *
 * Throws ApiError 404: `rest_invalid_url` for an invalid URL, `no_response` if there is no web page at the URL, `no_content` if the
 * page is empty.
 */
function getUrlDetails(deps: BlockEditorDeps): BlockEditorOperations['get-url-details'] {
  return {
    async run({ args }) {
      const url = args.url.replace(/\/+$/, '');
      if (!URL.canParse(url)) throw new ApiError('rest_invalid_url', 404, 'Invalid URL.');
      const siteUrl = parseOwnUrl(deps, url);
      const now = Math.floor(deps.site.clock() / 1000);
      const value = siteUrl
        ? await siteDetails(deps, siteUrl)
        : await cachedResponse(deps.database, now, cacheSeconds, ['url-details', url], () => remoteDetails(deps, url));
      return { kind: 'value', value: value ?? {} };
    },
  };
}

const noResponse = () => new ApiError('no_response', 404, 'The URL did not return a web page.');

async function siteDetails(deps: BlockEditorDeps, url: URL): Promise<PageDetails> {
  const found = await resolveUrl(deps, url);
  if (!found || !isPubliclyReadable(found)) {
    const { title, description } = deps.site.settings.values;
    const isHome = url.pathname === new URL(deps.site.urls.front).pathname && url.search === '';
    if (isHome) return { title, icon: '', description, image: '' };
    throw noResponse();
  }
  const { row } = found;
  const description = row.password === '' ? stripTags(row.excerpt_rendered).replace(/\s+/g, ' ').trim() : '';
  return { title: stripTags(row.title_rendered), icon: '', description, image: '' };
}

async function remoteDetails({ fetchLimits }: BlockEditorDeps, url: string): Promise<PageDetails> {
  try {
    const page = await fetchText(url, ['text/html', 'application/xhtml+xml'], fetchLimits);
    if (!page || page.text.trim() === '') throw new ApiError('no_content', 404, 'The page at this URL is empty.');
    return extractDetails(page.text, page.address);
  } catch (error) {
    if (error instanceof FetchError) throw noResponse();
    throw error;
  }
}

// GET /cms-block-editor/v1/navigation-fallback: returns the navigation menu to use when none is selected. Unlike the
// reference, the endpoint does not create one (contract/README.md, decision 18).

const type = 'cms_navigation';

/**
 * Responds with the latest published navigation. The route declares no parameters, so an unknown `context` is not an error; the
 * response then contains only links (terms-menus-and-blocks.md §5). Throws ApiError 404 `no_fallback_menu` if there is no
 * published navigation.
 */
function getNavigationFallback({ database }: BlockEditorDeps): BlockEditorOperations['get-navigation-fallback'] {
  return {
    async run(call) {
      const found = await findLatestPublished(database.read, type);
      if (!found) throw new ApiError('no_fallback_menu', 404, 'No published navigation.');
      const requestedContext = call.submitted('context') || 'view';
      const isIdVisible = contexts.some((context) => context === requestedContext);
      return { kind: 'record', row: { navigation: found, isIdVisible } };
    },
  };
}

/** Returns the presenter of the fallback. Its self link is the URL of the navigation (protocol.md §7.2). */
function navigationFallbackPresenter({
  contract,
}: BlockEditorDeps): Presenter<typeof navigationFallbackFields, Fallback, undefined> {
  const resource = contract.resources.get(type);
  if (!resource) throw new Error('the contract has no navigation resource');
  return {
    prepare: async () => undefined,
    fields: { id: ({ navigation, isIdVisible }) => (isIdVisible ? navigation.id : undefined) },
    facts: ({ navigation }) => ({ id: navigation.id }),
    selfOf: ({ navigation }) => ({ resource, row: navigation }),
  };
}

const forbiddenErrors = {
  make: { code: 'rest_cannot_create', message: 'You are not allowed to create navigations.' },
  details: { code: 'rest_cannot_view_url_details', message: 'You are not allowed to view URL details.' },
  export: { code: 'rest_cannot_export_templates', message: 'You are not allowed to export the theme.' },
};

/** Returns the module of the block editor endpoints. */
export function blockEditorEndpoints(deps: BlockEditorDeps): Module {
  return implement(blockEditorModule, {
    permissions: {
      'read-navigation-fallback': {
        permit: ({ actor }) =>
          actor.can('edit_theme_options') && actor.can('edit_posts') ? undefined : forbiddenErrors.make,
      },
      'read-url-details': {
        permit: ({ actor }) => (isWriter(actor, deps.contract) ? undefined : forbiddenErrors.details),
      },
      'export-theme': { permit: ({ actor }) => (actor.can('export') ? undefined : forbiddenErrors.export) },
    },
    operations: {
      'get-navigation-fallback': getNavigationFallback(deps),
      'get-url-details': getUrlDetails(deps),
      'export-theme': exportTheme(deps),
    },
    presenter: navigationFallbackPresenter(deps),
    checks: { 'askable-url': fetchableUrlCheck(deps) },
  });
}
