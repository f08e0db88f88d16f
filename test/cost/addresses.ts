// Addresses of things that are there, for every pattern of the route table.
import type { RouteTable } from '../../server/http/routes.ts';

/** Reads a path below the REST root as the administrator; undefined where that is not answered 200. */
export type Read = (path: string) => Promise<unknown>;

/** What names an item in its path, the first that it has. */
const keys = ['id', 'uuid', 'slug', 'name', 'stylesheet', 'location'];

/**
 * The path of every route of a table with its parameters filled in: each with the name of the first item of the collection
 * before it, or with 1 where there is none.
 */
export async function findAddresses(table: RouteTable, read: Read, known: Readonly<Record<string, string>>) {
  const found = new Map<string, string>();
  const firstOf = async (collection: string): Promise<string> => {
    const name = known[collection] ?? found.get(collection) ?? nameOf(await read(collection));
    found.set(collection, name);
    return name;
  };
  const addresses = new Map<string, string>();
  for (const { declared } of table.routes) addresses.set(declared.path, await fill(declared.path, firstOf));
  return addresses;
}

async function fill(pattern: string, firstOf: (collection: string) => Promise<string>): Promise<string> {
  let path = '';
  for (const segment of pattern.split('/').slice(1))
    path += segment.startsWith('<') ? `/${await firstOf(path)}` : `/${segment}`;
  return path;
}

function nameOf(list: unknown): string {
  const first: unknown = Array.isArray(list) ? list[0] : Object.values(list ?? {})[0];
  if (typeof first !== 'object' || first === null) return '1';
  const item: Readonly<Record<string, unknown>> = { ...first };
  return encodeURIComponent(String(keys.map((key) => item[key]).find((value) => value !== undefined) ?? 1));
}
