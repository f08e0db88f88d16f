// Compares JSON Schemas of two OpenAPI documents. The direction determines which differences break clients: a schema for requests must
// accept everything that it accepted before, and a schema for responses must allow nothing that it did not allow before, except new
// properties and new values of an enum, which clients must ignore (docs/versioning.md).
import { breaking, compatible, type Difference } from './difference.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** Whether clients send or receive the values of a schema. */
export type Direction = 'request' | 'response';

/** The schemas of a document by name, to which `#/components/schemas/NAME` refers. */
export type NamedSchemas = Readonly<Record<string, Schema>>;

const reference = '#/components/schemas/';
const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const;
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const;
/** Keywords of requests whose values cannot be compared by size. */
const restrictions = ['pattern', 'format', 'multipleOf', 'uniqueItems'] as const;

/** Compares the schemas of an old document with those of the current one. */
export class SchemaComparison {
  readonly #old: NamedSchemas;
  readonly #current: NamedSchemas;
  /** Differences of compared schemas. A list is empty while its schemas are compared, which ends recursions. */
  readonly #compared: Readonly<Record<Direction, Map<Schema, Map<Schema, readonly Difference[]>>>> = {
    request: new Map(),
    response: new Map(),
  };

  constructor(old: NamedSchemas, current: NamedSchemas) {
    this.#old = old;
    this.#current = current;
  }

  /** Returns the differences between two schemas. Those of named schemas have the name as their location. */
  compare(old: Schema, current: Schema, direction: Direction, location: string): readonly Difference[] {
    const [oldSchema, currentSchema] = [resolve(old, this.#old), resolve(current, this.#current)];
    const known = this.#compared[direction].get(oldSchema) ?? new Map<Schema, readonly Difference[]>();
    this.#compared[direction].set(oldSchema, known);
    const found = known.get(currentSchema);
    if (found) return found;
    known.set(currentSchema, []);
    const name = nameOf(current) === undefined ? undefined : nameOf(old);
    const place = name === undefined ? location : `${direction} schema ${name}`;
    const differences = this.#compareResolved(oldSchema, currentSchema, direction, place);
    known.set(currentSchema, differences);
    return differences;
  }

  #compareResolved(old: Schema, current: Schema, direction: Direction, location: string): readonly Difference[] {
    const olds = alternativesOf(old, this.#old);
    const currents = alternativesOf(current, this.#current);
    if (olds.length > 1 || currents.length > 1) return this.#compareAlternatives(olds, currents, direction, location);
    const [one = old, other = current] = [olds[0], currents[0]];
    if (one !== old || other !== current) return this.compare(one, other, direction, location);
    return [
      ...compareTypes(old, current, direction, location),
      ...compareValues(old, current, direction, location),
      ...(direction === 'request'
        ? compareRestrictions(old, current, location)
        : compareFormat(old, current, location)),
      ...this.#compareItems(old, current, direction, location),
      ...this.#compareProperties(old, current, direction, location),
      ...this.#compareOtherProperties(old, current, direction, location),
    ];
  }

  /** Compares two lists of alternatives: every one of the narrower list must be compatible with one of the other list. */
  #compareAlternatives(
    olds: readonly Schema[],
    currents: readonly Schema[],
    direction: Direction,
    location: string,
  ): readonly Difference[] {
    const [narrow, wide] = direction === 'request' ? [olds, currents] : [currents, olds];
    const differencesOf = (one: Schema, other: Schema) =>
      direction === 'request'
        ? this.compare(one, other, direction, location)
        : this.compare(other, one, direction, location);
    return narrow.flatMap((each, at) => {
      const found = wide.map((other) => differencesOf(each, other));
      if (found.some((differences) => !differences.some(({ isBreaking }) => isBreaking))) return [];
      // The same position is the best guess for the alternative that has changed.
      const same = olds.length === currents.length ? found[at] : undefined;
      if (same) return same;
      const text = describe(each);
      return [breaking(location, direction === 'request' ? `no longer accepts ${text}` : `can now be ${text}`)];
    });
  }

  #compareItems(old: Schema, current: Schema, direction: Direction, location: string): readonly Difference[] {
    if (!('items' in old || 'items' in current)) return [];
    return this.compare(schemaOf(old.items), schemaOf(current.items), direction, `${location}[]`);
  }

  #compareProperties(old: Schema, current: Schema, direction: Direction, location: string): Difference[] {
    const [olds, currents] = [propertiesOf(old), propertiesOf(current)];
    const [oldRequired, currentRequired] = [requiredOf(old), requiredOf(current)];
    const at = (name: string) => `${location}.${name}`;
    const changed = Object.entries(olds).flatMap(([name, schema]): readonly Difference[] => {
      const other = currents[name];
      if (!other) return [breaking(at(name), 'removed')];
      const [was, is] = [oldRequired.has(name), currentRequired.has(name)];
      return [
        ...(direction === 'request' && !was && is ? [breaking(at(name), 'is now required')] : []),
        ...(direction === 'response' && was && !is ? [breaking(at(name), 'is no longer always present')] : []),
        ...this.compare(schema, other, direction, at(name)),
      ];
    });
    const added = Object.keys(currents).filter((name) => !(name in olds));
    return [
      ...changed,
      ...added.map((name) =>
        direction === 'request' && currentRequired.has(name)
          ? breaking(at(name), 'added, and required')
          : compatible(at(name), 'added'),
      ),
    ];
  }

  /** Compares the schemas of properties that are not declared by name. */
  #compareOtherProperties(old: Schema, current: Schema, direction: Direction, location: string): Difference[] {
    const at = `${location}.*`;
    const [wasOpen, isOpen] = [old.additionalProperties !== false, current.additionalProperties !== false];
    const hasSchemas = [old, current].some((each) => typeof each.additionalProperties === 'object');
    const closed = direction === 'request' && wasOpen && !isOpen;
    const opened = direction === 'response' && !wasOpen && isOpen;
    return [
      ...(closed ? [breaking(at, 'other properties are no longer accepted')] : []),
      ...(opened ? [breaking(at, 'can now have other properties')] : []),
      ...(wasOpen && isOpen && hasSchemas
        ? this.compare(schemaOf(old.additionalProperties), schemaOf(current.additionalProperties), direction, at)
        : []),
      ...this.#comparePatterns(old, current, direction, location),
    ];
  }

  #comparePatterns(old: Schema, current: Schema, direction: Direction, location: string): readonly Difference[] {
    const [olds, currents] = [propertiesOf(old, 'patternProperties'), propertiesOf(current, 'patternProperties')];
    return Object.entries(olds).flatMap(([pattern, schema]) => {
      const other = currents[pattern];
      const at = `${location}./${pattern}/`;
      return other ? this.compare(schema, other, direction, at) : [breaking(at, 'removed')];
    });
  }
}

function nameOf({ $ref }: Schema): string | undefined {
  return typeof $ref === 'string' && $ref.startsWith(reference) ? $ref.slice(reference.length) : undefined;
}

/** Returns the schema that a reference leads to, or the schema itself. */
function resolve(schema: Schema, named: NamedSchemas): Schema {
  const name = nameOf(schema);
  return name === undefined ? schema : (named[name] ?? {});
}

/** Returns a keyword's schema. `true` and an absent keyword allow every value. */
const schemaOf = (value: unknown): Schema => (typeof value === 'object' && value !== null ? (value as Schema) : {});

const propertiesOf = (schema: Schema, keyword = 'properties'): NamedSchemas => (schema[keyword] ?? {}) as NamedSchemas;

const requiredOf = ({ required }: Schema): ReadonlySet<string> => new Set((required ?? []) as readonly string[]);

/** Returns the alternatives of a schema, each with the keywords that apply to all of them. */
function alternativesOf(schema: Schema, named: NamedSchemas): readonly Schema[] {
  const { anyOf, oneOf, ...common } = schema;
  const alternatives = (anyOf ?? oneOf) as readonly Schema[] | undefined;
  if (!alternatives) return [schema];
  if (Object.keys(common).length === 0) return alternatives;
  return alternatives.map((each) => ({ ...common, ...resolve(each, named) }));
}

const describe = (schema: Schema): string => nameOf(schema) ?? JSON.stringify(schema).slice(0, 120);

const typesOf = ({ type }: Schema): readonly string[] | undefined =>
  type === undefined ? undefined : ([type].flat() as string[]);

/** Whether one of the types includes a type. Integers are numbers. */
const includesType = (types: readonly string[] | undefined, type: string): boolean =>
  types === undefined || types.includes(type) || (type === 'integer' && types.includes('number'));

function compareTypes(old: Schema, current: Schema, direction: Direction, location: string): Difference[] {
  const [narrow, wide] = direction === 'request' ? [old, current] : [current, old];
  const [types, allowed] = [typesOf(narrow), typesOf(wide)];
  const isCompatible = types ? types.every((type) => includesType(allowed, type)) : allowed === undefined;
  const text = (schema: Schema) => typesOf(schema)?.join(' or ') ?? 'any type';
  const isSame = text(old) === text(current);
  if (isSame) return [];
  const message = `type changed from ${text(old)} to ${text(current)}`;
  return [isCompatible ? compatible(location, message) : breaking(location, message)];
}

const valuesOf = (schema: Schema): readonly string[] | undefined => {
  const values = 'const' in schema ? [schema.const] : (schema.enum as readonly unknown[] | undefined);
  return values?.map((value) => JSON.stringify(value));
};

/** Compares the enums and the defaults. */
function compareValues(old: Schema, current: Schema, direction: Direction, location: string): Difference[] {
  const [olds, currents] = [valuesOf(old), valuesOf(current)];
  const removed = olds && currents ? olds.filter((value) => !currents.includes(value)) : [];
  const added = olds && currents ? currents.filter((value) => !olds.includes(value)) : [];
  const result: Difference[] = [];
  if (direction === 'request') {
    if (!olds && currents) result.push(breaking(location, `accepts only ${currents.join(', ')}`));
    if (removed.length > 0) result.push(breaking(location, `no longer accepts ${removed.join(', ')}`));
    if (added.length > 0) result.push(compatible(location, `also accepts ${added.join(', ')}`));
    if ('default' in old && JSON.stringify(old.default) !== JSON.stringify(current.default))
      result.push(breaking(location, `default changed from ${text(old.default)} to ${text(current.default)}`));
  } else if (added.length > 0) result.push(compatible(location, `can also be ${added.join(', ')}`));
  return result;
}

const text = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));

/** Compares keywords that restrict the values of requests. */
function compareRestrictions(old: Schema, current: Schema, location: string): Difference[] {
  const changed = (keyword: string) =>
    breaking(location, `${keyword} changed from ${text(old[keyword])} to ${text(current[keyword])}`);
  const isNumber = (value: unknown): value is number => typeof value === 'number';
  const [lower, upper] = [lowerBounds, upperBounds].map((keywords, at) =>
    keywords.filter((keyword) => {
      const [was, is] = [old[keyword], current[keyword]];
      if (!isNumber(is)) return false;
      return !isNumber(was) || (at === 0 ? is > was : is < was);
    }),
  );
  const others = restrictions.filter(
    (keyword) => current[keyword] !== undefined && current[keyword] !== false && old[keyword] !== current[keyword],
  );
  return [...(lower ?? []), ...(upper ?? []), ...others].map(changed);
}

function compareFormat(old: Schema, current: Schema, location: string): Difference[] {
  if (old.format === undefined || old.format === current.format) return [];
  return [breaking(location, `format changed from ${text(old.format)} to ${text(current.format)}`)];
}
