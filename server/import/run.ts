// What all steps of an import share.
import { type Actor, makeActor } from '../access/actor.ts';
import { hashPassword, randomSecret } from '../access/secrets.ts';
import { findUserByLogin } from '../cms-v2/users/store.ts';
import type { Database, ReadHandle, WriteHandle } from '../database/handle.ts';
import { fold } from '../rendering/fold.ts';
import type { Service } from '../service.ts';
import type { SettingValues } from '../settings/declared.ts';
import { readSettings } from '../settings/settings.ts';
import { Report } from './report.ts';
import { findFirstOfRole, type Owner } from './users-store.ts';

/** One import, from its start to its end. */
export interface ImportRun {
  readonly service: Service;
  readonly database: Database;
  readonly settings: SettingValues;
  /** Names the site that the file was exported from, in what is remembered of the import. */
  readonly source: string;
  /** Who gets the entries that nobody else can be given to. */
  readonly administrator: Owner;
  /** Authors that the operator gave to users, by folded login. */
  readonly told: ReadonlyMap<string, Owner>;
  /** Folded logins of the file that this import has found or made users for. */
  readonly matched: Set<string>;
  /** Whose rights fields are checked with: the operator's, who may do everything. */
  readonly actor: Actor;
  /** The hash of a password that nobody knows, for users that are made; one for the whole import, because it is slow. */
  readonly unknownPassword: () => Promise<string>;
}

/** One transaction of an import; the caches hold what was looked up or made in it. */
export interface Batch {
  readonly tx: WriteHandle;
  readonly run: ImportRun;
  readonly report: Report;
  readonly owners: Map<string, Owner>;
  readonly terms: Map<string, number>;
  /** Entries by their key in the file. */
  readonly entries: Map<string, KnownEntry>;
}

/** An entry that was imported. */
export interface KnownEntry {
  readonly id: number;
  readonly guid: string;
}

/** A person's mistake in calling the import; the message is one sentence. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}

/**
 * Prepares an import. `authors` maps logins of the file to logins here.
 *
 * Throws ImportRefused where one of ours does not exist, or there is nobody at all.
 */
export async function makeRun(
  service: Service,
  database: Database,
  source: string,
  authors: ReadonlyMap<string, string>,
): Promise<ImportRun> {
  let hash: Promise<string> | undefined;
  return {
    service,
    database,
    // Read anew: what this process itself wrote a moment ago does not show in the service's own.
    settings: await readSettings(database.read),
    source,
    administrator: await firstAdministrator(database.read),
    told: await toldOwners(database.read, authors),
    matched: new Set(),
    actor: makeActor({ id: 0, login: '', roles: ['administrator'] }, service.roles.capabilitiesOf(['administrator']), {
      kind: 'internal',
    }),
    unknownPassword: () => (hash ??= hashPassword(randomSecret(40))),
  };
}

async function firstAdministrator(read: ReadHandle): Promise<Owner> {
  const found = await findFirstOfRole(read, 'administrator');
  if (!found)
    throw new ImportRefused('There is no administrator to give entries to; make one with octavo user create.');
  return found;
}

async function toldOwners(read: ReadHandle, authors: ReadonlyMap<string, string>): Promise<Map<string, Owner>> {
  const told = new Map<string, Owner>();
  for (const [theirs, ours] of authors) {
    const user = await findUserByLogin(read, ours);
    if (!user) throw new ImportRefused(`There is no user ${JSON.stringify(ours)} to give the entries of ${theirs} to.`);
    told.set(fold(theirs), { id: user.id, login: user.login });
  }
  return told;
}

/** Does some work of an import in one transaction; its report counts once it is on disk. */
export async function inBatch(run: ImportRun, report: Report, work: (batch: Batch) => Promise<void>): Promise<void> {
  const done = await run.database.transaction(async (tx) => {
    const batch: Batch = { tx, run, report: new Report(), owners: new Map(), terms: new Map(), entries: new Map() };
    await work(batch);
    return batch.report;
  });
  report.addAll(done);
}
