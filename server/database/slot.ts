import { type Expression, type OperationNode, ValueNode } from 'kysely';
import { DatabaseMisuse } from './errors.ts';

/** A value that can be bound to a slot. Booleans are stored as 0 and 1, so they are not included. */
export type SlotValue = string | number | bigint | Uint8Array | null | readonly number[] | readonly string[];

/** Constraint on the parameters of a statement: every property is a slot value. */
export type SlotValues<P> = { readonly [K in keyof P]: SlotValue };

/**
 * One placeholder for each parameter; usable wherever the query builder expects a value of that type. Optional parameters have one too,
 * although only some variants of a statement use them.
 */
export type Slots<P> = { readonly [K in keyof P]-?: Slot<Exclude<P[K], undefined>> };

/** A placeholder in a compiled query that each call fills with a value, which never becomes part of the SQL text. */
export class Slot<T> implements Expression<T> {
  readonly slotName: string;
  readonly #encode: ((value: never) => unknown) | undefined;

  constructor(slotName: string, encode?: (value: never) => unknown) {
    this.slotName = slotName;
    this.#encode = encode;
  }

  get expressionType(): T | undefined {
    return undefined;
  }

  toOperationNode(): OperationNode {
    return ValueNode.create(this);
  }

  /** Returns a placeholder for the same parameter in another encoding, such as a list as a JSON string. */
  encoded<S>(encode: (value: T) => unknown): Slot<S> {
    return new Slot<S>(this.slotName, encode);
  }

  /**
   * Returns the value to bind to this slot.
   * @throws DatabaseMisuse for a value that is not a SlotValue
   */
  fill(input: unknown): unknown {
    const value = withoutNul(input);
    // The types of slots ensure that the value has the type that the function encodes.
    if (this.#encode !== undefined && value !== undefined) return this.#encode(value as never);
    if (isStorable(value)) return value;
    throw new DatabaseMisuse(`Invalid value of the statement parameter "${this.slotName}": ${describeValue(value)}.`);
  }
}

/** A value in place of a placeholder. It is part of the SQL text, so that it must come from a closed set of choices. */
class Constant<T> extends Slot<T> {
  readonly #value: T;

  constructor(slotName: string, value: T) {
    super(slotName);
    this.#value = value;
  }

  override toOperationNode(): OperationNode {
    return ValueNode.createImmediate(this.#value);
  }
}

/**
 * Returns the same placeholders, except that the statement contains the given values, which come from a closed set of choices and never from
 * input. PostgreSQL plans such a statement once, and for these values; if it estimates that parameters may have values for which the plan
 * is slow, it plans the statement again for every call.
 */
export const withConstants = <S extends object>(slots: S, values: Readonly<Record<string, string | number>>): S =>
  new Proxy(slots, {
    get(_, name) {
      const value = values[String(name)];
      return value === undefined ? Reflect.get(slots, name) : new Constant(String(name), value);
    },
  });

/** Returns placeholders for all names that the function which builds a statement uses. `rename` returns the names of the parameters. */
export function slotsByName<P>(rename: (name: string) => string = (name) => name): Slots<P> {
  return new Proxy({}, { get: (_, name) => new Slot(rename(String(name))) }) as Slots<P>;
}

/** Returns the placeholder of a parameter whose name is computed, such as `w${position}`. */
export const slotOf = <S, K extends keyof S>(slots: S, name: K): S[K] => slots[name];

/** Returns the placeholders of the parameters with these names, in this order: the columns that an insert or an update writes. */
export function pickSlots<S, K extends keyof S>(slots: S, names: readonly K[]): Pick<S, K> {
  // Object.fromEntries loses the names.
  return Object.fromEntries(names.map((name) => [name, slots[name]])) as Pick<S, K>;
}

/** Removes U+0000 from strings, for both engines: PostgreSQL rejects it, and it has no meaning in content. */
function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '') : value;
  return Array.isArray(value) && typeof value[0] === 'string' ? value.map(withoutNul) : value;
}

/** Whether a string is read from the database as it was written. */
const isStoredAsIs = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/**
 * Returns a row as it is read after it was written: its strings are without U+0000 and, as in UTF-8, with U+FFFD in place of lone
 * surrogates.
 */
export function storedRow<Row extends object>(row: Row): Row {
  const changed = Object.entries(row).filter(([, value]) => typeof value === 'string' && !isStoredAsIs(value));
  if (changed.length === 0) return row;
  return { ...row, ...Object.fromEntries(changed.map(([name, text]) => [name, `${withoutNul(text)}`.toWellFormed()])) };
}

/** Whether every engine can store this value unchanged. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string' || value === null) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'bigint' || value instanceof Uint8Array;
}

function describeValue(value: unknown): string {
  if (value === undefined) return 'missing';
  return Array.isArray(value) ? 'an array (use inList)' : `${typeof value} (${String(value)})`;
}
