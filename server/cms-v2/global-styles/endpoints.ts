// Implements the endpoints of global styles.
import { type StylesEndpoints, type StylesFields, stylesModule } from '../../../contract/cms-v2/global-styles.ts';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { Actor } from '../../access/actor.ts';
import { ApiError } from '../../api-error.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { implement, type Operations, type Permissions } from '../../http/implement.ts';
import {
  type ArgsOf,
  type Call,
  type Module,
  type ParameterCheckFactory,
  type PermissionError,
  type Presenter,
  parseId,
} from '../../http/module.ts';
import { check } from '../../http/parameters/check.ts';
import { renderTitle } from '../../rendering/render.ts';
import { sanitizeStyle } from '../../rendering/sanitise/css.ts';
import { editCondition, forbiddenErrors, passes } from '../entries/conditions.ts';
import { composeChangedDataEntry } from '../entries/data-entry.ts';
import { type EntryDeps, typeOf } from '../entries/deps.ts';
import { rawText } from '../entries/entry-args.ts';
import { lockEntry } from '../entries/lock-entry.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { findEntry } from '../entries/store.ts';
import { isWriter } from '../users/conditions.ts';
import { isJsonObject, type JsonObject } from './filter-known.ts';
import { normalizeConfiguration, parseStoredStyles, readStoredStyles, type StoredStyles } from './stored-styles.ts';

/** The targets of the permissions. */
type StylesTargets = { 'read-global-styles': WholeEntry; 'edit-global-styles': WholeEntry };

/** The operations, keyed by their names in the contract. */
type StylesOperations = Operations<StylesEndpoints, StylesTargets, WholeEntry>;

// Defines the permissions of the global styles routes (templates-and-styles.md §8, Permissions).

const viewError: PermissionError = {
  code: 'rest_cannot_view',
  message: 'You are not allowed to view the styles of the site.',
};

/** Returns the global styles with this ID. Throws ApiError 404 `rest_global_styles_not_found` if they do not exist. */
async function requireGlobalStyles(read: ReadHandle, type: ContentType, id: number): Promise<WholeEntry> {
  const entry = await findEntry(read, type.name, id);
  if (!entry) throw new ApiError('rest_global_styles_not_found', 404, 'No global styles with this ID.');
  return entry;
}

/**
 * Returns the permissions of global styles, keyed by their names in the contract. The `load` functions throw the error of
 * `requireGlobalStyles` before the permission is checked.
 */
function defineStylesPermissions(deps: EntryDeps): Permissions<StylesEndpoints, StylesTargets> {
  const { contract, database } = deps;
  const load = (call: Call) => requireGlobalStyles(database.read, typeOf(contract, call), parseId(call.path.id));
  const canEdit = (call: Call, entry: WholeEntry) => passes(editCondition, call.actor, typeOf(contract, call), entry);
  return {
    'read-global-styles': {
      load,
      permit: (call, entry) => {
        if (call.args.context === 'edit' && !canEdit(call, entry)) return forbiddenErrors.editContext;
        return isWriter(call.actor, contract) ? undefined : viewError;
      },
    },
    'edit-global-styles': {
      load,
      permit: (call, entry) => (canEdit(call, entry) ? undefined : forbiddenErrors.edit),
    },
  };
}

/** Parameter checks, keyed by the names that the contract uses. */
const stylesChecks: Record<string, ParameterCheckFactory> = {
  // Treats an array as an empty object, because none of its keys is a known property (templates-and-styles.md §8, Update).
  'styles-object': () => (value, name, schema) => (Array.isArray(value) ? { value: {} } : check(schema, value, name)),
};

// Presents global styles as JSON records (templates-and-styles.md §8).

type StylesPresenter = Presenter<StylesFields, WholeEntry, undefined>;

const fields: StylesPresenter['fields'] = {
  id: ({ id }) => id,
  title: ({ title }) => ({ raw: title, rendered: renderTitle(title) }),
  settings: ({ content }) => normalizeConfiguration(readStoredStyles(content)).settings,
  styles: ({ content }) => normalizeConfiguration(readStoredStyles(content)).styles,
};

const stylesPresenter: StylesPresenter = {
  prepare: async () => undefined,
  fields,
  facts: ({ id, revision_count }, _prepared, { actor }) => ({
    id,
    revision_count,
    may_publish: actor.can('publish_posts'),
    may_edit_css: actor.can('unfiltered_html'),
  }),
};

// GET /cms/v2/global-styles/<id>: returns global styles.

/** Responds with the record that the permission has loaded. */
const getGlobalStyles = (): StylesOperations['get-global-styles'] => ({
  run: async (_call, row) => ({ kind: 'record', row }),
});

// Validates the custom CSS of a site, and removes unsafe values from settings and styles (templates-and-styles.md §8, Update).

/** A pattern that matches markup that would end the style element that contains the CSS. */
const endTag = /<\/style[\s/>]/i;

const endTagStart = '</style';

/**
 * Throws ApiError 400 `rest_custom_css_invalid_type` if the CSS is not a string, and ApiError 400
 * `rest_custom_css_illegal_markup` if it would end the style element that contains it, alone or together with the text after it.
 */
function requireSafeCss(styles: JsonObject): void {
  const { css } = styles;
  if (css === undefined || css === null) return;
  if (typeof css !== 'string') throw new ApiError('rest_custom_css_invalid_type', 400, 'css must be a string.');
  const tail = css.slice(-endTagStart.length).toLowerCase();
  const startsEndTag = Array.from({ length: endTagStart.length }, (_, at) => endTagStart.slice(0, at + 1)).some(
    (prefix) => tail.endsWith(prefix),
  );
  if (startsEndTag || endTag.test(css))
    throw new ApiError('rest_custom_css_illegal_markup', 400, 'css must not contain the end tag of the style element.');
}

/** Maximum nesting depth of values that are preserved. No known property is nested more deeply. */
const maxDepth = 12;

/**
 * Properties of presets. They are the only settings whose values are inserted into style sheets, and therefore the only ones that
 * are checked.
 */
const presetValues = new Set(['color', 'colors', 'gradient', 'size', 'fontFamily', 'shadow', 'ratio', 'min', 'max']);

/**
 * Returns the part of styles or settings that users without `unfiltered_html` may save. Custom CSS, values that are not safe in a
 * style sheet, and values that are nested too deeply are removed.
 */
function filterUnsafeValues(value: JsonObject, kind: 'styles' | 'settings'): JsonObject {
  const isChecked = (name: string) => kind === 'styles' || presetValues.has(name);
  const filterValue = (property: unknown, name: string, depth: number): unknown => {
    if (depth > maxDepth || (kind === 'styles' && name === 'css')) return undefined;
    if (typeof property === 'string') return isChecked(name) && !isSafe(property, name) ? undefined : property;
    if (Array.isArray(property)) return property.flatMap((each) => filterValue(each, name, depth + 1) ?? []);
    return isJsonObject(property) ? filterProperties(property, depth) : property;
  };
  const filterProperties = (object: JsonObject, depth: number): JsonObject => {
    const properties = Object.entries(object).map(
      ([inner, each]) => [inner, filterValue(each, inner, depth + 1)] as const,
    );
    return Object.fromEntries(properties.filter(([, each]) => each !== undefined));
  };
  return filterProperties(value, 0);
}

/** Whether a value is safe for the property with this name. Only background properties may have URLs and gradients. */
function isSafe(value: string, name: string): boolean {
  const property = /gradient|background|^url$/i.test(name) ? 'background' : 'width';
  const isUnchanged = (declaration: string) => sanitizeStyle(declaration) === declaration;
  if (name === 'url') return isUnchanged(`background:url("${value}")`);
  return value === '' || /^var:[\w|-]+$/.test(value) || isUnchanged(`${property}:${value}`);
}

// POST, PUT and PATCH /cms/v2/global-styles/<id>: replace each submitted property as a whole (templates-and-styles.md §8,
// Update).

/** Updates global styles and responds in the view context. Throws the errors of `requireSafeCss`. */
function updateGlobalStyles(deps: EntryDeps): StylesOperations['update-global-styles'] {
  return {
    async run(call, loadedStyles) {
      const type = typeOf(deps.contract, call);
      const { args, actor } = call;
      const styles = toJsonObject(args.styles);
      const settings = toJsonObject(args.settings);
      if (styles) requireSafeCss(styles);
      const row = await deps.database.transaction(async (tx) => {
        const before = await lockEntry(tx, type, loadedStyles.id, actor, 'edit');
        await call.requireMatch();
        const stored = applyChanges(parseStoredStyles(before.content), { styles, settings }, actor);
        const entry = composeChangedDataEntry(deps, before, resolveTitle(args, before), stored);
        if (entry.content === before.content && entry.title === before.title) return before;
        const choice = { slug: before.slug, mustBeFree: false, slugBeforeTrash: before.slug_before_trash };
        return deps.writer.update(tx, type, { before, entry, choice, editor: actor.id });
      });
      return { kind: 'record', row, context: 'view' };
    },
  };
}

/** Returns the submitted object; an empty object for any other value; undefined if nothing was submitted. */
const toJsonObject = (submitted: unknown): JsonObject | undefined =>
  submitted === undefined ? undefined : isJsonObject(submitted) ? submitted : {};

/**
 * Returns the stored properties, each replaced with the submitted one if there is any. For users without `unfiltered_html`,
 * unsafe values are removed from the submitted properties, and the stored custom CSS is preserved.
 */
function applyChanges(
  before: StoredStyles,
  submitted: { styles: JsonObject | undefined; settings: JsonObject | undefined },
  actor: Actor,
): StoredStyles {
  const canPostUnfiltered = actor.can('unfiltered_html');
  const { css } = before.styles ?? {};
  const safeStyles = (styles: JsonObject): JsonObject => ({
    ...filterUnsafeValues(styles, 'styles'),
    ...(css !== undefined && { css }),
  });
  const styles = submitted.styles && !canPostUnfiltered ? safeStyles(submitted.styles) : submitted.styles;
  const settings =
    submitted.settings && !canPostUnfiltered ? filterUnsafeValues(submitted.settings, 'settings') : submitted.settings;
  return { ...before, ...(styles && { styles }), ...(settings && { settings }) };
}

/** Returns the new title. A submitted empty string clears the title; an object with an empty `raw` leaves it unchanged. */
function resolveTitle({ title }: ArgsOf<StylesEndpoints['update-global-styles']>, before: WholeEntry): string {
  const submitted = rawText(title);
  return (submitted === undefined || (submitted === '' && typeof title === 'object') ? before.title : submitted).trim();
}

/** Returns the module of global styles. */
export function globalStylesEndpoints(deps: EntryDeps): Module {
  return implement(stylesModule, {
    permissions: defineStylesPermissions(deps),
    operations: { 'get-global-styles': getGlobalStyles(), 'update-global-styles': updateGlobalStyles(deps) },
    checks: stylesChecks,
    presenter: stylesPresenter,
  });
}
