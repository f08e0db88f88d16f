// Configuration: flags before environment before defaults, read once, checked at once, frozen (docs/configuration.md).
import { isIP } from 'node:net';
import path from 'node:path';
import { validateNewPassword } from '../access/new-password.ts';
import { ConfigFault } from './config-fault.ts';
import { type MailConfig, readMailConfig } from './mail-config.ts';
import { dataOptions, type Environment, readOptions, serveOptions } from './options.ts';
import { faultOfAddress } from './postgres-address.ts';

/** Where the data is: a folder with an embedded database, or PostgreSQL beside it. */
export interface DataConfig {
  /** The data folder. */
  readonly data: string;
  /** A PostgreSQL address; undefined: the embedded database in the data folder. */
  readonly database: string | undefined;
  /** Where uploaded files are kept: a folder, or the address of a bucket. */
  readonly files: string;
  /** The folder that backups are kept in. */
  readonly backups: string;
  /** The file that declares a site's own types and roles; undefined: `octavo.config.ts` in the data folder where there is one. */
  readonly config: string | undefined;
  /** The folder of the theme; undefined: `theme` in the data folder where there is one, else the theme `quarto`. */
  readonly theme: string | undefined;
  /** The address people reach the service at, and that of the front end: what is made outside the service names them too. */
  readonly home: string;
  readonly front: string | undefined;
  /** The longest text that is stored, in KiB of UTF-8. */
  readonly maxText: number;
}

export interface ServeConfig extends DataConfig {
  readonly host: string;
  readonly port: number;
  readonly adminPassword: string | undefined;
  readonly logLevel: string;
  /** Origins whose pages may send credentials. */
  readonly origins: readonly string[];
  /** Processes that share the port. */
  readonly workers: number;
  /** How much memory answers kept ready may take, in each process. MiB; 0 keeps none. */
  readonly keptAnswers: number;
  /** How much memory responses that are being built or sent may take, in each process. MiB. */
  readonly responseMemory: number;
  /** The largest file that is taken. MiB. */
  readonly largestUpload: number;
  /** The largest body that is read into memory, in MiB. */
  readonly maxBody: number;
  /** Hosts that may be fetched from whatever network they are in. Lower case. */
  readonly fetchHosts: readonly string[];
  /** The port of 127.0.0.1 where figures are read; undefined: none are kept. */
  readonly metricsPort: number | undefined;
  /** Addresses and networks of the proxies that are believed when they say whom they forward. */
  readonly proxies: readonly string[];
  /** Days that the audit log is kept; 0: for ever. */
  readonly auditDays: number;
  /** Whether the service also speaks the names of existing clients, at /wp-json. */
  readonly compatibility: boolean;
  /** The mail server and who mail is from, as far as flags or the environment tell. */
  readonly mail: MailConfig;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** The configuration of a command that works on the data. Throws ConfigFault. */
export function dataConfig(args: readonly string[], env: Environment): { config: DataConfig; rest: string[] } {
  const { values, rest } = readOptions(args, dataOptions, env);
  const faults: string[] = [];
  const config = dataOf(values, 'http://127.0.0.1:8080', faults);
  if (faults.length > 0) throw new ConfigFault(faults.join('\n'));
  return { config: Object.freeze(config), rest };
}

/** The configuration of the service. Throws ConfigFault that names every fault. */
export function serveConfig(args: readonly string[], env: Environment): { config: ServeConfig; rest: string[] } {
  const { values, rest } = readOptions(args, [...serveOptions, ...dataOptions], env);
  const faults: string[] = [];
  const host = values.host ?? '127.0.0.1';
  const port = wholeNumber(values.port ?? '8080', 0, 65_535, 'The port', faults);
  const usual = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const logLevel = values['log-level'] ?? 'info';
  if (!logLevels.includes(logLevel)) faults.push(`The log level must be one of ${logLevels.join(', ')}.`);
  const origins = listOf(values.origins).map((each) => addressOf(each, 'origins', faults));
  const workers = wholeNumber(values.workers ?? '1', 1, 64, 'The number of workers', faults);
  if (workers > 1 && port === 0) faults.push('Several workers need a port that is chosen, not 0.');
  const keptAnswers = wholeNumber(values['kept-answers'] ?? '64', 0, 65_536, 'The MiB for kept answers', faults);
  const responseMemory = wholeNumber(
    values['response-memory'] ?? '128',
    1,
    65_536,
    'The MiB for responses in flight',
    faults,
  );
  const largestUpload = wholeNumber(
    values['largest-upload'] ?? '512',
    1,
    1_048_576,
    'The MiB of the largest upload',
    faults,
  );
  const maxBody = wholeNumber(values['max-body'] ?? '4', 1, 64, 'The MiB of the largest body', faults);
  const fetchHosts = (values['fetch-hosts'] ?? '')
    .split(',')
    .flatMap((each) => (each.trim() === '' ? [] : [hostOf(each.trim(), faults)]));
  const metricsPort =
    values['metrics-port'] === undefined
      ? undefined
      : wholeNumber(values['metrics-port'], 1, 65_535, 'The port for metrics', faults);
  const compatibility = values.compatibility ?? 'on';
  if (!['on', 'off'].includes(compatibility)) faults.push('Compatibility must be on or off.');
  const { mail: server, 'mail-from': from } = values;
  const mail = readMailConfig({ ...(server && { server }), ...(from && { from }) }, faults);
  const auditDays = wholeNumber(
    values['audit-days'] ?? '365',
    0,
    36_500,
    'The days that the audit log is kept',
    faults,
  );
  const proxies = listOf(values['trust-proxy']);
  for (const proxy of proxies) if (!isNetwork(proxy)) faults.push(faultOfProxy(proxy));
  const adminPassword = adminPasswordIn(env, faults);
  const data = dataOf(values, usual, faults);
  if (faults.length > 0) throw new ConfigFault(faults.join('\n'));
  return {
    config: Object.freeze({
      ...data,
      host,
      port,
      logLevel,
      origins,
      workers,
      keptAnswers,
      responseMemory,
      largestUpload,
      maxBody,
      fetchHosts,
      metricsPort,
      proxies,
      auditDays,
      compatibility: compatibility === 'on',
      mail,
      adminPassword,
    }),
    rest,
  };
}

/**
 * The password that the first administrator is to have, for commands that make a new site; undefined where none is set.
 *
 * Throws ConfigFault where it is too short, too long or could not be used to sign in.
 */
export function readAdminPassword(env: Environment): string | undefined {
  const faults: string[] = [];
  const password = adminPasswordIn(env, faults);
  if (faults.length > 0) throw new ConfigFault(faults.join('\n'));
  return password;
}

function adminPasswordIn({ OCTAVO_ADMIN_PASSWORD: password = '' }: Environment, faults: string[]): string | undefined {
  if (password === '') return undefined;
  const fault = validateNewPassword(password);
  if (fault !== undefined) faults.push(`OCTAVO_ADMIN_PASSWORD cannot be used: ${fault}`);
  return password;
}

function dataOf(values: Readonly<Record<string, string>>, usualHome: string, faults: string[]): DataConfig {
  const { data = 'data', database, config, theme } = values;
  const files = values.files ?? path.join(data, 'uploads');
  const backups = values.backups ?? path.join(data, 'backups');
  const fault = database === undefined ? undefined : faultOfAddress(database);
  if (fault !== undefined) faults.push(fault);
  const home = values.home === undefined ? usualHome : addressOf(values.home, 'home', faults);
  const front = values.front === undefined ? undefined : addressOf(values.front, 'front', faults);
  const maxText = wholeNumber(values['max-text'] ?? '1024', 16, 65_536, 'The KiB of the longest text', faults);
  return { data, database, files, backups, config, theme, home, front, maxText };
}

/** The parts of a list that are written with commas between them. */
const listOf = (text = ''): string[] => text.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()]));

const faultOfProxy = (text: string) =>
  `The option --trust-proxy takes addresses and networks such as 127.0.0.1 or 10.0.0.0/8, not ${JSON.stringify(text)}.`;

/** Whether a text is an address, or a network with the length of its prefix. A network of everybody is none. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const longest = { 4: 32, 6: 128 }[isIP(address)];
  if (longest === undefined || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= longest);
}

/** The whole number that a text is, in digits and nothing else; a fault where it is none or out of bounds. */
function wholeNumber(text: string, least: number, most: number, what: string, faults: string[]): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (number < least || number > most)
    faults.push(`${what} must be a whole number from ${least} to ${most}, not ${JSON.stringify(text)}.`);
  return number;
}

/** The name of a host as addresses write it. */
function hostOf(text: string, faults: string[]): string {
  const url = /^[\w.:[\]-]+$/.test(text) && URL.canParse(`http://${text}/`) ? new URL(`http://${text}/`) : undefined;
  if (url && url.port === '') return url.hostname;
  faults.push(`The option --fetch-hosts must name hosts without ports, not ${JSON.stringify(text)}.`);
  return text;
}

function addressOf(text: string, name: string, faults: string[]): string {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (address && ['http:', 'https:'].includes(address.protocol)) return text.replace(/\/+$/, '');
  faults.push(`The option --${name} must be an http:// or https:// address, not ${JSON.stringify(text)}.`);
  return text;
}
