// Finds the path of an existing record for every pattern of the route table.
import type { RouteTable } from '../../server/http/routes.ts';

/** A function that reads a path, relative to the REST root, as the administrator. Returns undefined unless the status is 200. */
export type Read = (path: string) => Promise<unknown>;

/** Properties that identify an item in its path, in order of precedence. */
const keys = ['id', 'uuid', 'slug', 'name', 'stylesheet', 'location'];

/**
 * Returns a path for the pattern of every route. Each parameter is filled with the key of the first item in the collection
 * before it, or with 1 if the collection is empty. `known` contains keys by collection, which take precedence.
 */
export async function findPaths(table: RouteTable, read: Read, known: Readonly<Record<string, string>>) {
  const found = new Map<string, string>();
  const firstOf = async (collection: string): Promise<string> => {
    const name = known[collection] ?? found.get(collection) ?? keyOf(await read(collection));
    found.set(collection, name);
    return name;
  };
  const paths = new Map<string, string>();
  for (const { declared } of table.routes) paths.set(declared.path, await fill(declared.path, firstOf));
  return paths;
}

async function fill(pattern: string, firstOf: (collection: string) => Promise<string>): Promise<string> {
  let path = '';
  for (const segment of pattern.split('/').slice(1))
    path += segment.startsWith('<') ? `/${await firstOf(path)}` : `/${segment}`;
  return path;
}

function keyOf(list: unknown): string {
  const first: unknown = Array.isArray(list) ? list[0] : Object.values(list ?? {})[0];
  if (typeof first !== 'object' || first === null) return '1';
  const item: Readonly<Record<string, unknown>> = { ...first };
  return encodeURIComponent(String(keys.map((key) => item[key]).find((value) => value !== undefined) ?? 1));
}
