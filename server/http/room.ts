// What a room offers to the pipeline, and what the pipeline gives to it.
import type { Resource } from '../../contract/grammar/resource.ts';
import type { Context } from '../../contract/grammar/schema.ts';
import type { Spelling } from '../../contract/names/spelling.ts';
import type { Actor } from '../access/actor.ts';
import type { WorkScope } from '../workers/work-scope.ts';
import type { OwnCheck } from './parameters/read-parameters.ts';
import type { Projection } from './projection.ts';
import type { HoldBytes, OpenStream } from './request.ts';
import type { Upload } from './upload.ts';

/** One request on its way through a room. */
export interface Call<A = Readonly<Record<string, unknown>>> {
  readonly actor: Actor;
  /** The resource whose route was matched. */
  readonly resource: Resource;
  /** How the mount that the request came through spells names. */
  readonly spelling: Spelling;
  /** The address of the mount's REST root, without a slash at its end. */
  readonly rest: string;
  /** The method it was made by, overrides heeded; GET where it was HEAD. */
  readonly method: string;
  /** Checked and converted parameters, defaults filled in. */
  readonly args: A;
  /** Names of parameters that were sent as null and as nothing else (protocol.md §3.1). */
  readonly nulls: ReadonlySet<string>;
  /** The parameters of the address, as text. */
  readonly path: Readonly<Record<string, string>>;
  /** The sender's address. */
  readonly from: string;
  /** For whom long reads of the request are done, and what they may use: for `Database.scanning`. */
  readonly work: WorkScope;
  /** The program that the sender uses, as it calls itself. */
  readonly agent: string;
  /** The body as it was sent, for who checks a signature of it; empty where files were received. */
  readonly raw: Uint8Array;
  /** A header of the request, its name in lower case. Asking makes the answer one for the sender alone. */
  header(name: string): string | undefined;
  /** The moment before anything was read for the request, for what is kept of it. */
  readonly mark: number;
  /**
   * Says that so many more bytes of the response are about to be in memory; waits while there is no room for them. Throws
   * Refusal 503 `rest_too_busy` where there is none for long. Absent: nobody counts.
   */
  readonly hold?: HoldBytes;
  /** Nothing that is kept ready counts; absent: it does. */
  readonly isFresh?: boolean;
  /** What stands in the query, unchecked. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The files that came with the request, where the endpoint takes files and the body may carry them. */
  readonly upload?: Upload;
  /** What was sent under a name, declared or not, unchecked. */
  sent(name: string): unknown;
  /**
   * Refuses with 412 where the sender has seen another state of the item than the present one (`If-Match`). Every operation
   * that changes an item asks this within its transaction, once it has claimed what it changes.
   */
  requireMatch(): Promise<void>;
  /**
   * The sender with the rights that the credentials give now; undefined where they hold no longer, or where the rule refuses them
   * now. For what goes on being answered for longer than a moment.
   */
  renew(): Promise<Actor | undefined>;
}

/** A refusal by a rule: 401 to those who are not signed in, else 403, unless the rule names another status. */
export interface Denial {
  readonly code: string;
  readonly message: string;
  readonly status?: number;
}

/**
 * A rule: who may.
 *
 * `load` finds what the address names, or throws the Refusal that says it is not there; it runs once per request for all
 * rules that share it. `permit` decides on what was loaded alone, without waiting, for it is asked for every row of a
 * list when links tell what the caller may do (protocol.md §7.2).
 */
export interface Permission {
  load?(call: Call): Promise<unknown>;
  permit(call: Call, subject: unknown): Denial | undefined;
}

/** A page of a list. */
export interface Page {
  readonly total: number;
  readonly perPage: number;
  /** The page that the links to the next and the previous one are counted from. */
  readonly page: number;
  /** The previous page is the one before, also behind the last one. */
  readonly stepsBack?: boolean;
}

/**
 * What a list shows, in order: rows, or numbers whose rows are loaded where their records are not kept ready. `load` gives
 * rows in any order, and leaves out those that are gone.
 */
export type Items =
  | { readonly rows: readonly unknown[] }
  | {
      readonly ids: readonly number[];
      readonly load: LoadRows;
      /** Loads the rows that `load` has left out because their texts are long; absent: it leaves out none. */
      readonly loadLong?: LoadRows;
    };

type LoadRows = (ids: readonly number[]) => Promise<readonly { readonly id: number }[]>;

/** What a record shows: a row, or a number whose row is loaded where its record is not kept ready. */
export type OneItem = { readonly row: unknown } | Extract<Items, { load: unknown }>;

/** What an operation has done. Rows become JSON in the presenter alone. */
export type Outcome =
  | (OneItem & {
      readonly kind: 'record';
      readonly status?: number;
      readonly context?: Context;
      readonly more?: object;
      readonly alternate?: string;
      /** Headers of this answer. */
      readonly headers?: Readonly<Record<string, string>>;
      /** Links are there whatever `_fields` names. */
      readonly alwaysLinked?: boolean;
      /** `Location` is told only where links are shown. */
      readonly locatedByLinks?: boolean;
      /** It is for the sender alone, and nobody may keep it. */
      readonly unkept?: boolean;
    })
  | ({
      readonly kind: 'list';
      readonly page?: Page;
      /** It is for the sender alone, and nobody may keep it. */
      readonly unkept?: boolean;
    } & Items)
  | {
      /** An object of records in place of a list. */
      readonly kind: 'keyed';
      readonly rows: ReadonlyMap<string, unknown>;
      /** The keys are names of the contract. */
      readonly keysAreNames?: boolean;
      /** Links are in every record whatever `_fields` names, as far as it names the record whole. */
      readonly alwaysLinked?: boolean;
    }
  | {
      readonly kind: 'deleted';
      readonly previous: unknown;
      readonly context: Context;
      /** Takes it away once it has been presented, where what shows in it goes with it; absent: it is gone already. */
      readonly erase?: () => Promise<unknown>;
    }
  | {
      /** Bytes in place of JSON, for the sender alone. */
      readonly kind: 'file';
      readonly bytes: Uint8Array;
      /** The media type. */
      readonly type: string;
      /** What the file is called where it is stored. */
      readonly name: string;
    }
  | {
      /** Text that goes on being sent as it comes, for the sender alone. */
      readonly kind: 'stream';
      /** The media type. */
      readonly type: string;
      readonly open: OpenStream;
    }
  | {
      readonly kind: 'value';
      readonly value: object;
      readonly status?: number;
      /** Headers of this answer. */
      readonly headers?: Readonly<Record<string, string>>;
      readonly links?: object;
      /** What its state is made of, where the sender may change it (state.ts). */
      readonly stateOf?: object;
      /** It is for the sender alone, and nobody may keep it. */
      readonly unkept?: boolean;
      /** Links are there whatever `_fields` names. */
      readonly alwaysLinked?: boolean;
    };

export interface Operation {
  run(call: Call, subject: unknown): Promise<Outcome>;
}

/** How much of rows is shown, to whom. */
export interface View {
  readonly actor: Actor;
  readonly context: Context;
  readonly projection: Projection;
  /** How many items the response shows, of which rows may be only a part. */
  readonly itemCount: number;
  /** The whole call, for what depends on its parameters (password, excerpt_length). */
  readonly call: Call;
}

/** A fact of a record that links are made of. */
export type Facts = Readonly<Record<string, string | number | boolean | readonly (number | string)[]>>;

/** Makes one field of a record. Written as a method, so that each room can name its own rows. */
export type FieldMaker = { make(row: unknown, prepared: unknown, view: View): unknown }['make'];

/**
 * Rows to records, the only place where a row becomes JSON.
 *
 * `prepare` loads what the wanted fields need, for all rows at once: the number of statements does not depend on the
 * number of rows. `fields` has a maker for every declared field.
 */
export interface Presenter {
  prepare(rows: readonly unknown[], view: View): Promise<unknown>;
  readonly fields: Readonly<Record<string, FieldMaker>>;
  /**
   * Whether what a call is shown of a row depends on the row, what is stored beside it and who asks, and on nothing else
   * that was sent. Such records are kept ready by the rows' `id`; absent: never.
   */
  dependsOnRowAlone?(call: Call): boolean;
  facts(row: unknown, prepared: unknown, view: View): Facts;
  /** The same rows with what only the edit context shows, where that is not loaded for others; absent: rows are whole. */
  complete?(rows: readonly unknown[]): Promise<readonly unknown[]>;
  /** The row and the resource that a row's self link leads to, where it is another's; absent: the row itself. */
  selfOf?(row: unknown): { readonly resource: Resource; readonly row: unknown } | undefined;
}

/** What one embedded link brought: a row, rows, or why it may not be seen. */
export type Embedded = { readonly row: unknown } | { readonly rows: readonly unknown[] } | { readonly refused: Denial };

/**
 * Reads many targets of one kind of link at once, with the rights of the caller: what a GET of each address would answer.
 * Keys of the answer are the given values; the number of statements does not depend on their number.
 */
export interface EmbedReader {
  /** The address of the targets, `<id>` standing for a number, `<name>` for a name: `/cms/v2/users/<id>`. */
  readonly target: string;
  readonly resource: Resource;
  read(values: readonly string[], call: Call): Promise<ReadonlyMap<string, Embedded>>;
}

/** A check or cleaner that a declaration names, for one request. */
export type CheckMaker = (call: {
  readonly actor: Actor;
  /** How names are spelled in messages; values that are names are native. */
  readonly spelling: Spelling;
  readonly resource: Resource;
  readonly path: Readonly<Record<string, string>>;
  /** The files that came with the request, as in the call. */
  readonly upload?: Upload;
}) => OwnCheck;

/** One family of resources: its rules, operations and presenter. */
export interface Room {
  readonly permissions: Readonly<Record<string, Permission>>;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly checks?: Readonly<Record<string, CheckMaker>>;
  /** Absent for rooms that answer with plain values. */
  readonly presenter?: Presenter;
  readonly embeds?: readonly EmbedReader[];
}

/** The number that stands in an address; 0, which nothing has, where it is larger than any number can be. */
export const numberIn = (text: string | undefined): number => {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : 0;
};

/**
 * Whether a number was sent for what is to be made, which numbers itself (posts-and-pages.md §4, `rest_post_exists`: a
 * truthy `id`). What is empty, in the way of forms too, says nothing: "", "0", 0, false, an empty list or object.
 */
export function sendsNumber({ sent }: Pick<Call, 'sent'>): boolean {
  const id = sent('id');
  if (typeof id === 'object' && id !== null) return Object.keys(id).length > 0;
  return Boolean(id) && id !== '0';
}

/** The rule of what is open to all. */
export const everyone: Permission = { permit: () => undefined };
