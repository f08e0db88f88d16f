// Changes of several entries at once: which fields get which values, and how the terms of each entry change.
import { differingFields, type FieldValue, type FieldValues } from './entry-fields.ts';

/** The change of the terms of a taxonomy: the chosen terms are added, replace all others, or are removed. */
export type TermMode = 'add' | 'replace' | 'remove';

/** The change of a field: a value for all entries, or a change of the terms of each. */
export type BulkChange =
  | { readonly value: FieldValue }
  | { readonly mode: TermMode; readonly terms: readonly number[] };

/** Changes by the names of the fields; fields without one keep their values. */
export type BulkChanges = Readonly<Record<string, BulkChange>>;

/** Returns the values that the changes give an entry, without those that it has already. */
export function changedValues(current: FieldValues, changes: BulkChanges): FieldValues {
  const next = Object.fromEntries(
    Object.entries(changes).map(([name, change]) => [name, nextValue(current[name], change)]),
  );
  return Object.fromEntries(differingFields(next, current).map((name) => [name, next[name] ?? '']));
}

function nextValue(current: FieldValue | undefined, change: BulkChange): FieldValue {
  if ('value' in change) return change.value;
  const { mode, terms } = change;
  const before = Array.isArray(current) ? current : [];
  if (mode === 'remove') return before.filter((term) => !terms.includes(term));
  const after = mode === 'add' ? [...new Set([...before, ...terms])] : [...terms];
  return after.sort((one, other) => one - other);
}

/** Whether changes would change anything: adding and removing need terms. */
export const isEffective = (change: BulkChange): boolean =>
  'value' in change || change.mode === 'replace' || change.terms.length > 0;
