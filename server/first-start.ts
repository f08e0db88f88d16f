// What a new site has: an administrator, a category for everything, and a first post that says hello.

import { makeActor } from './access/actor.ts';
import { hashAtStart, randomSecret } from './access/secrets.ts';
import { commandLine, noteDeed } from './audit/note.ts';
import { composeEntry } from './cms-v2/entries/compose-entry.ts';
import { saveNewEntry } from './cms-v2/entries/save-entry.ts';
import { makeStyles } from './cms-v2/global-styles/make-styles.ts';
import { findStylesOf } from './cms-v2/global-styles/store.ts';
import { storeTerm } from './cms-v2/terms/store-term.ts';
import { storedDescription, storedName } from './cms-v2/terms/term-args.ts';
import { findUserByEmail, findUserByLogin, freeUserSlug, insertUser } from './cms-v2/users/store.ts';
import type { Database, ReadHandle, WriteHandle } from './database/handle.ts';
import { statement } from './database/statement.ts';
import type { Call } from './http/room.ts';
import { findFirstOfRole } from './import/users-store.ts';
import { welcomePost } from './import/welcome-post.ts';
import { TextWork } from './rendering/work/text-work.ts';
import type { Service } from './service.ts';
import { isSet, writeSetting } from './settings/settings.ts';
import { now } from './time/zone.ts';
import { WorkScope } from './workers/work-scope.ts';

/** The login of the first administrator, where it is free. */
const firstLogin = 'admin';

/** What was made for a new site, for the operator to be told. */
export interface FirstStart {
  /** The login of the administrator that was made. */
  readonly administrator: string | undefined;
  /** The password of that administrator, where it was made up and nobody knows it yet. */
  readonly password: string | undefined;
  /** The number of the welcome post that was made. */
  readonly post: number | undefined;
}

/** What the first administrator will sign in with. */
interface Secret {
  readonly password: string;
  readonly hash: string;
}

async function makeSecret(chosen: string | undefined): Promise<Secret> {
  const password = chosen ?? randomSecret(20);
  return { password, hash: await hashAtStart(password) };
}

/**
 * Begins what takes longest of a first start, for whoever has other things to do meanwhile; undefined where the site has an
 * administrator. `chosen` is the password to be.
 */
export const beginFirstStart = async (database: Database, chosen: string | undefined): Promise<Secret | undefined> =>
  (await findAdministrator(database.read)) ? undefined : makeSecret(chosen);

export interface FirstStartOptions {
  /** What `beginFirstStart` has begun. */
  readonly begun?: Promise<Secret | undefined>;
  readonly signal?: AbortSignal;
  /** Whether a new site gets an example post; an import brings posts of its own. */
  readonly withWelcomePost?: boolean;
}

const anyEntry = statement((q) => q.selectFrom('entries').select('id').limit(1));

/**
 * Makes what a site lacks of what every site has, all of it or nothing; undefined where it lacks nothing. Users may have
 * been made on the command line before: where one of them is an administrator, no other is made. The welcome post comes
 * with the default category and is not made again when it was deleted. Several processes may start at once: one of them
 * does it. Throws the reason of `signal` where it aborts before everything is made.
 */
export async function firstStart(
  service: Service,
  database: Database,
  chosen: string | undefined,
  { begun, signal, withWelcomePost = true }: FirstStartOptions = {},
): Promise<FirstStart | undefined> {
  const hasStyles = (await findStylesOf(database.read, service.entries.theme.name)) !== undefined;
  if (hasStyles && (await findAdministrator(database.read)) && (await hasDefaultCategory(database.read))) {
    return undefined;
  }
  const { password, hash } = (await begun) ?? (await makeSecret(chosen));
  const made = await database.transaction(async (tx): Promise<FirstStart> => {
    await tx.lock('first start');
    const present = await findAdministrator(tx);
    const administrator = present ?? (await makeAdministrator(tx, service, hash));
    const isNew = !(await hasDefaultCategory(tx));
    const post = isNew ? await makeFirstContent(tx, service, administrator, withWelcomePost) : undefined;
    await makeStyles(service.entries, tx);
    signal?.throwIfAborted();
    return {
      administrator: present ? undefined : administrator.login,
      password: present || chosen !== undefined ? undefined : password,
      post,
    };
  });
  await service.settings.refresh();
  return made.administrator === undefined && made.post === undefined ? undefined : made;
}

interface Administrator {
  readonly id: number;
  readonly login: string;
}

const findAdministrator = (read: ReadHandle): Promise<Administrator | undefined> =>
  findFirstOfRole(read, 'administrator');

/** Once a site has had one, whoever manages it may name another, or none. */
const hasDefaultCategory = (read: ReadHandle): Promise<boolean> => isSet(read, 'default_category');

async function makeAdministrator(tx: WriteHandle, { clock }: Service, passwordHash: string): Promise<Administrator> {
  await tx.lock('users');
  const { login, email } = await freeNames(tx);
  const user = {
    login,
    email,
    name: login,
    first_name: '',
    last_name: '',
    nickname: login,
    url: '',
    description: '',
    slug: await freeUserSlug(tx, login),
    locale: '',
    password_hash: passwordHash,
    registered: now(clock),
    meta: '{}',
  };
  await writeSetting(tx, 'email', email);
  const id = await insertUser(tx, user, ['administrator']);
  const deed = {
    action: 'user-created',
    kind: 'user',
    id,
    name: login,
    details: { roles: ['administrator'] },
  } as const;
  await noteDeed(tx, clock, commandLine, deed);
  return { id, login };
}

/** A login and an e-mail address that nobody has: those of others who came first get a number behind them. */
async function freeNames(tx: WriteHandle): Promise<{ login: string; email: string }> {
  for (let n = 1; ; n += 1) {
    const login = n === 1 ? firstLogin : `${firstLogin}-${n}`;
    const email = `${login}@example.com`;
    if (!(await findUserByLogin(tx, login)) && !(await findUserByEmail(tx, email))) return { login, email };
  }
}

/** The default category, and a navigation and a welcome post where nothing was written yet; gives the number of the post. */
async function makeFirstContent(
  tx: WriteHandle,
  service: Service,
  author: Administrator,
  withWelcomePost: boolean,
): Promise<number | undefined> {
  const category = await makeDefaultCategory(tx, service);
  if (await tx.first(anyEntry, {})) return undefined;
  const post = withWelcomePost ? await makeEntry(tx, service, author, 'post', welcomePost, category) : undefined;
  await makeEntry(tx, service, author, 'cms_navigation', { title: 'Navigation', content: pageList });
  return post;
}

async function makeDefaultCategory(tx: WriteHandle, { contract }: Service): Promise<number> {
  const taxonomy = declared(contract.taxonomies.get('category'));
  const term = await storeTerm(
    tx,
    taxonomy,
    { ...storedName('Uncategorized'), ...storedDescription(''), parent: 0 },
    '',
  );
  await writeSetting(tx, 'default_category', term.id);
  return term.id;
}

function declared<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('posts and categories are declared by the contract');
  return found;
}

/** What is shown where no menu was made (contract/README.md, decision 18). */
const pageList = '<!-- wp:page-list /-->';

/** Publishes an entry, called after its title; in a category where one is named. */
async function makeEntry(
  tx: WriteHandle,
  service: Service,
  author: Administrator,
  name: string,
  texts: { readonly title: string; readonly content: string },
  category?: number,
): Promise<number> {
  const { contract, entries, roles } = service;
  const type = declared(contract.types.get(name));
  const resource = declared(contract.resources.get(name));
  const actor = makeActor({ ...author, roles: ['administrator'] }, roles.capabilitiesOf(['administrator']), {
    kind: 'internal',
  });
  const call: Call = {
    actor,
    resource,
    ...{ spelling: service.native.spelling, rest: service.native.rest },
    method: 'POST',
    args: { ...texts, status: 'publish' },
    nulls: new Set(),
    path: {},
    from: '',
    work: new WorkScope({ client: 'service' }),
    agent: '',
    raw: new Uint8Array(),
    header: () => undefined,
    mark: 0,
    query: {},
    sent: () => undefined,
    requireMatch: async () => {},
    renew: async () => actor,
  };
  const textWork = new TextWork(entries.texts, call.work);
  const entry = await composeEntry({ parts: entries, read: tx, call, type, before: undefined, textWork });
  const terms = category === undefined ? [] : [[declared(contract.taxonomies.get('category')), [category]] as const];
  const guid = (id: number) => entries.site.home + type.address.other.replace('{id}', String(id));
  return saveNewEntry(tx, type, entry, { slug: '', mustBeFree: true }, new Map(terms), guid);
}
