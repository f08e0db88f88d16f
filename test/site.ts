// Opens a test site: the service on a database, with a user of every role and a second author. Requests are dispatched without
// a socket.

import { hashAtStartup } from '../server/access/secrets.ts';
import { issueApplicationPassword } from '../server/cms-v2/application-passwords/issue.ts';
import { findUserByLogin, insertUser } from '../server/cms-v2/users/store.ts';
import { chooseExtensions, type ExtensionChoice } from '../server/config/choose-extensions.ts';
import type { SiteConfig } from '../server/config/site-config.ts';
import type { Database } from '../server/database/handle.ts';
import { migrateAll } from '../server/database/migrate.ts';
import { openDatabase } from '../server/database/open.ts';
import { migrationSetsOf } from '../server/extensions/migration-sets.ts';
import type { Log } from '../server/extensions/services.ts';
import type { FetchLimits } from '../server/fetch/guarded-fetch.ts';
import type { FileStore } from '../server/files/store.ts';
import { encodeJson, toText } from '../server/http/json-text.ts';
import { type ApiResponse, isJson, makeRequest } from '../server/http/request.ts';
import { etagOf } from '../server/http/state.ts';
import { initializeSite } from '../server/initialize-site.ts';
import type { ConfiguredMail, MailTimeouts } from '../server/mail/transport.ts';
import { makeService, type Service } from '../server/service.ts';
import { makeSite } from '../server/site.ts';
import { defaultThemeFolder, readTheme } from '../server/theme/read-theme.ts';
import type { Theme } from '../server/theme/theme.ts';
import { inProcessPrograms } from './import/in-process-programs.ts';

export const roles = ['subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;

/** The caller of a request: the user with this role, a second author (`other`), or an anonymous caller. */
export type Caller = (typeof roles)[number] | 'other' | 'anonymous';

/** A response with a parsed body. */
export interface TestResponse extends Omit<ApiResponse, 'body'> {
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of any shape and assert what they find.
  readonly body: any;
  /** The ETag that the edge would send. */
  readonly etag: string;
}

type Headers = Readonly<Record<string, string>>;

export interface TestSite {
  readonly service: Service;
  readonly database: Database;
  /** User IDs by caller. */
  readonly ids: Readonly<Record<Exclude<Caller, 'anonymous'>, number>>;
  /** Issues a new application password for a caller, and creates the user again if it was deleted. */
  restore(caller: Exclude<Caller, 'anonymous'>): Promise<void>;
  /** Returns the Authorization header of a caller; undefined if the caller is anonymous. */
  authorizationOf(caller: Caller): string | undefined;
  /** Authorization headers by caller. */
  readonly credentials: ReadonlyMap<Caller, string>;
  /** Internal errors that the service has reported. */
  readonly errors: unknown[];
  request(caller: Caller, method: string, path: string, json?: unknown, headers?: Headers): Promise<TestResponse>;
  /** Sends a request to the compatible mount. The path and the body must have compatible names. */
  requestCompatible: TestSite['request'];
  /** Sends a raw body in chunks, as clients send uploads. */
  sendBody(caller: Caller, method: string, path: string, body: Uint8Array, headers?: Headers): Promise<TestResponse>;
  /** Creates a record, by default as the administrator, and returns it. Throws unless the status is 201. */
  create(path: string, json: object, caller?: Caller): Promise<TestResponse['body']>;
}

interface Options {
  readonly database?: Database;
  readonly config?: SiteConfig;
  /** Enabled extensions, or their names; none if absent. */
  readonly extensions?: readonly ExtensionChoice[];
  readonly fetchLimits?: FetchLimits;
  readonly logOf?: (extension: string) => Log;
  readonly mail?: ConfiguredMail;
  readonly mailTimeouts?: MailTimeouts;
  readonly clock?: () => number;
  /** Active theme; quarto if absent. */
  readonly theme?: Theme;
  /** File store; no files can be stored if absent. */
  readonly files?: FileStore;
  /** Folder for backups; no backups can be created if absent. */
  readonly backups?: string;
  readonly maxUploadBytes?: number;
  readonly maxTextBytes?: number;
  /** Whether responses to anonymous callers have cache tags. */
  readonly collectsTags?: boolean;
  /** Whether the service also serves the compatible mount; true if absent. */
  readonly isCompatible?: boolean;
  readonly onStatement?: (sql: string) => void;
  /** Function that replaces the delay after a failed login. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/** Password of the administrator. */
const adminPassword = 'correct horse';

let hashedPassword: Promise<string> | undefined;

/** Returns the password of the administrator with its hash, which is computed once per process, because it takes longer than the rest. */
async function initialSecret(): Promise<{ readonly password: string; readonly hash: string }> {
  hashedPassword ??= hashAtStartup(adminPassword);
  return { password: adminPassword, hash: await hashedPassword };
}

let defaultTheme: Theme | undefined;

/** Returns the default theme, whose files are read once per process. */
function readDefaultTheme(): Theme {
  defaultTheme ??= readTheme(defaultThemeFolder);
  return defaultTheme;
}

/** Opens a new site with one user of each role and a second author. The caller closes the database. */
export async function openTestSite(options: Options = {}): Promise<TestSite> {
  const { onStatement } = options;
  const database = options.database ?? (await openDatabase({ kind: 'memory' }, onStatement ? { onStatement } : {}));
  const extensions = await chooseExtensions(options.extensions ?? []);
  await migrateAll(database, migrationSetsOf(extensions));
  const errors: unknown[] = [];
  const { config, clock, files, pause, logOf, mail, mailTimeouts, backups } = options;
  const { fetchLimits, maxUploadBytes, maxTextBytes } = options;
  const site = makeSite('http://site.test', undefined, options.isCompatible);
  const served = {
    ...{ database, extensions, site, theme: options.theme ?? readDefaultTheme() },
    ...(config && { config }),
    ...(files && { files }),
  };
  const service = await makeService(served, {
    limits: {
      ...(fetchLimits && { fetchLimits }),
      ...(maxUploadBytes !== undefined && { maxUploadBytes }),
      ...(maxTextBytes !== undefined && { maxTextBytes }),
    },
    folders: { ...(backups !== undefined && { backups }) },
    program: {
      ...(files?.folder !== undefined && { importPrograms: inProcessPrograms(served, files.folder) }),
      collectsTags: options.collectsTags ?? false,
    },
    mail: { ...(mail && { configured: mail }), ...(mailTimeouts && { timeouts: mailTimeouts }) },
    observers: { onError: (error) => errors.push(error), ...(logOf && { logOf }) },
    time: { ...(clock && { clock }), ...(pause && { pause }) },
  });
  await initializeSite(service, database, adminPassword, { initialSecret: initialSecret() });
  const secrets = new Map<Caller, string>();
  const ids: Partial<Record<Caller, number>> = {};
  const restore: TestSite['restore'] = async (caller) => {
    const login = caller === 'administrator' ? 'admin' : caller;
    if (!(await findUserByLogin(database.read, login))) {
      const role = caller === 'other' ? 'author' : caller;
      await insertTestUser(database, { login, email: `${login}@site.test`, roles: [role] });
    }
    const user = await findUserByLogin(database.read, login);
    if (!user) throw new Error(`The user ${login} does not exist.`);
    ids[caller] = user.id;
    const { password } = await issueApplicationPassword({ database, ...service }, { userId: user.id, name: 'tests' });
    secrets.set(caller, `Basic ${Buffer.from(`${user.login}:${password}`).toString('base64')}`);
  };
  for (const caller of [...roles.filter((role) => role !== 'administrator'), 'other', 'administrator'] as const)
    await restore(caller);
  const authorizationOf = (caller: Caller) => secrets.get(caller);
  const requestThrough =
    (api: () => Pick<Service, 'dispatch'>): TestSite['request'] =>
    async (caller, method, path, json, more = {}) => {
      const authorization = authorizationOf(caller);
      const headers = { ...(authorization ? { authorization } : {}), ...more };
      const request = makeRequest(method, path, json === undefined ? { headers } : { headers, json });
      const { body, ...response } = await api().dispatch(request);
      const etag = etagOf(encodeJson(body ?? '').digest, response.state);
      return { ...response, etag, body: parseBody(response, body) };
    };
  const request = requestThrough(() => service);
  const sendBody: TestSite['sendBody'] = async (caller, method, path, body, more = {}) => {
    const authorization = secrets.get(caller);
    const length = { 'content-length': String(body.length) };
    const headers = { ...(authorization ? { authorization } : {}), ...length, ...more };
    const { body: responseBody, ...response } = await service.dispatch(
      makeRequest(method, path, { headers, stream: inChunks(body) }),
    );
    const etag = etagOf(encodeJson(responseBody ?? '').digest, response.state);
    return { ...response, etag, body: parseBody(response, responseBody) };
  };
  const create: TestSite['create'] = async (path, json, caller = 'administrator') => {
    const response = await request(caller, 'POST', path, json);
    if (response.status !== 201)
      throw new Error(`POST ${path} returned ${response.status}: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  return {
    service,
    database,
    ids: ids as TestSite['ids'],
    credentials: secrets,
    errors,
    restore,
    authorizationOf,
    request,
    requestCompatible: requestThrough(() => service.openCompatible()),
    sendBody,
    create,
  };
}

/** Returns a JSON body as a parsed value, and any other body as bytes; undefined if there is no body. */
function parseBody(response: Pick<ApiResponse, 'headers'>, body: ApiResponse['body']): unknown {
  if (body === undefined) return undefined;
  return isJson(response) ? JSON.parse(toText(body)) : Buffer.concat(encodeJson(body).body);
}

async function* inChunks(body: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < body.length; at += 16_384) yield body.subarray(at, at + 16_384);
}

export interface NewTestUser {
  readonly login: string;
  readonly email: string;
  readonly roles: readonly string[];
}

/** Adds a user without a password to the database and returns the ID. */
export function insertTestUser(database: Database, { login, email, roles }: NewTestUser): Promise<number> {
  const names = { name: login, first_name: '', last_name: '', nickname: login, slug: login };
  const rest = {
    url: '',
    description: '',
    locale: '',
    meta: '{}',
    registered: '2026-01-01T00:00:00',
    password_hash: 'none',
  };
  return database.transaction((tx) => insertUser(tx, { login, email, ...names, ...rest }, roles));
}
