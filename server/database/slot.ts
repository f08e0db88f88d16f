import { type Expression, type OperationNode, ValueNode } from 'kysely';
import { DatabaseMisuse } from './errors.ts';

/** What a call may put into a slot. Truth values are stored as 0 and 1, so booleans are not among them. */
export type SlotValue = string | number | bigint | Uint8Array | null | readonly number[] | readonly string[];

/** The constraint on a statement's parameters: every property is a slot value. */
export type SlotValues<P> = { readonly [K in keyof P]: SlotValue };

/** One placeholder for each parameter; usable wherever the query builder takes a value of that type. */
export type Slots<P> = { readonly [K in keyof P]: Slot<P[K]> };

/** A place in a compiled query that each call fills with a value. It never becomes part of the SQL text. */
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

  /** The same parameter, sent to the engine in another form, as a list is sent as one JSON text. */
  encoded<S>(encode: (value: T) => unknown): Slot<S> {
    return new Slot<S>(this.slotName, encode);
  }

  /**
   * The value to bind for this slot.
   * @throws DatabaseMisuse for anything that is not a slot value
   */
  fill(given: unknown): unknown {
    const value = withoutNul(given);
    if (this.#encode !== undefined && value !== undefined) return this.#encode(value as never);
    if (isPlain(value)) return value;
    throw new DatabaseMisuse(`The parameter "${this.slotName}" cannot be ${describe(value)}.`);
  }
}

/** Placeholders for whichever names a statement's builder asks for. */
export function slotsByName<P>(): Slots<P> {
  return new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as Slots<P>;
}

/** Placeholders of names that are chosen as the statement is built. */
export type NamedSlots = Slots<Record<string, never>>;

/** The placeholder of a name that is chosen as the statement is built; its type is whatever its place asks for. */
export const slot = (slots: NamedSlots, name: string): never => slots[name] as never;

/** PostgreSQL refuses the character U+0000 in text; it means nothing in content, so it is dropped on both engines. */
function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '') : value;
  return Array.isArray(value) && typeof value[0] === 'string' ? value.map(withoutNul) : value;
}

/** Whether every engine can store this value as it is. */
export function isPlain(value: unknown): boolean {
  if (typeof value === 'string' || value === null) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'bigint' || value instanceof Uint8Array;
}

function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  return Array.isArray(value) ? 'a list here (use inList)' : `${typeof value} (${String(value)})`;
}
