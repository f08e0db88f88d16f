// Maps the authors of an imported file to users of this site.
import { commandLine, recordAuditEvent } from '../audit/record-event.ts';
import { findFreeUserSlug, findUserByEmail, findUserByLogin, insertUser } from '../cms-v2/users/store.ts';
import { resolveTextColumns } from '../cms-v2/users/user-args.ts';
import type { WriteHandle } from '../database/handle.ts';
import { isEmail } from '../http/parameters/formats.ts';
import { fold } from '../rendering/fold.ts';
import { toSlug } from '../rendering/slug.ts';
import { now } from '../time/zone.ts';
import { authorIdKind, authorKind, findImported, findImportedUsers, upsertImported } from './imported-store.ts';
import { cleanLogin, isLogin, loginOf, numberedLogin } from './logins.ts';
import type { AuthorMatch } from './report.ts';
import type { Batch } from './run.ts';
import { findOwner, type Owner } from './users-store.ts';
import type { WxrAuthor } from './wxr/records.ts';

/** Maximum length of an email address, in characters. */
const maxEmailLength = 100;

interface Match {
  readonly owner: Owner;
  readonly matchedBy: AuthorMatch;
}

/** Finds or creates the user for an author that the file declares. Authors without a username are skipped. */
export async function importAuthor(batch: Batch, author: WxrAuthor): Promise<void> {
  if (author.login === '') return batch.report.count('authors', 'left');
  const known = (await findKnownMatch(batch, author.login)) ?? (await findMatchingUser(batch, author));
  const owner = await recordMatch(batch, author.login, known ?? (await createUser(batch, author)));
  if (!author.id) return;
  const idRow = { source: batch.run.source, kind: authorIdKind, source_id: String(author.id) };
  await upsertImported(batch.tx, { ...idRow, own_id: owner.id });
  batch.users.ownersBySourceId.set(String(author.id), owner.id);
}

/** Loads the users who were assigned to the creators of items, in one statement. */
export async function loadImportedOwners(batch: Batch, creators: readonly string[]): Promise<void> {
  const { tx, run, users } = batch;
  const logins = new Set(creators.flatMap((creator) => [fold(creator), fold(cleanLogin(creator))]));
  logins.delete('');
  if (logins.size === 0) return;
  for (const { source_id, own_id, login } of await findImportedUsers(tx, run.source, authorKind, [...logins]))
    users.importedOwners.set(source_id, { id: own_id, login });
}

/**
 * Returns the user who becomes the author of an entry.
 *
 * The creator is looked up unchanged, and without the characters that usernames may not contain. If no user is found, a user is
 * created if the creator is a valid username; otherwise the first administrator becomes the author.
 */
export async function resolveOwner(batch: Batch, creator: string): Promise<Owner> {
  const cached = batch.users.owners.get(fold(creator));
  if (cached) return cached;
  const match =
    (await findKnownMatch(batch, creator)) ??
    (await findKnownMatch(batch, cleanLogin(creator))) ??
    (await findMatchingUser(batch, { login: creator, email: '' })) ??
    (await findMatchingUser(batch, { login: cleanLogin(creator), email: '' }));
  if (match) return cacheOwner(batch, creator, match);
  if (!isLogin(creator))
    return cacheOwner(batch, creator, { owner: batch.run.authors.administrator, matchedBy: 'the first administrator' });
  return recordMatch(batch, creator, await createUser(batch, undeclaredAuthor(creator)));
}

const undeclaredAuthor = (login: string) => ({ login, email: '', displayName: login, firstName: '', lastName: '' });

/** Returns the user whom the operator, an earlier import or this import has assigned to a username in the file. */
async function findKnownMatch({ run, tx, users }: Batch, login: string): Promise<Match | undefined> {
  if (login === '') return undefined;
  const assignedOwner = run.authors.assignedOwners.get(fold(login));
  if (assignedOwner) return { owner: assignedOwner, matchedBy: 'set with --author' };
  const owner = users.importedOwners.get(fold(login)) ?? (await findImportedOwner(tx, run.source, login));
  const matchedBy = run.authors.matchedLogins.has(fold(login))
    ? 'already matched in this file'
    : 'known from an earlier import';
  return owner && { owner, matchedBy };
}

async function findImportedOwner(tx: WriteHandle, source: string, login: string): Promise<Owner | undefined> {
  const id = (await findImported(tx, source, authorKind, [fold(login)])).get(fold(login));
  return id === undefined ? undefined : findOwner(tx, id);
}

async function findMatchingUser(
  { tx }: Batch,
  { login, email }: { login: string; email: string },
): Promise<Match | undefined> {
  const byLogin = login === '' ? undefined : await findUserByLogin(tx, login);
  if (byLogin) return { owner: byLogin, matchedBy: 'same username' };
  const byEmail = email === '' ? undefined : await findUserByEmail(tx, email);
  return byEmail && { owner: byEmail, matchedBy: 'same email address' };
}

async function recordMatch(batch: Batch, login: string, match: Match): Promise<Owner> {
  const { tx, run, report } = batch;
  report.count('authors', match.matchedBy === 'created' ? 'imported' : 'there');
  const isKnown =
    match.matchedBy === 'known from an earlier import' || match.matchedBy === 'already matched in this file';
  if (!isKnown) {
    run.authors.matchedLogins.add(fold(login));
    await upsertImported(tx, { source: run.source, kind: authorKind, source_id: fold(login), own_id: match.owner.id });
  }
  return cacheOwner(batch, login, match);
}

function cacheOwner({ users, report }: Batch, login: string, { owner, matchedBy }: Match): Owner {
  users.owners.set(fold(login), owner);
  report.mapAuthor(login, owner.login, matchedBy);
  return owner;
}

/**
 * Creates a user with a random password, who cannot sign in until a new password is set. Returns the first administrator if no
 * valid username can be derived from the author.
 */
async function createUser({ tx, run }: Batch, author: Omit<WxrAuthor, 'kind'>): Promise<Match> {
  const baseLogin = loginOf(author);
  if (baseLogin === undefined) return { owner: run.authors.administrator, matchedBy: 'the first administrator' };
  await tx.lock('users');
  let login = baseLogin;
  for (let n = 2; await findUserByLogin(tx, login); n += 1) login = numberedLogin(baseLogin, n);
  const slug = await findFreeUserSlug(tx, toSlug(login));
  const names = { name: author.displayName, first_name: author.firstName, last_name: author.lastName };
  const user = {
    login,
    slug,
    email: await findFreeEmail({ tx }, author.email, slug),
    ...resolveTextColumns(names, login),
    password_hash: await run.authors.randomPasswordHash(),
    registered: now(run.service.clock),
    meta: '{}',
  };
  const id = await insertUser(tx, user, ['author']);
  const auditEvent = { action: 'user-created', kind: 'user', id, name: login } as const;
  await recordAuditEvent(tx, run.service.clock, commandLine, {
    ...auditEvent,
    details: { roles: ['author'], imported: true },
  });
  return { owner: { id, login }, matchedBy: 'created' };
}

/** Returns the author's email address, or a unique placeholder if the address is invalid, too long or already taken. */
async function findFreeEmail({ tx }: Pick<Batch, 'tx'>, email: string, slug: string): Promise<string> {
  if (isEmail(email) && email.length <= maxEmailLength && !(await findUserByEmail(tx, email))) return email;
  let address = `${slug}@imported.invalid`;
  for (let n = 2; await findUserByEmail(tx, address); n += 1) address = `${slug}-${n}@imported.invalid`;
  return address;
}
