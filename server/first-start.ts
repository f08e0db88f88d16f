// What a new site has: an administrator, a category for everything, and a first post that says hello.

import { makeActor } from './access/actor.ts';
import { hashPassword, randomSecret } from './access/secrets.ts';
import { composeEntry } from './cms-v2/entries/compose-entry.ts';
import { saveNewEntry } from './cms-v2/entries/save-entry.ts';
import { storeTerm } from './cms-v2/terms/create-term.ts';
import { storedDescription, storedName } from './cms-v2/terms/term-args.ts';
import { insertUser } from './cms-v2/users/store.ts';
import type { Database, WriteHandle } from './database/handle.ts';
import { statement } from './database/statement.ts';
import type { Call } from './http/room.ts';
import type { Service } from './service.ts';
import { writeSetting } from './settings/settings.ts';
import { now } from './time/zone.ts';

/** The login of the first administrator. */
export const firstLogin = 'admin';

/** What was made for a new site, for the operator to be told. */
export interface FirstStart {
  /** The password of the first administrator, where it was made up and nobody knows it yet. */
  readonly password: string | undefined;
  /** The number of the welcome post. */
  readonly post: number;
}

const anyUser = statement((q) => q.selectFrom('users').select('id').limit(1));

/**
 * Makes what a new site needs, all of it or nothing; undefined where the site has users already. Several processes may
 * start at once: one of them does it.
 */
export async function firstStart(
  service: Service,
  database: Database,
  chosen: string | undefined,
): Promise<FirstStart | undefined> {
  if (await database.read.first(anyUser, {})) return undefined;
  const password = chosen ?? randomSecret(20);
  const passwordHash = await hashPassword(password);
  const post = await database.transaction(async (tx) => {
    await tx.lock('first start');
    if (await tx.first(anyUser, {})) return undefined;
    const administrator = await makeAdministrator(tx, service, passwordHash);
    const category = await makeDefaultCategory(tx, service);
    return makeWelcomePost(tx, service, administrator, category);
  });
  await service.settings.refresh();
  return post === undefined ? undefined : { password: chosen === undefined ? password : undefined, post };
}

async function makeAdministrator(tx: WriteHandle, { clock }: Service, passwordHash: string): Promise<number> {
  const user = {
    login: firstLogin,
    email: 'admin@example.com',
    name: firstLogin,
    first_name: '',
    last_name: '',
    nickname: firstLogin,
    url: '',
    description: '',
    slug: firstLogin,
    locale: '',
    password_hash: passwordHash,
    registered: now(clock),
    meta: '{}',
  };
  return insertUser(tx, user, ['administrator']);
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

const welcome = `<!-- wp:paragraph -->
<p>This is your first post. Change it, or delete it and write your own.</p>
<!-- /wp:paragraph -->`;

async function makeWelcomePost(tx: WriteHandle, service: Service, author: number, category: number): Promise<number> {
  const { contract, entries, roles } = service;
  const type = declared(contract.types.get('post'));
  const resource = declared(contract.resources.get('post'));
  const taxonomy = declared(contract.taxonomies.get('category'));
  const actor = makeActor(
    { id: author, login: firstLogin, roles: ['administrator'] },
    roles.capabilitiesOf(['administrator']),
    { kind: 'internal' },
  );
  const call: Call = {
    actor,
    resource,
    args: { title: 'Hello', content: welcome, status: 'publish' },
    nulls: new Set(),
    path: {},
    from: '',
    mark: 0,
    query: {},
    sent: () => undefined,
    requireMatch: async () => {},
  };
  const entry = await composeEntry({ parts: entries, read: tx, call, type, before: undefined });
  const terms = new Map([[taxonomy, [category]]]);
  const guid = (id: number) => entries.site.home + type.address.other.replace('{id}', String(id));
  return saveNewEntry(tx, type, entry, { slug: 'hello', mustBeFree: true }, terms, guid);
}
