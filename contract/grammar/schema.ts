// The words a value is declared with. A declaration is a JSON schema typed by TypeBox, so that its TypeScript type, the
// check of what comes in, the site index, OPTIONS and the OpenAPI document are all read from the same object.
import type { Static, TSchema } from 'typebox';
import { Type } from './type.ts';

export type { Static, TSchema };
export { Type };

/** How much of a record is shown: to readers, inside other records, to those who may change it. */
export type Context = 'view' | 'embed' | 'edit';

/** All contexts, in the order in which the index names them (specification: Conventions). */
export const contexts = ['view', 'embed', 'edit'] as const;

export const everywhere: readonly Context[] = ['view', 'edit', 'embed'];
export const viewAndEdit: readonly Context[] = ['view', 'edit'];
export const editOnly: readonly Context[] = ['edit'];
export const editAndEmbed: readonly Context[] = ['edit', 'embed'];
export const never: readonly Context[] = [];

/**
 * Notes a schema may carry beside the words of JSON schema.
 *
 * They are read by the server and never shown to callers, except `context` and `readonly`, which OPTIONS shows.
 */
export interface Notes {
  /** In which contexts a field is shown; absent: in all that its parent is shown in. */
  readonly context?: readonly Context[];
  /** Shown and never written. */
  readonly readonly?: boolean;
  /** Words beyond the closed set that are shown and cannot be sent. */
  readonly alsoShown?: readonly string[];
  /** Types that its values may have in answers beside the one that clients are used to being told. */
  readonly alsoTypes?: readonly string[];
  /** Text members that are let through whatever their type is; what is neither text nor `{raw}` counts as not sent (protocol.md §4.1). */
  readonly unchecked?: boolean;
  /** Names a check of the server's own, run in the first round (protocol.md §4.4, last row). */
  readonly check?: string;
  /**
   * A rule that JSON schema has no word for, asked of values that fit everything else: the end of a sentence that begins with
   * the name of what is wrong; undefined: nothing is.
   */
  readonly refuse?: (value: unknown) => string | undefined;
  /** Requests inside a request: the length of their texts is checked when they are carried out. */
  readonly holdsRequests?: boolean;
  /** Checked in the first of the two rounds (protocol.md §4.1). */
  readonly first?: boolean;
  /** A value is refused or changed by a cleaner of the server's own in the second round. */
  readonly clean?: string;
  /** Must be sent when a record is made. */
  readonly needed?: boolean;
  /** Clients are told that it must be sent, though it has a default that stands for what is not. */
  readonly toldRequired?: boolean;
  /** Clients are told that it is of this type, though any other is taken for what there is of it. */
  readonly toldType?: string;
  /** Shown, and accepted when a record is made, never afterwards. */
  readonly createOnly?: boolean;
  /** Some records lack it, also in contexts that it is shown in. */
  readonly sometimes?: boolean;
  /** Written and never shown. */
  readonly hidden?: boolean;
  /** A meta field whose former values revisions keep. */
  readonly revised?: boolean;
  /** What the text says, which is JSON. Abilities take this in place of the text. */
  readonly json?: TSchema;
  /** Not told by the index and in schemas: the address shows it, or another field. */
  readonly unlisted?: boolean;
  /** What stands in the address for a value of this parameter, as a regular expression. */
  readonly segment?: string;
}

/** Notes and further words of JSON schema (description, default, minimum …). */
export type Annotations = Notes & Readonly<Record<string, unknown>>;

/** A closed set of words. */
export const words = <const Values extends readonly string[]>(values: Values, notes: Annotations = {}) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: values, ...notes });

/** A list of integers: ids. */
export const ids = (notes: Annotations = {}) =>
  Type.Unsafe<number[]>({ type: 'array', items: Type.Integer(), ...notes });

/** A list of texts. */
export const texts = (notes: Annotations = {}) =>
  Type.Unsafe<string[]>({ type: 'array', items: Type.String(), ...notes });

/** An object with members of any name. */
export const members = (notes: Annotations = {}) => Type.Unsafe<object>({ type: 'object', ...notes });

/** A moment that may be given as null to forget it (posts-and-pages.md §6). */
export const moment = (notes: Annotations = {}) =>
  Type.Unsafe<string>({ type: ['string', 'null'], format: 'date-time', ...notes });

/** A moment that is always there. */
export const time = (notes: Annotations = {}) => Type.String({ format: 'date-time', ...notes });

/** A moment that is shown, or null where there is none. */
export const whenIn = (description: string, context: readonly Context[], notes: Annotations = {}) =>
  Type.Unsafe<string | null>({ description, type: ['string', 'null'], format: 'date-time', context, ...notes });

/** What a declaration notes about a value. */
export const notesOf = (schema: TSchema): Notes => schema as Notes;

/**
 * Fields with other contexts for some of them or of their members, which are named with dots: `title.raw`. What has no
 * context is left out.
 */
export function withContexts<F extends Readonly<Record<string, TSchema>>>(
  fields: F,
  contextsOf: Readonly<Record<string, readonly Context[]>>,
  path = '',
): F {
  const shown = Object.entries(fields).filter(([name]) => contextsOf[path + name]?.length !== 0);
  const changed = shown.map(([name, schema]): [string, TSchema] => {
    const place = path + name;
    const { properties } = schema as { properties?: Record<string, TSchema> };
    const inside = properties && Object.keys(contextsOf).some((each) => each.startsWith(`${place}.`));
    if (!inside && !(place in contextsOf)) return [name, schema];
    return [
      name,
      {
        ...schema,
        ...(place in contextsOf && { context: contextsOf[place] }),
        ...(inside && { properties: withContexts(properties, contextsOf, `${place}.`) }),
      } as TSchema,
    ];
  });
  return Object.fromEntries(changed) as F;
}
