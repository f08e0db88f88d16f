// Reads from the schema which tables a database changes together with others.
import type { Dependents } from './dependents.ts';
import type { ReadHandle } from './handle.ts';
import { type Slots, statement } from './statement.ts';

type None = Slots<Record<never, never>>;

const actions = statement((q, _: None) => q.dialect.dependents.actions());
const triggers = statement((q, _: None) => q.dialect.dependents.triggers());
const tables = statement((q, _: None) => q.dialect.dependents.tables());

/** SQL of triggers that may delete rows. */
const deletingText = /\b(?:delete\s+from|insert\s+or\s+replace|replace\s+into|merge\s+into|truncate)\b/i;

/** Reads the dependents of all tables. */
export async function findDependents(read: ReadHandle): Promise<Dependents> {
  const children = new Map<string, Set<string>>();
  const ofChange = new Map<string, Set<string>>();
  for (const { parent, child, on_delete, on_update } of await read.all(actions, {})) {
    if (on_delete === 1) add(children, parent, child);
    if (on_update === 1) add(ofChange, parent, child);
  }
  const ofDeletion = new Map([...children.keys()].map((table) => [table, reachableFrom(table, children)]));
  const names = (await read.all(tables, {})).map(({ name }) => name);
  for (const { table, source } of await read.all(triggers, {})) {
    // The text of a trigger is not parsed, so each table that it contains counts.
    const words = new Set(source.match(/\w+/g));
    const mayDelete = deletingText.test(source);
    for (const name of names.filter((each) => words.has(each))) {
      if (name !== table) add(ofChange, table, name);
      if (mayDelete) for (const dependent of ofDeletion.get(name) ?? []) add(ofChange, table, dependent);
    }
  }
  return { ofDeletion, ofChange };
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
