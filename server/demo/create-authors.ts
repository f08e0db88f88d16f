// Creates the accounts of the demo content. Nobody can sign in with them.
import { type AuditActor, recordAuditEvent } from '../audit/record-event.ts';
import { findFreeUserSlug, findUserByEmail, findUserByLogin, insertUser } from '../cms-v2/users/store.ts';
import { resolveTextColumns } from '../cms-v2/users/user-args.ts';
import { now } from '../time/zone.ts';
import { authors, type DemoAuthor } from './content/people.ts';
import { type DemoRun, recordChange } from './run.ts';

/** Returns the email address of a person of the demo content. Email to this domain cannot be delivered (RFC 2606). */
export const demoEmail = (name: string): string => `${name}@demo.invalid`;

/** The hash of a random password that nobody knows, and the actor of audit events. */
interface AuthorOptions {
  readonly passwordHash: string;
  readonly auditActor: AuditActor;
}

/** Creates the authors. An account that earlier demo content has left behind is used again. */
export async function createAuthors(run: DemoRun, options: AuthorOptions): Promise<void> {
  await run.tx.lock('users');
  const list: readonly (readonly [string, DemoAuthor])[] = Object.entries(authors);
  for (const [name, author] of list) {
    const known = await findUserByEmail(run.tx, demoEmail(name));
    run.authors.set(name, known?.id ?? (await createAuthor(run, name, author, options)));
  }
}

async function createAuthor(
  run: DemoRun,
  name: string,
  { firstName, lastName, biography }: DemoAuthor,
  { passwordHash, auditActor }: AuthorOptions,
): Promise<number> {
  const { tx, service } = run;
  let login = name;
  for (let n = 2; await findUserByLogin(tx, login); n += 1) login = `${name}-${n}`;
  const names = { first_name: firstName, last_name: lastName, nickname: firstName, description: biography };
  const user = {
    ...{ login, email: demoEmail(name), slug: await findFreeUserSlug(tx, login) },
    ...resolveTextColumns(names, login),
    ...{ password_hash: passwordHash, registered: now(service.clock), meta: '{}' },
  };
  const roles = ['author'];
  const id = await insertUser(tx, user, roles);
  recordChange(run, 'user.created', id);
  const auditEvent = { action: 'user-created', kind: 'user', id, name: login, details: { roles } } as const;
  await recordAuditEvent(tx, service.clock, auditActor, auditEvent);
  return id;
}
