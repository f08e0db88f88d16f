// Declares the interface between modules and the pipeline: the permissions, operations and presenters of a module, and the call that
// they receive.
import type { ModuleDeclaration } from '../../contract/grammar/module.ts';
import type { Args, Parameters } from '../../contract/grammar/parameter.ts';
import type { Resource } from '../../contract/grammar/resource.ts';
import type { Endpoint } from '../../contract/grammar/route.ts';
import type { Context } from '../../contract/grammar/schema.ts';
import type { Spelling } from '../../contract/names/spelling.ts';
import type { Actor } from '../access/actor.ts';
import type { WorkScope } from '../workers/work-scope.ts';
import type { ByteRange } from './byte-range.ts';
import type { ParameterCheck } from './parameters/read-parameters.ts';
import type { Projection } from './projection.ts';
import type { OpenStream, ReserveBytes } from './request.ts';
import type { Upload } from './upload.ts';

/** A request, as permissions, operations and presenters receive it. */
export interface Call<A = Readonly<Record<string, unknown>>> {
  readonly actor: Actor;
  /** The resource whose route was matched. */
  readonly resource: Resource;
  /** The spelling of names at the mount of the request. */
  readonly spelling: Spelling;
  /** The URL of the mount's REST root, without a trailing slash. */
  readonly rest: string;
  /** The effective method, with overrides; GET for HEAD. */
  readonly method: string;
  /** Validated and converted parameters, with defaults. */
  readonly args: A;
  /** Parameters that were submitted as null and have no value, not even a default (protocol.md §3.1). */
  readonly nulls: ReadonlySet<string>;
  /** Path parameters, as strings. */
  readonly path: Readonly<Record<string, string>>;
  /** The IP address of the client. */
  readonly from: string;
  /** The client to which long reads are attributed, and their limits. */
  readonly work: WorkScope;
  /** The `User-Agent` header. */
  readonly userAgent: string;
  /** The raw body, for verifying signatures; empty if files were received. */
  readonly raw: Uint8Array;
  /** Returns a request header; `name` is in lower case. Reading a header makes the response private to the caller. */
  header(name: string): string | undefined;
  /** The version of the tracked tables before anything was read for the request; needed for caching. */
  readonly version: number;
  /**
   * Reserves memory for this many additional bytes of the response, and waits until that much is free. Throws ApiError 503
   * `rest_too_busy` after a timeout. Absent if memory is not limited.
   */
  readonly reserve?: ReserveBytes;
  /** Whether caches are bypassed. */
  readonly bypassesCache?: boolean;
  /** The parsed query, not validated. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The files of the request, if the endpoint accepts files and the body may contain any. */
  readonly upload?: Upload;
  /** Returns the submitted value of a parameter, declared or not, without validation. */
  submitted(name: string): unknown;
  /**
   * Throws ApiError 412 `rest_precondition_failed` if the request has `If-Match` and none of its validators belongs to the current state of
   * the item. Every operation that changes an item calls this within its transaction, after it has locked the rows to change.
   */
  requireMatch(): Promise<void>;
  /**
   * Returns the actor with its current capabilities; undefined if the credentials are no longer valid or the permission is now
   * denied. Responses that are sent over a long time need this.
   */
  renew(): Promise<Actor | undefined>;
}

/** The error of a failed permission check. Its default status is 401 for anonymous callers, else 403. */
export interface PermissionError {
  readonly code: string;
  readonly message: string;
  readonly status?: number;
}

/**
 * A permission, which decides who may use an endpoint. `A` are the arguments of the endpoints that require it, and `T` is the target of the
 * request, such as the row of an entry.
 */
export interface Permission<A = Readonly<Record<string, unknown>>, T = unknown> {
  /**
   * Returns the target of the request, or throws the ApiError for a missing one. Runs once per request for all permissions that share
   * it.
   */
  readonly load?: (call: Call<A>) => Promise<T>;
  /**
   * Returns the error if the caller may not use the endpoint, else undefined. It is synchronous, because it is called for every row of a
   * list to determine the target hints of links (protocol.md §7.2).
   */
  readonly permit: (call: Call<A>, target: T) => PermissionError | undefined;
}

/** A page of a list. */
export interface Page {
  readonly total: number;
  readonly perPage: number;
  /** The page number from which the links to the next and the previous page are calculated. */
  readonly page: number;
  /** Whether the link to the previous page is always `page - 1`, even beyond the last page. */
  readonly usesPreviousPageNumber?: boolean;
}

/**
 * The items of a list, in order: rows, or IDs whose rows are loaded if their records are not cached. `load` returns rows in any order
 * and omits those that no longer exist, and those with long texts if there is a `loadLong`.
 */
export type Items<Row = unknown> =
  | { readonly rows: readonly Row[] }
  | {
      readonly ids: readonly number[];
      readonly load: LoadRows<Row>;
      /** Loads the rows that `load` omits because of their long texts; absent if it omits none. */
      readonly loadLong?: LoadRows<Row>;
    };

type LoadRows<Row> = (ids: readonly number[]) => Promise<readonly (Row & { readonly id: number })[]>;

/** The item of a record: a row, or an ID whose row is loaded if its record is not cached. */
export type SingleItem<Row = unknown> = { readonly row: Row } | Extract<Items<Row>, { load: unknown }>;

/** The outcome of an operation. Only the presenter converts rows, of the type `Row`, to JSON. */
export type Outcome<Row = unknown> =
  | (SingleItem<Row> & {
      readonly kind: 'record';
      readonly status?: number;
      readonly context?: Context;
      readonly extraProperties?: object;
      readonly alternate?: string;
      /** Additional response headers. */
      readonly headers?: Readonly<Record<string, string>>;
      /** Whether links are included regardless of `_fields`. */
      readonly alwaysLinked?: boolean;
      /** Whether `Location` is only sent if links are included. */
      readonly locatedByLinks?: boolean;
      /** Whether the response is private to the caller and must not be cached. */
      readonly uncached?: boolean;
    })
  | {
      /** The record of an item of another resource, whose module presents it: the row must be one that this module presents. */
      readonly kind: 'record-of';
      readonly resource: Resource;
      readonly row: unknown;
      readonly status: number;
      readonly context: Context;
    }
  | ({
      readonly kind: 'list';
      readonly page?: Page;
      /** Whether the response is private to the caller and must not be cached. */
      readonly uncached?: boolean;
    } & Items<Row>)
  | {
      /** An object with records as properties, instead of a list. */
      readonly kind: 'keyed';
      readonly rows: ReadonlyMap<string, Row>;
      /** Whether the keys are names of the contract. */
      readonly keysAreNames?: boolean;
      /** Whether links are included regardless of `_fields`, in records that are selected whole. */
      readonly alwaysLinked?: boolean;
    }
  | {
      readonly kind: 'deleted';
      readonly previous: Row;
      readonly context: Context;
      /** Deletes the item after it was presented, if its record needs data that is deleted with it; absent if it is already deleted. */
      readonly deleteStored?: () => Promise<unknown>;
    }
  | {
      /** A file instead of JSON, private to the caller. */
      readonly kind: 'file';
      readonly bytes: Uint8Array;
      /** The media type. */
      readonly type: string;
      /** The suggested file name of the download. */
      readonly name: string;
    }
  | {
      /** A file of any size, private to the caller. It is sent in chunks, and clients can request a range of its bytes. */
      readonly kind: 'download';
      /** The media type. */
      readonly type: string;
      /** The suggested file name. */
      readonly name: string;
      /** The size, in bytes. */
      readonly size: number;
      /** A strong ETag of the content, with its quotes. */
      readonly etag: string;
      /** Reads the bytes of a range. */
      readonly read: (range: ByteRange) => AsyncIterable<Uint8Array>;
    }
  | {
      /** A continuous stream of text, private to the caller. */
      readonly kind: 'stream';
      /** The media type. */
      readonly type: string;
      readonly open: OpenStream<string>;
    }
  | {
      readonly kind: 'value';
      readonly value: object;
      readonly status?: number;
      /** Additional response headers. */
      readonly headers?: Readonly<Record<string, string>>;
      readonly links?: object;
      /** The value that the state is computed from, if the caller may change it (state.ts). */
      readonly stateOf?: object;
      /** Whether the response is private to the caller and must not be cached. */
      readonly uncached?: boolean;
      /** Whether links are included regardless of `_fields`. */
      readonly alwaysLinked?: boolean;
    };

/** The arguments of an endpoint. */
export type ArgsOf<E extends Endpoint> = Args<E['parameters']>;

/**
 * The operation of the endpoint `E`. It receives the target `T` that the permission has loaded, and rows of its outcome have the type `Row`.
 */
export interface Operation<E extends Endpoint = Endpoint, T = unknown, Row = unknown> {
  readonly run: (call: Call<ArgsOf<E>>, target: T) => Promise<Outcome<Row>>;
}

/** The context, the fields and the actor for which rows are presented. */
export interface View {
  readonly actor: Actor;
  readonly context: Context;
  readonly projection: Projection;
  /** Number of items in the response, of which the rows may be only a part. */
  readonly itemCount: number;
  /** The call, for fields that depend on its parameters (password, excerpt_length). */
  readonly call: Call;
}

/** The values of a record for the placeholders and conditions of its links. */
export type Facts = Readonly<Record<string, string | number | boolean | readonly (number | string)[]>>;

/** Computes one field of a record. */
export type FieldMaker<Row = unknown, Prepared = unknown> = (row: Row, prepared: Prepared, view: View) => unknown;

/** The cache tags (cache-tags.ts) of records and of lists, without those of embedded records. */
export interface PresenterTags<Row = unknown, Prepared = unknown> {
  /** Returns the tags of everything public that the record of a row displays, which include the tag of the row itself. */
  ofRecord(row: Row, prepared: Prepared, view: View): readonly string[];
  /** Returns the tags of everything on which the items of a list depend, and their order and number. */
  ofList(call: Call): readonly string[];
}

/**
 * The functions that convert rows to records; the only place where a row becomes JSON.
 *
 * `prepare` loads the data for the requested fields of all rows together: the number of statements does not depend on the number of
 * rows. `fields` has a function for every declared field.
 */
export interface Presenter<F extends Parameters = Parameters, Row = unknown, Prepared = unknown> {
  /**
   * Begins to load data of rows that are loaded by their IDs meanwhile; some of them may not exist. `prepare` receives the returned promise
   * for all rows that are loaded with these IDs, and also works without it.
   */
  readonly preload?: (ids: readonly number[], view: View) => Promise<unknown> | undefined;
  readonly prepare: (rows: readonly Row[], view: View, preloaded?: Promise<unknown>) => Promise<Prepared>;
  readonly fields: { readonly [Name in keyof F]-?: FieldMaker<Row, Prepared> };
  /**
   * Whether the record of a row depends only on stored data, the caller, and the parameters for all routes (`context`, `_fields`,
   * `_embed`). Such records are cached by the `id` of the row. If absent, records are never cached.
   */
  dependsOnRowAlone?(call: Call): boolean;
  readonly facts: (row: Row, prepared: Prepared, view: View) => Facts;
  /** The cache tags of responses for anonymous callers; absent if they have only the tag of all public data. */
  readonly cacheTags?: PresenterTags<Row, Prepared>;
  /** Returns the rows with the columns that only the edit context needs; absent if rows always have all columns. */
  readonly complete?: (rows: readonly Row[]) => Promise<readonly Row[]>;
  /** Returns the row and resource that the self link of a row leads to, if it is not the row itself. */
  readonly selfOf?: (row: Row) => { readonly resource: Resource; readonly row: unknown } | undefined;
}

/** The target of an embedded link: a row, rows, or the error of the permission check. */
export type Embedded =
  | { readonly row: unknown }
  | { readonly rows: readonly unknown[] }
  | { readonly forbidden: PermissionError };

/**
 * A reader that loads many targets of one type of link together. For each target, the result is the one that a GET of its URL would return
 * to the caller. The result is keyed by the elements of `values`; the number of statements does not depend on how many there are.
 */
export interface EmbedReader {
  /** The path of the targets, where `<id>` stands for an ID and `<name>` for a name: `/cms/v2/users/<id>`. */
  readonly target: string;
  readonly resource: Resource;
  read(values: readonly string[], call: Call): Promise<ReadonlyMap<string, Embedded>>;
}

/** Creates, for one request, a custom check or cleaner that a declaration refers to by name. */
export type ParameterCheckFactory = (call: {
  readonly actor: Actor;
  /** The spelling of names in messages. Values that are names use the native spelling. */
  readonly spelling: Spelling;
  readonly resource: Resource;
  readonly path: Readonly<Record<string, string>>;
  /** The files of the request, as in the call. */
  readonly upload?: Upload;
}) => ParameterCheck;

/** A group of resources: their permissions, operations and presenter. */
export interface Module {
  /** The declaration that the module implements. */
  readonly declaration: ModuleDeclaration;
  readonly permissions: Readonly<Record<string, Permission>>;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly checks?: Readonly<Record<string, ParameterCheckFactory>>;
  /** The presenter; absent for modules that return plain values. */
  readonly presenter?: Presenter;
  readonly embeds?: readonly EmbedReader[];
}

/** Returns the ID in a path; 0, which no row has, if it is missing or exceeds the safe integer range. */
export const parseId = (text: string | undefined): number => {
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : 0;
};

/**
 * Whether a request to create an item contains an ID. That is an error, because the service assigns IDs (posts-and-pages.md §4,
 * `rest_post_exists`: a truthy `id`). Empty values count as absent: "", "0", 0, false, an empty array or object.
 */
export function submitsId({ submitted }: Pick<Call, 'submitted'>): boolean {
  const id = submitted('id');
  if (typeof id === 'object' && id !== null) return Object.keys(id).length > 0;
  return Boolean(id) && id !== '0';
}

/** The permission of public endpoints. It has no target. */
export const publicAccess: Permission<Readonly<Record<string, unknown>>, undefined> = { permit: () => undefined };

/** The operation of lists that are always empty. */
export const emptyList = { run: async (): Promise<Outcome<never>> => ({ kind: 'list', rows: [] }) };
