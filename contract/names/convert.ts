// Converts names in values between spellings. Only values and properties that a schema declares as names are converted. Everything else is
// unchanged: the meta fields, settings and submissions of a site, and all content that users have written.
import { schemaAnnotationsOf, type TSchema } from '../grammar/schema.ts';
import type { Spelling } from './spelling.ts';

/** A function that converts the names in a value to the other spelling. Applying it twice returns the original value. */
export type Convert = (value: unknown) => unknown;

/** The keywords of a schema that determine which of its values are names. */
interface SchemaParts {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly additionalProperties?: boolean | TSchema;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly oneOf?: readonly TSchema[];
}

const converters = new Map<Spelling, WeakMap<TSchema, Convert | null>>();

/**
 * Returns the converter for the values of a schema that is declared with native names; undefined if the values contain no names. Values
 * whose type differs from the declared one are not converted.
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
  const { type, items, anyOf, oneOf } = schema as SchemaParts;
  const { isName } = schemaAnnotationsOf(schema);
  const isListOfNames = [type].flat().includes('array') && (isName || (items && schemaAnnotationsOf(items).isName));
  // In queries and forms, lists are sent as strings.
  const convertText = isListOfNames ? (text: string) => inList(text, spelling) : isName ? spelling.name : undefined;
  const itemConverter = items && converterOf(items, spelling);
  const convertItem =
    itemConverter ?? (isName ? (item: unknown) => (typeof item === 'string' ? spelling.name(item) : item) : undefined);
  const convertObject = objectConverter(
    schema as SchemaParts,
    schemaAnnotationsOf(schema).keysAreNames === true,
    spelling,
  );
  const alternatives = [...(anyOf ?? []), ...(oneOf ?? [])].flatMap((each) => converterOf(each, spelling) ?? []);
  if (!convertText && !convertItem && !convertObject && alternatives.length === 0) return undefined;
  const convertAlternatives: Convert = (value) => {
    // Uses the first alternative that converts the value.
    for (const convert of alternatives) {
      const converted = convert(value);
      if (converted !== value) return converted;
    }
    return value;
  };
  return (value) => {
    if (typeof value === 'string') return convertText ? convertText(value) : convertAlternatives(value);
    if (Array.isArray(value)) return convertItem ? value.map(convertItem) : convertAlternatives(value);
    if (typeof value !== 'object' || value === null) return value;
    return convertObject ? convertObject(value) : convertAlternatives(value);
  };
}

/** Converts names separated by commas or whitespace. */
const inList = (text: string, { name }: Spelling): string => text.replace(/[^,\s]+/g, name);

function objectConverter(
  { properties = {}, additionalProperties }: SchemaParts,
  keysAreNames: boolean,
  spelling: Spelling,
): ((value: object) => object) | undefined {
  const convertUndeclared =
    typeof additionalProperties === 'object' ? converterOf(additionalProperties, spelling) : undefined;
  const declared = new Map<string, { readonly name: string; readonly convert: Convert | undefined }>();
  let hasNames = convertUndeclared !== undefined || keysAreNames;
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
      else
        setProperty(
          converted,
          keysAreNames ? spelling.name(key) : key,
          convertUndeclared ? convertUndeclared(each) : each,
        );
    }
    return converted;
  };
}

/** Sets a property, even if its name is `__proto__`. Objects without a prototype would not need it, but are slow to serialize. */
function setProperty(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}
