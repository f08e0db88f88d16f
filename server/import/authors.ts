// Authors: who of the file is who here.
import { commandLine, noteDeed } from '../audit/note.ts';
import { findUserByEmail, findUserByLogin, freeUserSlug, insertUser } from '../cms-v2/users/store.ts';
import { storedTexts } from '../cms-v2/users/user-args.ts';
import { isEmail } from '../http/parameters/formats.ts';
import { fold } from '../rendering/fold.ts';
import { toSlug } from '../rendering/slug.ts';
import { now } from '../time/zone.ts';
import { findImported, writeImported } from './imported-store.ts';
import { cleanLogin, isLogin, loginOf, numberedLogin } from './logins.ts';
import type { AuthorMatch } from './report.ts';
import type { Batch } from './run.ts';
import { findOwner, type Owner } from './users-store.ts';
import type { WxrAuthor } from './wxr/records.ts';

const kind = 'author';

/** What is remembered of authors by their numbers, which comments name. */
const numberKind = 'author by number';

/** The longest e-mail address. Characters. */
const longestEmail = 100;

interface Match {
  readonly owner: Owner;
  readonly how: AuthorMatch;
}

/** Finds or makes the user that an author of the file is here. */
export async function importAuthor(batch: Batch, author: WxrAuthor): Promise<void> {
  if (author.login === '') return batch.report.count('authors', 'left');
  const known = (await knownMatch(batch, author.login)) ?? (await sameUser(batch, author));
  const owner = await settle(batch, author.login, known ?? (await makeUser(batch, author)));
  if (!author.id) return;
  const number = { source: batch.run.source, kind: numberKind, source_id: String(author.id) };
  await writeImported(batch.tx, { ...number, own_id: owner.id });
}

/** The users here that users of the file are, by their numbers there; those that the file does not declare are not in it. */
export const ownersOfNumbers = ({ run, tx }: Batch, numbers: readonly number[]): Promise<Map<string, number>> =>
  findImported(tx, run.source, numberKind, numbers.map(String));

/**
 * Who an entry is given to: the user that its author is here. A name that the file does not declare is looked for
 * without the characters that no login has; it becomes a user where it could be a login as it stands, and else the
 * entry goes to the first administrator.
 */
export async function ownerOf(batch: Batch, creator: string): Promise<Owner> {
  const cached = batch.owners.get(fold(creator));
  if (cached) return cached;
  const match =
    (await knownMatch(batch, creator)) ??
    (await knownMatch(batch, cleanLogin(creator))) ??
    (await sameUser(batch, { login: creator, email: '' })) ??
    (await sameUser(batch, { login: cleanLogin(creator), email: '' }));
  if (match) return remember(batch, creator, match);
  if (!isLogin(creator))
    return remember(batch, creator, { owner: batch.run.administrator, how: 'the first administrator' });
  return settle(batch, creator, await makeUser(batch, authorNamed(creator)));
}

const authorNamed = (login: string) => ({ login, email: '', displayName: login, firstName: '', lastName: '' });

/** Who a login is as the operator, an earlier import or this one has said. */
async function knownMatch({ run, tx }: Batch, login: string): Promise<Match | undefined> {
  if (login === '') return undefined;
  const told = run.told.get(fold(login));
  if (told) return { owner: told, how: 'as told' };
  const id = (await findImported(tx, run.source, kind, [fold(login)])).get(fold(login));
  const owner = id === undefined ? undefined : await findOwner(tx, id);
  const how = run.matched.has(fold(login)) ? 'already matched in this file' : 'known from an earlier import';
  return owner && { owner, how };
}

async function sameUser({ tx }: Batch, { login, email }: { login: string; email: string }): Promise<Match | undefined> {
  const byLogin = login === '' ? undefined : await findUserByLogin(tx, login);
  if (byLogin) return { owner: byLogin, how: 'same login' };
  const byEmail = email === '' ? undefined : await findUserByEmail(tx, email);
  return byEmail && { owner: byEmail, how: 'same e-mail address' };
}

async function settle(batch: Batch, login: string, match: Match): Promise<Owner> {
  const { tx, run, report } = batch;
  report.count('authors', match.how === 'created' ? 'imported' : 'there');
  const isKnown = match.how === 'known from an earlier import' || match.how === 'already matched in this file';
  if (!isKnown) {
    run.matched.add(fold(login));
    await writeImported(tx, { source: run.source, kind, source_id: fold(login), own_id: match.owner.id });
  }
  return remember(batch, login, match);
}

function remember({ owners, report }: Batch, login: string, { owner, how }: Match): Owner {
  owners.set(fold(login), owner);
  report.mapAuthor(login, owner.login, how);
  return owner;
}

/** Makes a user that nobody can sign in as until somebody sets its password. */
async function makeUser({ tx, run }: Batch, author: Omit<WxrAuthor, 'kind'>): Promise<Match> {
  const wish = loginOf(author);
  if (wish === undefined) return { owner: run.administrator, how: 'the first administrator' };
  await tx.lock('users');
  let login = wish;
  for (let n = 2; await findUserByLogin(tx, login); n += 1) login = numberedLogin(wish, n);
  const slug = await freeUserSlug(tx, toSlug(login));
  const texts = { name: author.displayName, first_name: author.firstName, last_name: author.lastName };
  const user = {
    login,
    slug,
    email: await freeEmail({ tx }, author.email, slug),
    ...storedTexts(texts, login),
    password_hash: await run.unknownPassword(),
    registered: now(run.service.clock),
    meta: '{}',
  };
  const id = await insertUser(tx, user, ['author']);
  const deed = { action: 'user-created', kind: 'user', id, name: login } as const;
  await noteDeed(tx, run.service.clock, commandLine, { ...deed, details: { roles: ['author'], imported: true } });
  return { owner: { id, login }, how: 'created' };
}

/** The author's own address, or one that belongs to nobody: every user has one, and no two the same. */
async function freeEmail({ tx }: Pick<Batch, 'tx'>, email: string, slug: string): Promise<string> {
  if (isEmail(email) && email.length <= longestEmail && !(await findUserByEmail(tx, email))) return email;
  let address = `${slug}@imported.invalid`;
  for (let n = 2; await findUserByEmail(tx, address); n += 1) address = `${slug}-${n}@imported.invalid`;
  return address;
}
