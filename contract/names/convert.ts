// Values from one spelling to the other, as far as their schema declares that they are names. What no schema declares stays as it
// is: a site's own meta fields, settings and submissions, and everything that a person wrote.
import { notesOf, type TSchema } from '../grammar/schema.ts';
import type { Spelling } from './spelling.ts';

/** Returns a value with its names in the other spelling. Its own inverse, as the spelling's names are. */
export type Convert = (value: unknown) => unknown;

/** The parts of a schema below which there may be names. */
interface Parts {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly additionalProperties?: boolean | TSchema;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly oneOf?: readonly TSchema[];
}

const converters = new Map<Spelling, WeakMap<TSchema, Convert | null>>();

/**
 * Returns what converts the values of a schema, which is declared in native names; undefined where there are no names in them.
 * Values of another type than the declared one stay.
 */
export function converterOf(schema: TSchema, spelling: Spelling): Convert | undefined {
  if (spelling.isNative) return undefined;
  const known = converters.get(spelling) ?? new WeakMap<TSchema, Convert | null>();
  converters.set(spelling, known);
  const found = known.get(schema);
  const convert = found === undefined ? (makeConverter(schema, spelling) ?? null) : found;
  known.set(schema, convert);
  return convert ?? undefined;
}

function makeConverter(schema: TSchema, spelling: Spelling): Convert | undefined {
  const { type, items, anyOf, oneOf } = schema as Parts;
  const { isName } = notesOf(schema);
  const isListOfNames = [type].flat().includes('array') && (isName || (items && notesOf(items).isName));
  // Lists are sent as text in queries and forms.
  const ofText = isListOfNames ? (text: string) => inList(text, spelling) : isName ? spelling.name : undefined;
  const ofItems = items && converterOf(items, spelling);
  const ofItem =
    ofItems ?? (isName ? (item: unknown) => (typeof item === 'string' ? spelling.name(item) : item) : undefined);
  const ofObject = objectConverter(schema as Parts, notesOf(schema).keysAreNames === true, spelling);
  const alternatives = [...(anyOf ?? []), ...(oneOf ?? [])].flatMap((each) => converterOf(each, spelling) ?? []);
  if (!ofText && !ofItem && !ofObject && alternatives.length === 0) return undefined;
  const convertAlternatives: Convert = (value) => {
    // The first alternative with names in values of this type.
    for (const convert of alternatives) {
      const converted = convert(value);
      if (converted !== value) return converted;
    }
    return value;
  };
  return (value) => {
    if (typeof value === 'string') return ofText ? ofText(value) : convertAlternatives(value);
    if (Array.isArray(value)) return ofItem ? value.map(ofItem) : convertAlternatives(value);
    if (typeof value !== 'object' || value === null) return value;
    return ofObject ? ofObject(value) : convertAlternatives(value);
  };
}

/** Names with commas or blanks between them. */
const inList = (text: string, { name }: Spelling): string => text.replace(/[^,\s]+/g, name);

function objectConverter(
  { properties = {}, additionalProperties }: Parts,
  keysAreNames: boolean,
  spelling: Spelling,
): ((value: object) => object) | undefined {
  const ofOthers = typeof additionalProperties === 'object' ? converterOf(additionalProperties, spelling) : undefined;
  const declared = new Map<string, { readonly name: string; readonly convert: Convert | undefined }>();
  let hasNames = ofOthers !== undefined || keysAreNames;
  for (const [native, schema] of Object.entries(properties)) {
    const name = spelling.name(native);
    const convert = converterOf(schema, spelling);
    hasNames ||= name !== native || convert !== undefined;
    declared.set(native, { name, convert });
    if (name !== native) declared.set(name, { name: native, convert });
  }
  if (!hasNames) return undefined;
  return (value) => {
    const converted: Record<string, unknown> = {};
    for (const [key, each] of Object.entries(value)) {
      const known = declared.get(key);
      if (known) setProperty(converted, known.name, known.convert ? known.convert(each) : each);
      else setProperty(converted, keysAreNames ? spelling.name(key) : key, ofOthers ? ofOthers(each) : each);
    }
    return converted;
  };
}

/** Sets a property, also one that is named `__proto__`. An object without a prototype would take any name, but is slow to write as JSON. */
function setProperty(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}
