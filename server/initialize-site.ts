// Creates the content of a new site: an administrator, a default category, a navigation, a welcome post and the global styles.

import { makeInternalActor } from './access/internal-actor.ts';
import { hashAtStartup, randomSecret } from './access/secrets.ts';
import { commandLine } from './audit/record-event.ts';
import { composeEntry } from './cms-v2/entries/compose-entry.ts';
import { ensureGlobalStyles } from './cms-v2/global-styles/ensure-global-styles.ts';
import { findGlobalStylesId } from './cms-v2/global-styles/store.ts';
import { saveNewTerm } from './cms-v2/terms/save-new-term.ts';
import { cleanDescription, cleanName } from './cms-v2/terms/term-args.ts';
import { findUserByEmail, findUserByLogin } from './cms-v2/users/store.ts';
import { reportBackgroundFailure } from './database/diagnostics.ts';
import type { Database, ReadHandle, WriteHandle } from './database/handle.ts';
import { statement } from './database/statement.ts';
import type { Call } from './http/module.ts';
import type { Owner } from './import/users-store.ts';
import { welcomePost } from './import/welcome-post.ts';
import { TextWork } from './rendering/work/text-work.ts';
import type { Service } from './service.ts';
import { isSet, writeSetting } from './settings/settings.ts';
import { createAdministrator, findAdministrator } from './setup/administrator.ts';
import { WorkScope } from './workers/work-scope.ts';

/** Preferred username of the first administrator. */
export const defaultUsername = 'admin';

/** Outcome of the initial setup, for a message to the operator. */
export interface InitializedSite {
  /** Username of the administrator that was created. */
  readonly administrator: string | undefined;
  /** Password of that administrator, if it was generated. */
  readonly password: string | undefined;
  /** ID of the welcome post that was created. */
  readonly post: number | undefined;
}

/** Credentials of the first administrator. */
interface InitialCredentials {
  readonly password: string;
  readonly hash: string;
}

async function createCredentials(chosenPassword: string | undefined): Promise<InitialCredentials> {
  const password = chosenPassword ?? randomSecret(20);
  return { password, hash: await hashAtStartup(password) };
}

/**
 * Starts the slowest part of the initial setup, hashing the password, so that the caller can do other work at the same time. Resolves to
 * undefined if the site has an administrator. A password is generated unless `chosenPassword` is set.
 */
export const hashInitialPassword = async (
  database: Database,
  chosenPassword: string | undefined,
): Promise<InitialCredentials | undefined> =>
  (await findAdministrator(database.read)) ? undefined : createCredentials(chosenPassword);

/** The parts of the service that initialize a site. */
type NewSite = Pick<Service, 'contract' | 'entries' | 'roles' | 'settings' | 'clock' | 'native'>;

export interface InitializeSiteOptions {
  /** The result of `hashInitialPassword`. */
  readonly initialSecret?: Promise<InitialCredentials | undefined>;
  readonly signal?: AbortSignal;
  /**
   * Whether a new site gets an administrator; true if absent. Otherwise, the content has no author until an administrator is created
   * (setup/administrator.ts).
   */
  readonly withAdministrator?: boolean;
  /** Whether a new site gets an example post; false before an import, which creates other posts. */
  readonly withWelcomePost?: boolean;
}

const anyEntry = statement((q) => q.selectFrom('entries').select('id').limit(1));

/**
 * Creates the missing parts of the initial content in one transaction. Returns undefined if neither an administrator nor a welcome post was
 * created. No administrator is created if the site has one, for instance from the command line. The welcome post is created only together
 * with the default category and on a site without entries, so it is not created again after it was deleted. If several processes start at
 * the same time, one of them does the setup. Throws `signal.reason` if the signal aborts before the transaction commits.
 */
export async function initializeSite(
  service: NewSite,
  database: Database,
  chosenPassword: string | undefined,
  {
    initialSecret: initialCredentials,
    signal,
    withAdministrator = true,
    withWelcomePost = true,
  }: InitializeSiteOptions = {},
): Promise<InitializedSite | undefined> {
  const hasStyles = (await findGlobalStylesId(database.read, service.entries.site.theme.name)) !== undefined;
  const hasAdministrator = !withAdministrator || (await findAdministrator(database.read)) !== undefined;
  if (hasStyles && hasAdministrator && (await hasDefaultCategory(database.read))) return undefined;
  const credentials = withAdministrator
    ? ((await initialCredentials) ?? (await createCredentials(chosenPassword)))
    : undefined;
  const result = await database.transaction(async (tx): Promise<InitializedSite> => {
    await tx.lock('first start');
    const existing = await findAdministrator(tx);
    const created =
      existing || !credentials ? undefined : await createDefaultAdministrator(tx, service, credentials.hash);
    const isNew = !(await hasDefaultCategory(tx));
    const post = isNew ? await createInitialContent(tx, service, existing ?? created, withWelcomePost) : undefined;
    await ensureGlobalStyles(service.entries, tx);
    signal?.throwIfAborted();
    return {
      administrator: created?.login,
      password: created && chosenPassword === undefined ? credentials?.password : undefined,
      post,
    };
  });
  // The site exists now: an error would lose the password. The settings are refreshed again before they are used.
  await service.settings.refresh().catch((error: unknown) => reportBackgroundFailure('refresh of the settings', error));
  return result.administrator === undefined && result.post === undefined ? undefined : result;
}

/**
 * Returns whether `default_category` is set, which means that the initial content was created before. Its value does not matter: an
 * administrator may have chosen another category, or none.
 */
const hasDefaultCategory = (read: ReadHandle): Promise<boolean> => isSet(read, 'default_category');

/** Creates an administrator with a username that is not taken. */
async function createDefaultAdministrator(tx: WriteHandle, { clock }: NewSite, passwordHash: string): Promise<Owner> {
  await tx.lock('users');
  return createAdministrator(tx, clock, { ...(await findUnusedNames(tx)), passwordHash }, commandLine);
}

/** Returns a username and an email address that are not taken, with a numeric suffix if necessary. */
async function findUnusedNames(tx: WriteHandle): Promise<{ login: string; email: string }> {
  for (let n = 1; ; n += 1) {
    const login = n === 1 ? defaultUsername : `${defaultUsername}-${n}`;
    const email = `${login}@example.com`;
    if (!(await findUserByLogin(tx, login)) && !(await findUserByEmail(tx, email))) return { login, email };
  }
}

/** Creates the default category and, if the site has no entries, a navigation and the welcome post. Returns the ID of the post, if any. */
async function createInitialContent(
  tx: WriteHandle,
  service: NewSite,
  author: Owner | undefined,
  withWelcomePost: boolean,
): Promise<number | undefined> {
  const category = await createDefaultCategory(tx, service);
  if (await tx.first(anyEntry, {})) return undefined;
  const post = withWelcomePost
    ? await createEntry(tx, service, author, { type: 'post', ...welcomePost, category })
    : undefined;
  await createEntry(tx, service, author, initialNavigation);
  return post;
}

async function createDefaultCategory(tx: WriteHandle, { contract }: NewSite): Promise<number> {
  const taxonomy = requireDeclared(contract.taxonomies.get('category'));
  const term = await saveNewTerm(
    tx,
    taxonomy,
    { ...cleanName('Uncategorized'), ...cleanDescription(''), parent: 0 },
    '',
  );
  await writeSetting(tx, 'default_category', term.id);
  return term.id;
}

function requireDeclared<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('the contract does not declare a type or taxonomy of the initial content');
  return found;
}

/** The default navigation, whose content is a block that lists the pages (contract/README.md, decision 18). */
export const initialNavigation = {
  type: 'cms_navigation',
  title: 'Navigation',
  content: '<!-- wp:page-list /-->',
} as const;

interface InitialEntry {
  readonly type: string;
  readonly title: string;
  readonly content: string;
  /** ID of its category, if any. */
  readonly category?: number;
}

/** Creates a published entry and returns its ID. */
async function createEntry(
  tx: WriteHandle,
  service: NewSite,
  author: Owner | undefined,
  { type: typeName, title, content, category }: InitialEntry,
): Promise<number> {
  const { contract, entries, roles } = service;
  const type = requireDeclared(contract.types.get(typeName));
  const resource = requireDeclared(contract.resources.get(typeName));
  const actor = makeInternalActor(roles, author && { user: author });
  const call: Call = {
    actor,
    resource,
    ...{ spelling: service.native.spelling, rest: service.native.rest },
    method: 'POST',
    args: { title, content, status: 'publish' },
    nulls: new Set(),
    path: {},
    from: '',
    work: new WorkScope({ client: 'service' }),
    userAgent: '',
    raw: new Uint8Array(),
    header: () => undefined,
    version: 0,
    query: {},
    submitted: () => undefined,
    requireMatch: async () => {},
    renew: async () => actor,
  };
  const textWork = new TextWork(entries.texts, call.work);
  const entry = await composeEntry({ deps: entries, read: tx, call, type, before: undefined, textWork });
  const terms =
    category === undefined ? [] : [[requireDeclared(contract.taxonomies.get('category')), [category]] as const];
  const guid = (id: number) => entries.site.urls.home + type.address.other.replace('{id}', String(id));
  const choice = { slug: '', mustBeFree: true };
  return (await entries.writer.create(tx, type, { entry, choice, terms: new Map(terms), guid })).id;
}
