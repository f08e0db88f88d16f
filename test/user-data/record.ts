// Generates input for an endpoint from its declared parameters. All free texts consist of names of the contract.
import fc, { type Arbitrary } from 'fast-check';
import { schemaAnnotationsOf, type TSchema } from '../../contract/grammar/schema.ts';
import { bothSpellings, freeObject, line, markup, namesLike } from './texts.ts';

/** A function that draws a value from an arbitrary of fast-check. */
export type Draw = <T>(arbitrary: Arbitrary<T>) => T;

/** Keywords of a JSON schema that determine the generated values. */
interface SchemaKeywords {
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

/** Returns values for the parameters that accept free text, and omits all others. */
export function fillParameters(parameters: Readonly<Record<string, TSchema>>, draw: Draw): Record<string, unknown> {
  const filled = Object.entries(parameters).map(([name, schema]) => [name, makeValue(schema, draw)] as const);
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
}

/** Returns a value whose texts consist of names of the contract; undefined if the schema accepts no free text. */
function makeValue(schema: TSchema, draw: Draw): unknown {
  // Texts that are declared as names are generated too, so that wrong declarations are detected.
  const { readonly, json } = schemaAnnotationsOf(schema);
  const keywords = schema as unknown as SchemaKeywords;
  if (readonly || keywords.enum || keywords.const !== undefined) return undefined;
  if (json) return JSON.stringify(makeValue(json, draw));
  if (keywords.anyOf) return keywords.anyOf.map((each) => makeValue(each, draw)).find((each) => each !== undefined);
  const types = [keywords.type ?? []].flat();
  if (types.includes('object')) return makeObject(schema, keywords, draw);
  if (types.includes('array') && keywords.items) {
    const [one, other] = [makeValue(keywords.items, draw), makeValue(keywords.items, draw)];
    return one === undefined ? undefined : JSON.stringify(one) === JSON.stringify(other) ? [one] : [one, other];
  }
  return types.includes('string') ? makeText(keywords, draw) : undefined;
}

function makeObject(
  schema: TSchema,
  { properties = {}, additionalProperties, required = [] }: SchemaKeywords,
  draw: Draw,
): unknown {
  const known = fillParameters(properties, draw);
  for (const name of required) {
    const { enum: values } = (properties[name] ?? {}) as SchemaKeywords;
    if (!(name in known) && values) known[name] = values[0];
  }
  const freeProperties = additionalProperties === true ? draw(freeObject) : {};
  const { raw } = known as { raw?: unknown };
  // A property that is an object with a raw text also accepts the text itself.
  if (typeof raw === 'string') {
    const text = draw(markup);
    return schemaAnnotationsOf(schema).unchecked && draw(fc.boolean()) ? text : { ...known, raw: text };
  }
  const value = { ...freeProperties, ...known };
  return Object.keys(value).length > 0 ? value : undefined;
}

function makeText(
  { format, pattern, maxLength = Number.POSITIVE_INFINITY }: SchemaKeywords,
  draw: Draw,
): string | undefined {
  const [one, other] = [draw(fc.constantFrom(...bothSpellings)), draw(fc.constantFrom(...bothSpellings))];
  if (format === 'uri') return `http://site.test/${one}?${other}`;
  if (format === 'email') return `${draw(fc.constantFrom(...namesLike(/^[a-z_]+$/)))}@site.test`;
  if (format !== undefined) return undefined;
  const text = draw(line);
  if (pattern === undefined) return text.length <= maxLength ? text : one;
  const matchingNames = namesLike(new RegExp(pattern));
  return matchingNames.length > 0 ? draw(fc.constantFrom(...matchingNames)) : undefined;
}
