// Changes the list of fields in the form builder. Properties that the builder does not know remain as they are.
import type { FieldCondition, FormField } from '../../data/resources/forms.ts';

/** A field in the builder. The key identifies it while its name changes: the stored name, or one that begins with `new:`. */
export interface Row {
  readonly key: string;
  readonly field: FormField;
}

/** The kinds of fields, in the order in which they are offered. */
export const kinds = ['text', 'email', 'textarea', 'number', 'choice', 'checkbox', 'consent'] as const;

/** The properties that only some kinds of fields may have. */
const kindProperties: Readonly<Record<string, readonly string[]>> = {
  longest: ['text', 'textarea'],
  minimum: ['number'],
  maximum: ['number'],
  choices: ['choice'],
  several: ['choice'],
};

/** Whether fields of a kind may have a property. */
export const hasProperty = ({ kind }: Pick<FormField, 'kind'>, property: string): boolean =>
  kindProperties[property]?.includes(kind) ?? true;

/** Returns the rows of stored fields. */
export const rowsOf = (fields: readonly FormField[]): readonly Row[] =>
  fields.map((field) => ({ key: field.name, field }));

const newKeyPrefix = 'new:';

/** Whether a row was added and not saved. */
export const isNew = ({ key }: Row): boolean => key.startsWith(newKeyPrefix);

/** Returns a name for a label that no other row has: letters, digits and underscores. */
export function nameFor(label: string, rows: readonly Row[]): string {
  const plain = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 30);
  const base = plain || 'field';
  const names = new Set(rows.map(({ field }) => field.name));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}_${number}`;
    if (!names.has(name)) return name;
  }
}

/** Returns the rows with a new field at the end. Choices and consents need a text from the beginning. */
export function addRow(rows: readonly Row[], kind: string, label: string, choices: readonly string[]): readonly Row[] {
  const field = { name: nameFor(label, rows), kind, label, ...(kind === 'choice' && { choices }) };
  return [...rows, { key: newKeyPrefix + crypto.randomUUID(), field }];
}

/** Returns the rows with a copy of a field below it. */
export function duplicateRow(rows: readonly Row[], at: number): readonly Row[] {
  const row = rows[at];
  if (!row) return rows;
  const copy = { ...row.field, name: nameFor(row.field.name, rows) };
  return rows.toSpliced(at + 1, 0, { key: newKeyPrefix + crypto.randomUUID(), field: copy });
}

/** Returns the rows with one at another position. */
export function moveRow(rows: readonly Row[], from: number, to: number): readonly Row[] {
  const row = rows[from];
  return row && to >= 0 && to < rows.length ? rows.toSpliced(from, 1).toSpliced(to, 0, row) : rows;
}

/**
 * Returns the rows with changes of a field; undefined removes a property. The name of a new field follows its label until the user changes
 * it, and conditions follow names and choices.
 */
export function changeRow(
  rows: readonly Row[],
  at: number,
  changes: Partial<Record<keyof FormField, unknown>>,
): readonly Row[] {
  const row = rows[at];
  if (!row) return rows;
  const { field } = row;
  const others = rows.toSpliced(at, 1);
  const followsLabel = isNew(row) && changes.name === undefined && field.name === nameFor(field.label, others);
  const all =
    followsLabel && typeof changes.label === 'string' ? { ...changes, name: nameFor(changes.label, others) } : changes;
  const next = withoutForeign(withChanges(field, all));
  return rows.map((each, index) => {
    if (index === at) return { ...row, field: next };
    const { condition } = each.field;
    if (condition?.field !== field.name || index < at) return each;
    const changed = followField(condition, field, next);
    return changed === condition ? each : { ...each, field: { ...each.field, condition: changed } };
  });
}

/** Returns a condition on a field that was changed. Values are only possible for fields with choices. */
function followField(condition: FieldCondition, before: FormField, after: FormField): FieldCondition {
  const { values, ...others } = condition;
  if (after.kind !== 'choice')
    return before.name === after.name && !values ? condition : { ...others, field: after.name };
  if (!values) return before.name === after.name ? condition : { ...condition, field: after.name };
  const renamed = renamedChoices(before.choices ?? [], after.choices ?? []);
  return { ...condition, field: after.name, values: values.map((value) => renamed.get(value) ?? value) };
}

/** Returns the new texts of choices that were edited: those at the same position in a list of the same length. */
function renamedChoices(before: readonly string[], after: readonly string[]): ReadonlyMap<string, string> {
  if (before.length !== after.length) return new Map();
  return new Map(
    before.flatMap((choice, index) => {
      const next = after[index];
      return next !== undefined && !after.includes(choice) && !before.includes(next) ? [[choice, next] as const] : [];
    }),
  );
}

/** Returns a field with changes, with its properties in their order, so that a value that is changed back is no change. */
function withChanges(field: FormField, changes: Partial<Record<keyof FormField, unknown>>): FormField {
  const next: Record<string, unknown> = { ...field };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) delete next[name];
    else next[name] = value;
  }
  return next as unknown as FormField;
}

/** Returns a field without the properties that its kind may not have. */
const withoutForeign = (field: FormField): FormField =>
  Object.fromEntries(
    Object.entries(field).filter(([property]) => hasProperty(field, property)),
  ) as unknown as FormField;
