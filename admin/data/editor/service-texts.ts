// Translates the texts of the service that the editor's packages display: labels, errors, and names in settings.
import type { APIFetchMiddleware } from '@wordpress/api-fetch';
import { __ } from '@wordpress/i18n';
import { serviceLabel, serviceLabels, serviceText } from '../../ui/service-text.ts';

/** The paths of types and taxonomies, with the names of single ones. */
const labelPath = /^\/wp\/v2\/(?:types|taxonomies)(?:\/[\w-]+)?(?:\?|$)/;

/** The paths of parts of the theme, and of configurations of lists, which the editor never saves. */
const themePath = /^\/wp\/v2\/(?:(?:global-styles\/themes|block-patterns)\/|view-config\?)/;

/** Translates the labels of types and taxonomies, names in the theme, and the messages of errors. */
export const withServiceTexts: APIFetchMiddleware = async (options, next) => {
  try {
    const response = await next(options);
    if (labelPath.test(options.path ?? '')) return await convert(response, translateLabels);
    return themePath.test(options.path ?? '') ? await convert(response, (body) => translateNames(body)) : response;
  } catch (error) {
    if (typeof error !== 'object' || error === null || !('message' in error) || error instanceof Response) throw error;
    throw { ...error, message: serviceText(String(error.message)) };
  }
};

/** Returns a response whose body is converted, whether it is parsed or not. */
async function convert(response: unknown, change: (body: unknown) => unknown): Promise<unknown> {
  if (!(response instanceof Response)) return change(response);
  const { status, headers } = response;
  return new Response(JSON.stringify(change(await response.json())), { status, headers });
}

/** Returns a type or a taxonomy, or all of them, with translated labels. */
function translateLabels(response: unknown): unknown {
  if (!isObject(response)) return response;
  if (!('slug' in response))
    return Object.fromEntries(Object.entries(response).map(([name, each]) => [name, translateLabels(each)]));
  if (response.slug === 'wp_block') return { ...response, ...patternNames(response.labels) };
  const { name, labels } = response;
  return {
    ...response,
    ...(typeof name === 'string' && { name: serviceLabel(name) }),
    ...(isObject(labels) && { labels: serviceLabels(labels as Record<string, string>) }),
  };
}

/** Returns the name and the labels of patterns, which the API calls blocks. */
const patternNames = (labels: unknown) => ({
  name: __('Patterns'),
  labels: {
    ...(isObject(labels) && serviceLabels(labels as Record<string, string>)),
    ...{ name: __('Patterns'), singular_name: __('Pattern'), add_new_item: __('Add pattern') },
    ...{ item_published: __('The pattern was published.'), item_updated: __('The pattern was updated.') },
    ...{ item_trashed: __('The pattern was moved to the trash.') },
  },
});

/** Properties with texts that the editor displays. */
const displayed: ReadonlySet<string> = new Set(['name', 'title', 'label', 'description']);

/** Returns settings of the editor with translated names of presets, templates, areas and categories. */
export function translateSettings<T>(settings: T): T {
  return translateNames(settings) as T;
}

function translateNames(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return displayed.has(key) ? serviceText(value) : value;
  if (Array.isArray(value)) return value.map((each) => translateNames(each));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, translateNames(each, name)]));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
