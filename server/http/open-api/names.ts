// What resources and routes are called in the document.
import type { Noun } from '../../../contract/grammar/labels.ts';
import type { Resource } from '../../../contract/grammar/resource.ts';
import type { Method } from '../../../contract/grammar/route.ts';
import type { BoundRoute } from '../routes.ts';

/** Whether a resource has records; others respond with plain values. */
export const hasRecords = ({ fields }: Resource): boolean => Object.keys(fields).length > 0;

/** The names of the schemas of records: titles, after the namespace where another resource has the title. */
export function namesOfRecords(routes: readonly BoundRoute[]): ReadonlyMap<Resource, string> {
  const names = new Map<Resource, string>();
  const taken = new Set<string>();
  for (const { resource } of routes) {
    if (names.has(resource) || !hasRecords(resource)) continue;
    const name = taken.has(resource.title) ? `${resource.namespace} ${resource.title}` : resource.title;
    names.set(resource, name.replace(/[^\w.-]+/g, '-'));
    taken.add(resource.title);
  }
  return names;
}

/** The schema of what other records embed of a record. */
export const embeddedName = (name: string): string => `${name}-embedded`;

export const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Read by generators of clients as a name of a function: the method and the words of the path. */
export const operationId = (method: Method, { declared }: BoundRoute): string =>
  [method.toLowerCase(), ...declared.path.replace(/[<>]/g, '').split(/[^\w]+/)].filter((word) => word !== '').join('_');

/** What the operations of a resource are listed under; those without records by their namespace. */
export const tagOf = ({ resource, namespace }: BoundRoute, names: ReadonlyMap<Resource, string>): string =>
  names.get(resource) ?? (namespace || 'root');

/** What people call the records of a resource. */
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
