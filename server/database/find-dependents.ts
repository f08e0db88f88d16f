// Reads from the schema which tables a database changes together with others.
import type { Dependents } from './dependents.ts';
import type { ReadHandle } from './handle.ts';
import { type Slots, statement } from './statement.ts';

type None = Slots<Record<never, never>>;

const actions = statement((q, _: None) => q.dialect.dependents.actions());
const triggers = statement((q, _: None) => q.dialect.dependents.triggers());
const tables = statement((q, _: None) => q.dialect.dependents.tables());

/** Reads the dependents of all tables. */
export async function findDependents(read: ReadHandle): Promise<Dependents> {
  const children = new Map<string, Set<string>>();
  for (const { parent, child } of await read.all(actions, {})) add(children, parent, child);
  const ofChange = new Map<string, Set<string>>();
  const names = (await read.all(tables, {})).map(({ name }) => name);
  for (const { table, source } of await read.all(triggers, {})) {
    // The text of a trigger is not parsed, so each table that it contains counts.
    const words = new Set(source.match(/\w+/g));
    for (const name of names) if (name !== table && words.has(name)) add(ofChange, table, name);
  }
  return {
    ofDeletion: new Map([...children.keys()].map((table) => [table, reachableFrom(table, children)])),
    ofChange,
  };
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  map.set(key, (map.get(key) ?? new Set()).add(value));
}

function reachableFrom(table: string, children: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const reached = new Set<string>(children.get(table));
  // A set is iterated in the order of insertion, so the tables that are added here are visited too.
  for (const name of reached) for (const child of children.get(name) ?? []) reached.add(child);
  return reached;
}
