// Which members of a record are shown: by context, by `_fields`.
import type { Parameters } from '../../contract/grammar/parameter.ts';
import type { Resource } from '../../contract/grammar/resource.ts';
import { type Context, notesOf } from '../../contract/grammar/schema.ts';
import { type Convert, converterOf } from '../../contract/names/convert.ts';
import { nativeSpelling, type Spelling } from '../../contract/names/spelling.ts';
import { membersIn } from './json-scan.ts';
import { textOf, Written } from './json-text.ts';
import { namesIn } from './names-in.ts';

/** Properties of an object to keep, each whole or in part. */
export interface Pick {
  /** The name as the contract declares it. */
  readonly name: string;
  /** The name as it is shown. */
  readonly shown: string;
  /** Properties of the property to keep; absent: all of it. */
  readonly within?: readonly Pick[];
  /** Spells the names in the value, where it is kept whole; absent: there are none that are spelled otherwise. */
  readonly convert?: Convert;
}

export interface Projection {
  /** The declared fields to make, in declared order. */
  readonly fields: readonly Pick[];
  readonly wants: ReadonlySet<string>;
  /** The names given in `_fields`; undefined when nothing narrows. */
  readonly named: readonly string[] | undefined;
}

/** By the resource itself: titles are no names, those of two namespaces may be the same. */
const kept = new WeakMap<Resource, Map<string, Projection>>();

/** As many are kept of one resource. */
const most = 300;

/**
 * Returns the projection of a resource in a context, narrowed by the names of `_fields` (protocol.md §6), which are spelled as
 * they are shown. A name with dots reaches into objects; names cannot show what the context hides. Cached per resource, context,
 * spelling and names.
 */
export function projectionOf(
  resource: Resource,
  context: Context,
  named: readonly string[] | undefined,
  spelling: Spelling = nativeSpelling,
): Projection {
  const own = kept.get(resource) ?? new Map<string, Projection>();
  kept.set(resource, own);
  const key = `${spelling.id} ${context} ${named?.join() ?? '*'}`;
  const known = own.get(key);
  if (known) return known;
  const fields = picks(resource.fields, context, named, spelling);
  const made = { fields, wants: new Set(fields.map((field) => field.name)), named };
  if (own.size >= most) own.clear();
  own.set(key, made);
  return made;
}

function picks(fields: Parameters, context: Context, named: readonly string[] | undefined, spelling: Spelling): Pick[] {
  return Object.entries(fields).flatMap(([name, schema]): Pick[] => {
    if (!isShown(schema, context)) return [];
    const shown = spelling.name(name);
    const below = named && namesBelow(named, shown);
    if (named && !below) return [];
    const convert = converterOf(schema, spelling);
    const whole = { name, shown, ...(convert && { convert }) };
    const { properties: members, additionalProperties } = schema as {
      properties?: Parameters;
      additionalProperties?: unknown;
    };
    // Of an object that may have members of any name those that are named are kept, of the others all.
    if (!members || additionalProperties || Object.keys(members).length === 0)
      return [typeof below === 'object' ? { ...whole, within: picksOf(below) } : whole];
    const all = below === 'all' || below === undefined;
    return [{ name, shown, within: picks(members, context, all ? undefined : below, spelling) }];
  });
}

function isShown(schema: Parameters[string], context: Context): boolean {
  const { hidden, context: shown } = notesOf(schema);
  return !hidden && (shown?.includes(context) ?? true);
}
/** Whether a text is shown as HTML: editors often ask for what is stored alone. */
export function showsRendered({ fields }: Projection, name: string): boolean {
  const field = fields.find((each) => each.name === name);
  return field !== undefined && (field.within?.some((each) => each.name === 'rendered') ?? true);
}

/** The members that names reach into. */
const picksOf = (names: readonly string[]): Pick[] =>
  [...new Set(names.map((name) => name.split('.', 1)[0] ?? ''))].map((name) => {
    const below = namesBelow(names, name);
    return { name, shown: name, ...(typeof below === 'object' && { within: picksOf(below) }) };
  });

/** The names that reach into a member: all of it, some below it, or undefined where none names it. */
export function namesBelow(named: readonly string[], name: string): 'all' | string[] | undefined {
  if (named.includes(name)) return 'all';
  const below = named.filter((each) => each.startsWith(`${name}.`)).map((each) => each.slice(name.length + 1));
  return below.length > 0 ? below : undefined;
}

/**
 * Returns of a value what a projection keeps, with its names as they are shown; of a list those items whose numbers are named.
 * Other values stay.
 */
export function keep(value: unknown, { within, convert }: Omit<Pick, 'name' | 'shown'>): unknown {
  const spelled = convert ? convert(value) : value;
  if (!within || spelled === null || typeof spelled !== 'object') return spelled;
  const source: Record<string, unknown> = { ...spelled };
  const result: Record<string, unknown> = {};
  for (const pick of within) if (Object.hasOwn(source, pick.name)) result[pick.shown] = keep(source[pick.name], pick);
  return asKind(spelled, result);
}

/** What is left of a list is a list, unless items are missing before others (protocol.md §6). */
function asKind(source: object, left: Record<string, unknown>): object {
  if (!Array.isArray(source)) return left;
  return Object.keys(left).every((name, at) => name === String(at)) ? Object.values(left) : left;
}

/** The names in `_fields`; undefined when nothing is named (protocol.md §6). */
export function namesOfFields(value: unknown): readonly string[] | undefined {
  const names = namesIn(value);
  return names.length > 0 ? names.slice(0, 200) : undefined;
}

/** Narrows a plain object by `_fields`, for answers that are not made of declared fields (indexes, OPTIONS, batches). */
export function narrow(value: object, named: readonly string[] | undefined): object {
  if (!named) return value;
  if (value instanceof Written) return new Written(narrowJson(textOf(value.json), named.map(asWritten)));
  const result: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const below = namesBelow(named, name);
    if (below === 'all') result[name] = member;
    else if (below && member !== null && typeof member === 'object') result[name] = narrow(member, below);
  }
  return asKind(value, result);
}

/** A name as it is written in JSON, between its quotes. */
const asWritten = (name: string): string => JSON.stringify(name).slice(1, -1);

/** Narrows an object or a list that is JSON already, as `narrow` does. */
function narrowJson(json: string, named: readonly string[]): string {
  const left = membersIn(json).flatMap(([name, member]): [string, string][] => {
    const below = namesBelow(named, name);
    if (below === 'all') return [[name, member]];
    return below && /^[[{]/.test(member) ? [[name, narrowJson(member, below)]] : [];
  });
  if (json.startsWith('[') && left.every(([name], at) => name === String(at)))
    return `[${left.map(([, member]) => member).join()}]`;
  return `{${left.map(([name, member]) => `"${name}":${member}`).join()}}`;
}
