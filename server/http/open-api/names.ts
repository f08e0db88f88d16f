// Derives the names of resources and operations in the OpenAPI document.
import type { Noun } from '../../../contract/grammar/labels.ts';
import type { Resource } from '../../../contract/grammar/resource.ts';
import type { Method } from '../../../contract/grammar/route.ts';
import type { BoundRoute } from '../routes.ts';

/** Whether a resource has records. Other resources return plain values. */
export const hasRecords = ({ fields }: Resource): boolean => Object.keys(fields).length > 0;

/** Returns the schema names of resources: their titles, prefixed with the namespace if an earlier resource has the same title. */
export function namesOfRecords(routes: readonly BoundRoute[]): ReadonlyMap<Resource, string> {
  const names = new Map<Resource, string>();
  const usedTitles = new Set<string>();
  for (const { resource } of routes) {
    if (names.has(resource) || !hasRecords(resource)) continue;
    const name = usedTitles.has(resource.title) ? `${resource.namespace} ${resource.title}` : resource.title;
    names.set(resource, name.replace(/[^\w.-]+/g, '-'));
    usedTitles.add(resource.title);
  }
  return names;
}

/** Returns the name of the schema for a record that is embedded in another record. */
export const embeddedName = (name: string): string => `${name}-embedded`;

/** Returns a reference to a schema of the document. */
export const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Returns the operation ID, from which client generators derive function names: the method and the segments of the path. */
export const operationId = (method: Method, { declared }: BoundRoute): string =>
  [method.toLowerCase(), ...declared.path.replace(/[<>]/g, '').split(/[^\w]+/)].filter((word) => word !== '').join('_');

/** Returns the singular and plural names of the records of a resource, for use in sentences. */
export function nounOf({ noun, title }: Resource): Noun {
  if (noun) return noun;
  const one = title.replace(/[-_]/g, ' ');
  return { one, many: pluralOf(one) };
}

const pluralOf = (one: string): string => {
  if (one.endsWith('s') && !one.endsWith('ss') && !one.endsWith('us')) return one;
  if (/[^aeiou]y$/.test(one)) return `${one.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(one) ? `${one}es` : `${one}s`;
};
