// Which members of a record are shown: by context, by `_fields`.
import type { Parameters } from '../../contract/grammar/parameter.ts';
import type { Resource } from '../../contract/grammar/resource.ts';
import { type Context, notesOf } from '../../contract/grammar/schema.ts';
import { namesIn } from './names-in.ts';

/** Members of an object to keep, each whole or in part. */
export interface Pick {
  readonly name: string;
  /** Members of the member to keep; absent: all of it. */
  readonly within?: readonly Pick[];
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
 * The projection of a resource in a context, narrowed by the names of `_fields` (protocol.md §6). A name with dots
 * reaches into objects; names cannot show what the context hides. Kept per resource, context and names.
 */
export function projectionOf(resource: Resource, context: Context, named: readonly string[] | undefined): Projection {
  const own = kept.get(resource) ?? new Map<string, Projection>();
  kept.set(resource, own);
  const key = `${context} ${named?.join() ?? '*'}`;
  const known = own.get(key);
  if (known) return known;
  const fields = picks(resource.fields, context, named);
  const made = { fields, wants: new Set(fields.map((field) => field.name)), named };
  if (own.size >= most) own.clear();
  own.set(key, made);
  return made;
}

function picks(fields: Parameters, context: Context, named: readonly string[] | undefined): Pick[] {
  return Object.entries(fields).flatMap(([name, schema]) => {
    if (!isShown(schema, context)) return [];
    const below = named && namesBelow(named, name);
    if (named && !below) return [];
    const { properties: members, additionalProperties } = schema as {
      properties?: Parameters;
      additionalProperties?: unknown;
    };
    // Of an object that may have members of any name those that are named are kept, of the others all.
    if (!members || additionalProperties || Object.keys(members).length === 0)
      return [typeof below === 'object' ? { name, within: picksOf(below) } : { name }];
    const all = below === 'all' || below === undefined;
    return [{ name, within: picks(members, context, all ? undefined : below) }];
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
    return typeof below === 'object' ? { name, within: picksOf(below) } : { name };
  });

/** The names that reach into a member: all of it, some below it, or undefined where none names it. */
function namesBelow(named: readonly string[], name: string): 'all' | string[] | undefined {
  if (named.includes(name)) return 'all';
  const below = named.filter((each) => each.startsWith(`${name}.`)).map((each) => each.slice(name.length + 1));
  return below.length > 0 ? below : undefined;
}

/** The members of a value that a projection keeps, of a list those items whose numbers are named; other values stay. */
export function keep(value: unknown, within: readonly Pick[] | undefined): unknown {
  if (!within || value === null || typeof value !== 'object') return value;
  const source: Record<string, unknown> = { ...value };
  const result: Record<string, unknown> = {};
  for (const { name, within: deeper } of within)
    if (Object.hasOwn(source, name)) result[name] = keep(source[name], deeper);
  return asKind(value, result);
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
  const result: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const below = namesBelow(named, name);
    if (below === 'all') result[name] = member;
    else if (below && member !== null && typeof member === 'object') result[name] = narrow(member, below);
  }
  return asKind(value, result);
}
