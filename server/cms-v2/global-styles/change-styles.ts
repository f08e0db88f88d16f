// Validates the custom CSS of a site, removes unsafe values from settings and styles, and applies submitted changes
// (templates-and-styles.md §8, Update).
import type { Actor } from '../../access/actor.ts';
import { ApiError } from '../../api-error.ts';
import { sanitizeStyle } from '../../rendering/sanitise/css.ts';
import { isJsonObject, type JsonObject } from './filter-known.ts';
import type { StoredStyles } from './stored-styles.ts';

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

/** Submitted styles and settings; undefined if they were not submitted. */
export interface SubmittedStyles {
  readonly styles: JsonObject | undefined;
  readonly settings: JsonObject | undefined;
}

/**
 * Returns the submitted styles and settings; an empty object for a value that is not an object. Throws the errors of `requireSafeCss`.
 */
export function parseSubmittedStyles(args: {
  readonly styles?: unknown;
  readonly settings?: unknown;
}): SubmittedStyles {
  const styles = toJsonObject(args.styles);
  if (styles) requireSafeCss(styles);
  return { styles, settings: toJsonObject(args.settings) };
}

/** Returns the submitted object; an empty object for any other value; undefined if nothing was submitted. */
const toJsonObject = (submitted: unknown): JsonObject | undefined =>
  submitted === undefined ? undefined : isJsonObject(submitted) ? submitted : {};

/**
 * Returns the stored properties, each replaced with the submitted one if there is any. For users without `unfiltered_html`,
 * unsafe values are removed from the submitted properties, and the stored custom CSS is preserved.
 */
export function applyChanges(before: StoredStyles, submitted: SubmittedStyles, actor: Actor): StoredStyles {
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
