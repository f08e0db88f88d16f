// Gives extensions typed access to the content of the site, so that they need not send requests to the service itself.
import { menus } from '../../contract/cms-v2/menus.ts';
import { internalTaxonomies } from '../../contract/cms-v2/taxonomies.ts';
import type { ContentType } from '../../contract/grammar/content-type.ts';
import { type Actor, anonymous } from '../access/actor.ts';
import { commentsLock } from '../cms-v2/comments/comments-of-entry.ts';
import { countApprovedByEmail } from '../cms-v2/comments/earlier-comments-store.ts';
import type { CommentDeps } from '../cms-v2/comments/operations.ts';
import type { CommentRow } from '../cms-v2/comments/rows.ts';
import { saveComment, trashNoteReplies } from '../cms-v2/comments/save-comment.ts';
import { nextStatus } from '../cms-v2/comments/statuses.ts';
import { findComments } from '../cms-v2/comments/store.ts';
import { notifyOfApproval } from '../cms-v2/comments/update-comment.ts';
import { applySettings, deleteCondition, editCondition, passes, readCondition } from '../cms-v2/entries/conditions.ts';
import { sumCounts } from '../cms-v2/entries/counts-store.ts';
import { createInTransaction } from '../cms-v2/entries/create-entry.ts';
import type { EntryDeps } from '../cms-v2/entries/deps.ts';
import { usersLock } from '../cms-v2/entries/lock-entry.ts';
import { readMeta } from '../cms-v2/entries/meta.ts';
import type { WholeEntry } from '../cms-v2/entries/rows.ts';
import { findEntriesOfAnyType, findEntry } from '../cms-v2/entries/store.ts';
import { findEntryTerms } from '../cms-v2/entries/terms-store.ts';
import { textWorkOf } from '../cms-v2/entries/text-work.ts';
import { findTerms, type TermRow } from '../cms-v2/terms/store.ts';
import { findUser } from '../cms-v2/users/store.ts';
import type { ReadHandle, WriteHandle } from '../database/handle.ts';
import type { Call } from '../http/module.ts';
import type { TextWork } from '../rendering/work/text-work.ts';
import { withTimeLimit } from '../time/with-time-limit.ts';
import type { SettingSchemas, SettingsOf } from './extension-settings.ts';

/** The declaration of a content type, with its meta fields. */
export interface TypeWithMeta<M extends SettingSchemas> {
  readonly name: string;
  readonly meta?: M;
}

/**
 * An entry in any status, with its stored texts. `rights_status` is the status that determines permissions: the previous one for an
 * entry in the trash. A meta field without a stored value has its default.
 */
export type ContentEntry<M extends SettingSchemas = SettingSchemas> = Readonly<
  Pick<
    WholeEntry,
    'id' | 'type' | 'author' | 'status' | 'rights_status' | 'slug' | 'password' | 'title' | 'content' | 'excerpt'
  >
> & { readonly meta: SettingsOf<M> };

/** A comment in any status, with its stored text. */
export interface ContentComment {
  readonly id: number;
  /** ID of the entry; 0 for none. */
  readonly post: number;
  /** ID of the user; 0 for other authors. */
  readonly author: number;
  readonly author_name: string;
  readonly author_email: string;
  readonly author_url: string;
  readonly author_ip: string;
  readonly author_user_agent: string;
  readonly content: string;
  readonly status: string;
  readonly type: string;
}

/** A term of a taxonomy. `parent` is absent if the taxonomy is not hierarchical. */
export interface ContentTerm {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly parent?: number;
  /** Number of published entries. */
  readonly count: number;
}

/** A user. */
export interface ContentUser {
  readonly id: number;
  readonly login: string;
  readonly name: string;
  readonly email: string;
}

/** An entry to create. Omitted texts are empty. */
export interface NewContentEntry {
  readonly title?: string;
  readonly content?: string;
  readonly excerpt?: string;
  readonly slug?: string;
  readonly status: 'publish' | 'draft' | 'pending' | 'private';
  /** ID of a user. */
  readonly author: number;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** The statuses of comments that extensions can set. */
export type SettableCommentStatus = 'approved' | 'hold' | 'spam' | 'trash';

/** Changes content in a transaction. It checks no permissions. Locks are acquired in the order of the calls. */
export interface ContentWriter {
  /**
   * Creates an entry of a type and returns its ID. Throws the ApiError of the route that creates such entries, such as
   * `rest_invalid_author`, if a value is invalid.
   */
  createEntry(type: string, entry: NewContentEntry): Promise<number>;
  /**
   * Changes the status of those of the comments that have one of the statuses `from`, and returns their IDs. Runs a constant number of
   * statements for each comment that it changes, and a constant number for all others.
   */
  moveComments(
    ids: readonly number[],
    change: { readonly from: readonly string[]; readonly to: SettableCommentStatus },
  ): Promise<number[]>;
}

/** Typed access to the content of the site. The functions that read run one statement each, unless stated otherwise. */
export interface ExtensionContent {
  /** Returns the entry of a type with this ID, in any status; undefined if there is none. */
  findEntry<M extends SettingSchemas>(
    type: TypeWithMeta<M>,
    id: number,
    read?: ReadHandle,
  ): Promise<ContentEntry<M> | undefined>;
  /** Returns the number of entries of a type that are not in the trash. */
  countEntries(type: string): Promise<number>;
  /** Returns whether an actor may read, edit or delete an entry, by the permissions of its type. */
  can(
    actor: Actor,
    action: 'read' | 'edit' | 'delete',
    entry: Pick<ContentEntry, 'id' | 'type' | 'author' | 'status' | 'rights_status'>,
  ): boolean;
  /** Returns whether there is a taxonomy with this name whose terms are public. Runs no statement. */
  hasPublicTaxonomy(taxonomy: string): boolean;
  /** Returns the first `limit` terms of a taxonomy, sorted by name. */
  listTerms(taxonomy: string, limit: number): Promise<ContentTerm[]>;
  /** Returns the terms of a public entry, keyed by taxonomy; none if it does not exist or is not public. Runs up to two statements. */
  findTermIds(entry: number): Promise<ReadonlyMap<string, readonly number[]>>;
  /** Returns the comments with these IDs, in any status and in no particular order. */
  findComments(ids: readonly number[], read?: ReadHandle): Promise<ContentComment[]>;
  /** Returns the number of approved comments with the same author email address, keyed by comment ID. */
  countApproved(comments: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Returns the user with this ID; undefined if there is none. */
  findUser(id: number): Promise<ContentUser | undefined>;
  /**
   * Runs `work` in a transaction in which it can also change content, and returns its result. `work` must send no requests, and may run
   * several times: it has no effects except through the handle and the writer. `call` is the request to which the processing of texts is
   * attributed. After ten seconds, the transaction is rolled back, and an Error is thrown.
   */
  change<T>(call: Pick<Call, 'work'>, work: (tx: WriteHandle, content: ContentWriter) => Promise<T>): Promise<T>;
}

/** The dependencies of the access to content. */
export interface ContentDeps {
  readonly entries: EntryDeps;
  readonly comments: CommentDeps;
}

/** Names of the taxonomies whose terms are not public. Menus are terms, too, but can be read only with a capability. */
const hiddenTaxonomies: ReadonlySet<string> = new Set([...internalTaxonomies, menus.name]);

/** Statuses of entries that are not in the trash. */
const untrashedStatuses = ['publish', 'future', 'draft', 'pending', 'private'];

/** Timeout of a transaction, in milliseconds. */
const transactionTimeoutMs = 10_000;

const conditions = { read: readCondition, edit: editCondition, delete: deleteCondition } as const;

/** Returns the access of an extension to the content. Changes are made by `actor`. */
export function makeExtensionContent(
  deps: ContentDeps,
  actor: Actor,
  timeoutMs = transactionTimeoutMs,
): ExtensionContent {
  const { contract, database, site } = deps.entries;
  const { read: reader } = database;
  return {
    findEntry: (type, id, read = reader) => findTypedEntry(requireType(deps.entries, type.name), id, read),
    countEntries: (type) => sumCounts(reader, requireType(deps.entries, type).name, untrashedStatuses),
    can: (each, action, entry) => passes(conditions[action], each, typeWithSettings(deps.entries, entry.type), entry),
    hasPublicTaxonomy: (name) => contract.taxonomies.has(name) && !hiddenTaxonomies.has(name),
    async listTerms(name, limit) {
      const { hierarchical = false } = contract.taxonomies.get(name) ?? {};
      const shape = { filters: [], orderby: 'name', order: 'asc' } as const;
      const rows = await findTerms(reader, shape, { taxonomy: name, limit, offset: 0 });
      return rows.map((row) => presentTerm(row, hierarchical));
    },
    async findTermIds(id) {
      const [entry] = id > 0 ? await findEntriesOfAnyType(reader, [id]) : [];
      const type = entry && contract.types.get(entry.type);
      if (!entry || !type || !passes(readCondition, anonymous, applySettings(type, site.settings.values), entry))
        return new Map();
      const terms = (await findEntryTerms(reader, [id])).filter((each) => type.taxonomies.includes(each.taxonomy));
      const byTaxonomy = Map.groupBy(terms, ({ taxonomy }) => taxonomy);
      return new Map([...byTaxonomy].map(([name, each]) => [name, each.map((term) => term.term_id)]));
    },
    findComments: async (ids, read = reader) => (await findComments(read, ids)).map(presentComment),
    countApproved: (comments) => countApprovedByEmail(reader, comments),
    async findUser(id) {
      const found = await findUser(reader, id, { published: [], private: [] });
      return found && { id, login: found.login, name: found.name, email: found.email };
    },
    change(call, work) {
      const textWork = textWorkOf(deps.entries.texts, { work: call.work, actor });
      return textWork.complete(() =>
        database.transaction((tx) =>
          withTimeLimit(timeoutMs, 'the transaction of an extension timed out', () =>
            work(tx, makeWriter(deps, tx, actor, textWork)),
          ),
        ),
      );
    },
  };
}

/** Returns a content type. Throws an Error if there is none with this name. */
function requireType({ contract }: EntryDeps, name: string): ContentType {
  const type = contract.types.get(name);
  if (!type) throw new Error(`there is no content type ${name}`);
  return type;
}

const typeWithSettings = (deps: EntryDeps, name: string): ContentType =>
  applySettings(requireType(deps, name), deps.site.settings.values);

async function findTypedEntry<M extends SettingSchemas>(
  type: ContentType,
  id: number,
  read: ReadHandle,
): Promise<ContentEntry<M> | undefined> {
  const row = Number.isSafeInteger(id) && id > 0 ? await findEntry(read, type.name, id) : undefined;
  if (!row) return undefined;
  const { author, status, rights_status, slug, password, title, content, excerpt } = row;
  const meta = readMeta(row.meta, type.meta) as SettingsOf<M>;
  return { id, type: type.name, author, status, rights_status, slug, password, title, content, excerpt, meta };
}

const presentComment = (row: CommentRow): ContentComment => ({
  ...{ id: row.id, post: row.post, author: row.author, author_name: row.author_name, author_email: row.author_email },
  ...{ author_url: row.author_url, author_ip: row.author_ip, author_user_agent: row.author_user_agent },
  ...{ content: row.content, status: row.status, type: row.type },
});

const presentTerm = ({ id, name, slug, parent, count }: TermRow, hierarchical: boolean): ContentTerm => ({
  ...{ id, name, slug, ...(hierarchical && { parent }), count },
});

function makeWriter(deps: ContentDeps, tx: WriteHandle, actor: Actor, textWork: TextWork): ContentWriter {
  return {
    async createEntry(name, entry) {
      const type = requireType(deps.entries, name);
      const call = { actor, args: entry, nulls: new Set<string>() };
      return (await createInTransaction(deps.entries, tx, { call, type, textWork })).id;
    },
    async moveComments(ids, { from, to }) {
      await tx.share(usersLock);
      await tx.lock(commentsLock);
      const found = new Map((await findComments(tx, ids)).map((comment) => [comment.id, comment]));
      const moved: number[] = [];
      for (const id of new Set(ids)) {
        const before = found.get(id);
        if (!before || !from.includes(before.status)) continue;
        const after = { ...before, ...nextStatus(before, to) };
        await saveComment(tx, before, after);
        if (to === 'trash') await trashNoteReplies(tx, before);
        await notifyOfApproval(deps.comments, tx, actor, before, after);
        moved.push(id);
      }
      return moved;
    },
  };
}
