// Creates the state that all steps of an import share, and runs the steps in transactions.
import type { Actor } from '../access/actor.ts';
import { makeInternalActor } from '../access/internal-actor.ts';
import { hashPassword, randomSecret } from '../access/secrets.ts';
import { BatchLookups } from '../cms-v2/entries/entry-lookups.ts';
import { findUserByLogin } from '../cms-v2/users/store.ts';
import type { Database, ReadHandle, WriteHandle } from '../database/handle.ts';
import { fold } from '../rendering/fold.ts';
import type { Service } from '../service.ts';
import type { SettingValues } from '../settings/declared.ts';
import { readSettings } from '../settings/settings.ts';
import { IdCache } from './id-cache.ts';
import { authorIdKind, commentKind, findImported, findImportedComments } from './imported-store.ts';
import { Report } from './report.ts';
import { findFirstUserWithRole, type Owner } from './users-store.ts';

/** The parts of the service that an import uses. */
export type ImportingService = Pick<Service, 'contract' | 'entries' | 'media' | 'roles' | 'settings' | 'clock'>;

/** The state of an import, shared by all its batches. */
export interface ImportRun {
  readonly service: ImportingService;
  readonly database: Database;
  readonly settings: SettingValues;
  /** Identifies the exported site in the `imported` table. */
  readonly source: string;
  /** The actor for permission checks: the operator, who may do everything. */
  readonly actor: Actor;
  readonly authors: ImportedAuthors;
}

/** The users to whom an import assigns authors. */
export interface ImportedAuthors {
  /** The owner of entries without a matching author. */
  readonly administrator: Owner;
  /** Users whom the operator has assigned to authors, keyed by folded usernames in the file. */
  readonly assignedOwners: ReadonlyMap<string, Owner>;
  /** Folded usernames of the file for which this import has found or created users. */
  readonly matchedLogins: Set<string>;
  /** Returns the hash of a random password for new users; computed once per import, because hashing is slow. */
  readonly randomPasswordHash: () => Promise<string>;
}

/** A transaction of an import, with caches of what the transaction has found or created. */
export interface Batch {
  readonly tx: WriteHandle;
  readonly run: ImportRun;
  readonly report: Report;
  readonly users: BatchUsers;
  readonly content: BatchContent;
  readonly comments: BatchComments;
}

/** The users that a transaction has found or created. */
interface BatchUsers {
  readonly owners: Map<string, Owner>;
  /** Users who were assigned to authors by an earlier transaction, by folded usernames in the file. */
  readonly importedOwners: Map<string, Owner>;
  /** Local IDs of users by their IDs in the file. */
  readonly ownersBySourceId: IdCache;
}

/** The terms and entries that a transaction has found or created. */
interface BatchContent {
  readonly terms: Map<string, number>;
  /** Entries by their key in the file. */
  readonly entries: Map<string, KnownEntry>;
  readonly lookups: BatchLookups;
}

/** The comments that a transaction has found or will create. */
interface BatchComments {
  /** Local IDs of imported comments by their keys in the file. */
  readonly known: IdCache;
  /** IDs for new comments, in descending order. */
  readonly newIds: number[];
}

/** An imported entry that exists on this site. */
export interface KnownEntry {
  readonly id: number;
  readonly guid: string;
}

/** Thrown for invalid options of an import and for a site without an administrator. The message is for the operator. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

/**
 * Prepares an import. `authors` maps usernames in the imported file to usernames of this site.
 *
 * Throws ImportError when a local user does not exist, or when the site has no administrator.
 */
export async function createRun(
  service: ImportingService,
  database: Database,
  source: string,
  authors: ReadonlyMap<string, string>,
): Promise<ImportRun> {
  let hash: Promise<string> | undefined;
  return {
    service,
    database,
    // The service's cached settings may not include changes that this process has just made.
    settings: await readSettings(database.read),
    source,
    actor: makeInternalActor(service.roles),
    authors: {
      administrator: await firstAdministrator(database.read),
      assignedOwners: await findAssignedOwners(database.read, authors),
      matchedLogins: new Set(),
      randomPasswordHash: () => (hash ??= hashPassword(randomSecret(40))),
    },
  };
}

async function firstAdministrator(read: ReadHandle): Promise<Owner> {
  const found = await findFirstUserWithRole(read, 'administrator');
  if (!found)
    throw new ImportError(
      'The site has no administrator to own the imported entries; create one with "octavo user create USERNAME EMAIL --role administrator".',
    );
  return found;
}

async function findAssignedOwners(read: ReadHandle, authors: ReadonlyMap<string, string>): Promise<Map<string, Owner>> {
  const assignedOwners = new Map<string, Owner>();
  for (const [sourceLogin, localLogin] of authors) {
    const user = await findUserByLogin(read, localLogin);
    if (!user)
      throw new ImportError(
        `The author ${JSON.stringify(sourceLogin)} cannot be assigned to ${JSON.stringify(localLogin)}: no user with this username.`,
      );
    assignedOwners.set(fold(sourceLogin), { id: user.id, login: user.login });
  }
  return assignedOwners;
}

/** Runs a step of an import in one transaction and adds its results to the report after the commit. */
export async function inBatch(run: ImportRun, report: Report, step: (batch: Batch) => Promise<void>): Promise<void> {
  const batchReport = await run.database.transaction(async (tx) => {
    const batch: Batch = {
      ...{ tx, run, report: new Report() },
      users: {
        ...{ owners: new Map(), importedOwners: new Map() },
        ownersBySourceId: new IdCache((ids) => findImported(tx, run.source, authorIdKind, ids)),
      },
      content: { terms: new Map(), entries: new Map(), lookups: new BatchLookups() },
      comments: {
        known: new IdCache((keys) => findImportedComments(tx, run.source, commentKind, keys)),
        newIds: [],
      },
    };
    await step(batch);
    return batch.report;
  });
  report.addAll(batchReport);
}
