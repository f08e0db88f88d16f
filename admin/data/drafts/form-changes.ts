// The changes in a form: what the user has typed, relative to the record, so that it can be shown over a record that others have changed.

/** Compares values of fields with those of the record, and combines them. */
export interface ValueParts<T extends object> {
  /**
   * Returns the part of a value that differs from another one, and what an earlier change contains; the whole value if it has no parts.
   */
  readonly changeOf: <F extends keyof T & string>(
    field: F,
    before: T[F] | undefined,
    after: T[F],
    earlier?: T[F] | undefined,
  ) => T[F];
  /** Returns a value of the record with a change of `changeOf`. */
  readonly applyChange: <F extends keyof T & string>(field: F, before: T[F], change: T[F]) => T[F];
}

/** Fields whose values are replaced as a whole. */
export const wholeValues: ValueParts<never> = {
  changeOf: (_field, _before, after) => after,
  applyChange: (_field, _before, change) => change,
};

/** Returns the record with the changes. */
export function withChanges<T extends object>(record: T, changes: Partial<T>, { applyChange }: ValueParts<T>): T {
  const values = { ...record };
  for (const field in changes) values[field] = applyChange(field, record[field], changes[field] as T[typeof field]);
  return values;
}

/**
 * Returns the changes with further ones: values that the form shows now. What is changed back remains a change, because the record may be
 * about to get the earlier change.
 */
export function addChanges<T extends object>(
  record: T,
  changes: Partial<T>,
  next: Partial<T>,
  { changeOf }: ValueParts<T>,
): Partial<T> {
  const added = { ...changes };
  for (const field in next)
    added[field] = changeOf(field, record[field], next[field] as T[typeof field], changes[field]);
  return added;
}

/** Returns the changes from a record to values. Fields that the values lack, and those that are equal, are unchanged. */
export function changesBetween<T extends object>(
  record: Partial<T>,
  values: Partial<T>,
  { changeOf }: ValueParts<T>,
): Partial<T> {
  const changes: Partial<T> = {};
  for (const field in values) {
    const after = values[field] as T[typeof field];
    if (!isEqual(after, record[field])) changes[field] = changeOf(field, record[field], after);
  }
  return changes;
}

/** Returns the changes that differ from the record. */
export function effectiveChanges<T extends object>(record: T, changes: Partial<T>, parts: ValueParts<T>): Partial<T> {
  const values = withChanges(record, changes, parts);
  return changesBetween(
    record,
    selectFields(values, (field) => field in changes),
    parts,
  );
}

/** Returns those of the changes that the saved ones do not contain. */
export const withoutSaved = <T extends object>(
  current: Partial<T>,
  saved: Partial<T>,
  parts: ValueParts<T>,
): Partial<T> => changesBetween(saved, current, parts);

/** Returns the fields that are selected. */
export function selectFields<T extends object>(
  values: Partial<T>,
  isSelected: (field: keyof T & string) => boolean,
): Partial<T> {
  const selected: Partial<T> = {};
  for (const field in values) if (isSelected(field)) selected[field] = values[field];
  return selected;
}

/** Whether two JSON values are equal, including the order of their properties. */
export const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
