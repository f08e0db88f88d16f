// A record for an endpoint, made of what the endpoint declares: wherever a person may write, there is a name of the contract.
import fc, { type Arbitrary } from 'fast-check';
import { notesOf, type TSchema } from '../../contract/grammar/schema.ts';
import { bothSpellings, freeObject, line, markup, namesLike } from './texts.ts';

/** Draws a value of an arbitrary. */
export type Draw = <T>(arbitrary: Arbitrary<T>) => T;

/** The words of a schema that values are made from. */
interface Words {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly additionalProperties?: boolean | TSchema;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
}

/** Returns the parameters that a person may write freely, filled in; the others are left out. */
export function fillIn(parameters: Readonly<Record<string, TSchema>>, draw: Draw): Record<string, unknown> {
  const filled = Object.entries(parameters).map(([name, schema]) => [name, makeValue(schema, draw)] as const);
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
}

/** A value that is made of names; undefined where no person may write one. */
function makeValue(schema: TSchema, draw: Draw): unknown {
  // What is declared to be a name is filled in all the same: a text that is wrongly declared so must not be left out.
  const { readonly, json } = notesOf(schema);
  const words = schema as unknown as Words;
  if (readonly || words.enum || words.const !== undefined) return undefined;
  if (json) return JSON.stringify(makeValue(json, draw));
  if (words.anyOf) return words.anyOf.map((each) => makeValue(each, draw)).find((each) => each !== undefined);
  const types = [words.type ?? []].flat();
  if (types.includes('object')) return makeObject(schema, words, draw);
  if (types.includes('array') && words.items) {
    const [one, other] = [makeValue(words.items, draw), makeValue(words.items, draw)];
    return one === undefined ? undefined : JSON.stringify(one) === JSON.stringify(other) ? [one] : [one, other];
  }
  return types.includes('string') ? makeText(words, draw) : undefined;
}

function makeObject(
  schema: TSchema,
  { properties = {}, additionalProperties, required = [] }: Words,
  draw: Draw,
): unknown {
  const known = fillIn(properties, draw);
  for (const name of required) {
    const { enum: values } = (properties[name] ?? {}) as Words;
    if (!(name in known) && values) known[name] = values[0];
  }
  const free = additionalProperties === true ? draw(freeObject) : {};
  const { raw } = known as { raw?: unknown };
  // What has a raw text may be sent as that text.
  if (typeof raw === 'string') {
    const text = draw(markup);
    return notesOf(schema).unchecked && draw(fc.boolean()) ? text : { ...known, raw: text };
  }
  const value = { ...free, ...known };
  return Object.keys(value).length > 0 ? value : undefined;
}

function makeText({ format, pattern, maxLength = Number.POSITIVE_INFINITY }: Words, draw: Draw): string | undefined {
  const [one, other] = [draw(fc.constantFrom(...bothSpellings)), draw(fc.constantFrom(...bothSpellings))];
  if (format === 'uri') return `http://site.test/${one}?${other}`;
  if (format === 'email') return `${draw(fc.constantFrom(...namesLike(/^[a-z_]+$/)))}@site.test`;
  if (format !== undefined) return undefined;
  const text = draw(line);
  if (pattern === undefined) return text.length <= maxLength ? text : one;
  const fitting = namesLike(new RegExp(pattern));
  return fitting.length > 0 ? draw(fc.constantFrom(...fitting)) : undefined;
}
