// Reads the recorded examples of endpoints, which `npm run examples` generates by sending requests to a small site.
import { readFile } from 'node:fs/promises';
import type { Method } from '../../../contract/grammar/route.ts';
import type { Spelling } from '../../../contract/names/spelling.ts';
import type { BoundEndpoint, BoundRoute } from '../routes.ts';

/** The recorded request of an endpoint and its responses. Long texts and lists are shortened. */
export interface Example {
  /** The query of the request. */
  readonly query?: string;
  /** The JSON body of the request. */
  readonly request?: unknown;
  /** Bodies of JSON responses by status code: the response to the request, and errors of invalid variants of the request. */
  readonly responses: Readonly<Record<string, unknown>>;
}

/**
 * Returns the example of a method, or of the first method of the same endpoint; undefined for endpoints of site-defined types and
 * extensions.
 */
export type FindExample = (route: BoundRoute, endpoint: BoundEndpoint, method: Method) => Example | undefined;

/** Reads the examples in a spelling. The caller should not retain the result, which contains some hundred kilobytes. */
export async function readExamples(spelling: Spelling): Promise<FindExample> {
  const text = await readFile(new URL(`./examples-${spelling.id}.json`, import.meta.url), 'utf8');
  const examples = JSON.parse(text) as Readonly<Record<string, Example>>;
  return ({ declared }, endpoint, method) => {
    // Examples are keyed by native paths. Translating a path twice returns the original path.
    const path = spelling.path(declared.path);
    const [first] = endpoint.declared.methods;
    return examples[`${method} ${path}`] ?? examples[`${first} ${path}`];
  };
}

/** Returns the keyword `examples` of a media type; an empty object without a value. */
export const exampleOf = (value: unknown, summary?: string): { readonly examples?: object } =>
  value === undefined ? {} : { examples: { default: { ...(summary && { summary }), value } } };
