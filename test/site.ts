// A whole site for tests: the real service on a real database, people of every role, requests without a socket.

import { issueApplicationPassword } from '../server/cms-v2/application-passwords/issue.ts';
import { findUserByLogin, insertUser } from '../server/cms-v2/users/store.ts';
import type { SiteConfig } from '../server/config/site-config.ts';
import type { Database } from '../server/database/handle.ts';
import { migrate } from '../server/database/migrate.ts';
import { migrations } from '../server/database/migrations/index.ts';
import { openDatabase } from '../server/database/open.ts';
import { chooseExtensions, type ExtensionChoice } from '../server/extensions/choose-extensions.ts';
import { migrateExtensions } from '../server/extensions/open-extensions.ts';
import type { Log } from '../server/extensions/services.ts';
import type { FetchLimits } from '../server/fetch/guarded-fetch.ts';
import type { FileStore } from '../server/files/store.ts';
import { firstStart } from '../server/first-start.ts';
import { sent, textOf } from '../server/http/json-text.ts';
import { type Answer, isJson, makeRequest } from '../server/http/request.ts';
import { etagOf } from '../server/http/state.ts';
import type { ConfiguredMail } from '../server/mail/make-transport.ts';
import type { Patience } from '../server/mail/transport.ts';
import { makeService, type Service } from '../server/service.ts';
import { makeSite } from '../server/site.ts';
import type { Theme } from '../server/theme/theme.ts';

export const roles = ['subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;

/** Somebody who asks: a role's person, a second author, or nobody who signed in. */
export type Person = (typeof roles)[number] | 'other' | 'anonymous';

/** An answer whose body is looked at freely. */
export interface Answered extends Omit<Answer, 'body'> {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape; what they find is what they assert.
  readonly body: any;
  /** The validator that the edge would send. */
  readonly etag: string;
}

type Headers = Readonly<Record<string, string>>;

export interface TestSite {
  readonly service: Service;
  readonly database: Database;
  /** Numbers of the people's users. */
  readonly ids: Readonly<Record<Exclude<Person, 'anonymous'>, number>>;
  /** Gives a person a new password, and makes their user again where it is gone. */
  restore(person: Exclude<Person, 'anonymous'>): Promise<void>;
  /** The header that signs a person in; undefined for nobody. */
  authorizationOf(person: Person): string | undefined;
  /** What people send to sign in. */
  readonly credentials: ReadonlyMap<Person, string>;
  /** What went wrong inside and should not have. */
  readonly faults: unknown[];
  ask(person: Person, method: string, address: string, json?: unknown, headers?: Headers): Promise<Answered>;
  /** The same through the mount of existing clients, whose names the address and the body have. */
  askCompatible: TestSite['ask'];
  /** Sends a body as it is, in pieces, as uploads come. */
  send(person: Person, method: string, address: string, body: Uint8Array, headers?: Headers): Promise<Answered>;
  /** Makes a thing as the administrator; gives its body. Fails where it is not made. */
  make(address: string, json: object, person?: Person): Promise<Answered['body']>;
}

interface Options {
  readonly database?: Database;
  readonly config?: SiteConfig;
  /** Names of extensions, or extensions; absent: none. */
  readonly extensions?: readonly ExtensionChoice[];
  readonly fetchLimits?: FetchLimits;
  readonly logOf?: (extension: string) => Log;
  readonly mail?: ConfiguredMail;
  readonly mailPatience?: Patience;
  readonly clock?: () => number;
  /** Absent: quarto. */
  readonly theme?: Theme;
  /** Where files are kept; absent: nowhere. */
  readonly files?: FileStore;
  /** The folder for backups; absent: none can be made. */
  readonly backups?: string;
  readonly largestUpload?: number;
  readonly maxTextBytes?: number;
  readonly onStatement?: (sql: string) => void;
  /** Stands in for the wait after failed credentials. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/** A new site with one person of each role and a second author. The database is closed by who opened it. */
export async function openTestSite(options: Options = {}): Promise<TestSite> {
  const { onStatement } = options;
  const database = options.database ?? (await openDatabase({ kind: 'memory' }, onStatement ? { onStatement } : {}));
  await migrate(database, migrations);
  const extensions = await chooseExtensions(options.extensions ?? []);
  await migrateExtensions(database, extensions);
  const faults: unknown[] = [];
  const { config, clock } = options;
  const service = await makeService({
    database,
    site: makeSite('http://site.test'),
    extensions,
    ...(config ? { config } : {}),
    ...(clock ? { clock } : {}),
    ...(options.logOf ? { logOf: options.logOf } : {}),
    ...(options.mail ? { mail: options.mail } : {}),
    ...(options.mailPatience ? { mailPatience: options.mailPatience } : {}),
    ...(options.theme ? { theme: options.theme } : {}),
    ...(options.pause ? { pause: options.pause } : {}),
    ...(options.fetchLimits ? { fetchLimits: options.fetchLimits } : {}),
    ...(options.files ? { files: options.files } : {}),
    ...(options.backups ? { backups: options.backups } : {}),
    ...(options.largestUpload ? { largestUpload: options.largestUpload } : {}),
    ...(options.maxTextBytes ? { maxTextBytes: options.maxTextBytes } : {}),
    onFault: (error) => faults.push(error),
  });
  await firstStart(service, database, 'correct horse');
  const secrets = new Map<Person, string>();
  const ids: Partial<Record<Person, number>> = {};
  const restore: TestSite['restore'] = async (person) => {
    const login = person === 'administrator' ? 'admin' : person;
    if (!(await findUserByLogin(database.read, login)))
      await addUser(database, login, person === 'other' ? 'author' : person);
    const user = await findUserByLogin(database.read, login);
    if (!user) throw new Error(`${login} is missing`);
    ids[person] = user.id;
    const { password } = await issueApplicationPassword(database, service.key, user.id, 'tests', service.clock);
    secrets.set(person, `Basic ${Buffer.from(`${user.login}:${password}`).toString('base64')}`);
  };
  for (const person of [...roles.filter((role) => role !== 'administrator'), 'other', 'administrator'] as const)
    await restore(person);
  const authorizationOf = (person: Person) => secrets.get(person);
  const askThrough =
    (api: () => Pick<Service, 'dispatch'>): TestSite['ask'] =>
    async (person, method, address, json, more = {}) => {
      const authorization = authorizationOf(person);
      const headers = { ...(authorization ? { authorization } : {}), ...more };
      const request = makeRequest(method, address, json === undefined ? { headers } : { headers, json });
      const { body, ...answer } = await api().dispatch(request);
      const etag = etagOf(sent(body ?? '').digest, answer.state);
      return { ...answer, etag, body: bodyOf(answer, body) };
    };
  const ask = askThrough(() => service);
  const send: TestSite['send'] = async (person, method, address, body, more = {}) => {
    const authorization = secrets.get(person);
    const length = { 'content-length': String(body.length) };
    const headers = { ...(authorization ? { authorization } : {}), ...length, ...more };
    const { body: answered, ...answer } = await service.dispatch(
      makeRequest(method, address, { headers, stream: inPieces(body) }),
    );
    const etag = etagOf(sent(answered ?? '').digest, answer.state);
    return { ...answer, etag, body: bodyOf(answer, answered) };
  };
  const make: TestSite['make'] = async (address, json, person = 'administrator') => {
    const answer = await ask(person, 'POST', address, json);
    if (answer.status !== 201) throw new Error(`${address} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    service,
    database,
    ids: ids as TestSite['ids'],
    credentials: secrets,
    faults,
    restore,
    authorizationOf,
    ask,
    askCompatible: askThrough(() => service.openCompatible()),
    send,
    make,
  };
}

/** JSON as a value, a file as its bytes. */
function bodyOf(answer: Pick<Answer, 'headers'>, body: Answer['body']): unknown {
  if (body === undefined) return undefined;
  return isJson(answer) ? JSON.parse(textOf(body)) : Buffer.concat(sent(body).body);
}

async function* inPieces(body: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < body.length; at += 16_384) yield body.subarray(at, at + 16_384);
}

async function addUser(database: Database, login: string, role: string): Promise<void> {
  const names = { name: login, first_name: '', last_name: '', nickname: login, slug: login };
  const rest = {
    url: '',
    description: '',
    locale: '',
    meta: '{}',
    registered: '2026-01-01T00:00:00',
    password_hash: 'none',
  };
  await database.transaction((tx) => insertUser(tx, { login, email: `${login}@site.test`, ...names, ...rest }, [role]));
}
