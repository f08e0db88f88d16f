// Reads and validates the configuration once: flags take precedence over the environment, and both over defaults
// (docs/configuration.md).
import { isIP } from 'node:net';
import path from 'node:path';
import { validateNewPassword } from '../access/new-password.ts';
import { ConfigError } from './config-error.ts';
import { type MailConfig, readMailConfig } from './mail-config.ts';
import { dataOptions, type Environment, readOptions, serveOptions } from './options.ts';
import { validateDatabaseUrl } from './postgres-url.ts';

/** The location of the data: a folder with an embedded database, or a folder and a PostgreSQL database. */
export interface DataConfig {
  /** The data folder. */
  readonly data: string;
  /** The URL of a PostgreSQL database; undefined for the embedded database in the data folder. */
  readonly database: string | undefined;
  /** The file store: a folder, or the URL of a bucket. */
  readonly files: string;
  /** The folder for backups. */
  readonly backups: string;
  /** The file with the site's declarations; undefined: `octavo.config.ts` in the data folder if it exists. */
  readonly config: string | undefined;
  /** The folder of the theme; undefined: `theme` in the data folder if it exists, otherwise the theme `quarto`. */
  readonly theme: string | undefined;
  /** The public URL of the service, and that of the front end. Commands that create content need them, too. */
  readonly home: string;
  readonly front: string | undefined;
  /** Maximum size of a stored text, in KiB of UTF-8. */
  readonly maxTextKiB: number;
}

export interface ServeConfig extends DataConfig {
  readonly host: string;
  readonly port: number;
  readonly adminPassword: string | undefined;
  readonly logLevel: string;
  /** The requests that the access log contains. */
  readonly accessLog: (typeof accessLogModes)[number];
  /** Origins whose pages may send credentials. */
  readonly origins: readonly string[];
  /** Number of processes that share the port. */
  readonly workers: number;
  /** Memory for cached responses in each process, in MiB; 0 disables the cache. */
  readonly responseCacheMiB: number;
  /** Memory for responses in flight in each process, in MiB. */
  readonly responseMemoryMiB: number;
  /** Maximum size of an uploaded file, in MiB. */
  readonly maxUploadMiB: number;
  /** Maximum size of a request body that is read into memory, in MiB. */
  readonly maxBodyMiB: number;
  /** Hosts from which the service may fetch regardless of their network, in lower case. */
  readonly fetchHosts: readonly string[];
  /** The port on 127.0.0.1 that serves metrics; undefined: metrics are disabled. */
  readonly metricsPort: number | undefined;
  /** Addresses and networks of proxies whose forwarding headers are trusted. */
  readonly proxies: readonly string[];
  /** Retention of the audit log, in days; 0: forever. */
  readonly auditDays: number;
  /** Whether the service also serves the API at /wp-json, with the names that existing clients use. */
  readonly compatibility: boolean;
  /** The mail server and the sender, as far as flags or the environment set them. */
  readonly mail: MailConfig;
}

/** Values of `--access-log`: log no requests, those with a status of 400 or higher, or all. */
const accessLogModes = ['off', 'errors', 'all'] as const;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Returns the configuration of a command that works on the data. Throws ConfigError. */
export function dataConfig(args: readonly string[], env: Environment): { config: DataConfig; rest: string[] } {
  const { values, rest } = readOptions(args, dataOptions, env);
  const errors: string[] = [];
  const config = parseDataConfig(values, 'http://127.0.0.1:8080', errors);
  if (errors.length > 0) throw new ConfigError(errors.join('\n'));
  return { config: Object.freeze(config), rest };
}

/** Returns the configuration of the service. Throws ConfigError with a message for every error. */
export function serveConfig(args: readonly string[], env: Environment): { config: ServeConfig; rest: string[] } {
  const { values, rest } = readOptions(args, [...serveOptions, ...dataOptions], env);
  const errors: string[] = [];
  const host = values.host ?? '127.0.0.1';
  const port = parseInteger(values.port ?? '8080', 0, 65_535, '--port', errors);
  const defaultHome = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const logLevel = values['log-level'] ?? 'info';
  if (!logLevels.includes(logLevel)) errors.push(`The option --log-level must be one of ${logLevels.join(', ')}.`);
  const accessLog = accessLogModes.find((mode) => mode === (values['access-log'] ?? 'off'));
  if (!accessLog) errors.push(`The option --access-log must be one of ${accessLogModes.join(', ')}.`);
  const origins = parseList(values.origins).map((each) => parseUrl(each, 'origins', errors));
  const workers = parseInteger(values.workers ?? '1', 1, 64, '--workers', errors);
  if (workers > 1 && port === 0) errors.push('With several workers, the option --port must not be 0.');
  const responseCacheMiB = parseInteger(values['kept-answers'] ?? '64', 0, 65_536, '--kept-answers', errors);
  const responseMemoryMiB = parseInteger(values['response-memory'] ?? '128', 1, 65_536, '--response-memory', errors);
  const maxUploadMiB = parseInteger(values['largest-upload'] ?? '512', 1, 1_048_576, '--largest-upload', errors);
  const maxBodyMiB = parseInteger(values['max-body'] ?? '4', 1, 64, '--max-body', errors);
  const fetchHosts = (values['fetch-hosts'] ?? '')
    .split(',')
    .flatMap((each) => (each.trim() === '' ? [] : [parseHost(each.trim(), errors)]));
  const metricsPort =
    values['metrics-port'] === undefined
      ? undefined
      : parseInteger(values['metrics-port'], 1, 65_535, '--metrics-port', errors);
  const compatibility = values.compatibility ?? 'on';
  if (!['on', 'off'].includes(compatibility)) errors.push('The option --compatibility must be on or off.');
  const { mail: server, 'mail-from': from } = values;
  const mail = readMailConfig({ ...(server && { server }), ...(from && { from }) }, errors);
  const auditDays = parseInteger(values['audit-days'] ?? '365', 0, 36_500, '--audit-days', errors);
  const proxies = parseList(values['trust-proxy']);
  for (const proxy of proxies) if (!isNetwork(proxy)) errors.push(invalidProxyError(proxy));
  const adminPassword = readAdminPasswordFrom(env, errors);
  const data = parseDataConfig(values, defaultHome, errors);
  if (errors.length > 0) throw new ConfigError(errors.join('\n'));
  return {
    config: Object.freeze({
      ...data,
      host,
      port,
      logLevel,
      accessLog: accessLog ?? 'off',
      origins,
      workers,
      responseCacheMiB,
      responseMemoryMiB,
      maxUploadMiB,
      maxBodyMiB,
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
 * Returns the password for the first administrator, for commands that create a site, or undefined when none is set.
 *
 * Throws ConfigError if the password is too short or too long, or contains a backslash.
 */
export function readAdminPassword(env: Environment): string | undefined {
  const errors: string[] = [];
  const password = readAdminPasswordFrom(env, errors);
  if (errors.length > 0) throw new ConfigError(errors.join('\n'));
  return password;
}

function readAdminPasswordFrom(
  { OCTAVO_ADMIN_PASSWORD: password = '' }: Environment,
  errors: string[],
): string | undefined {
  if (password === '') return undefined;
  const error = validateNewPassword(password);
  if (error !== undefined) errors.push(`Invalid OCTAVO_ADMIN_PASSWORD: ${error}`);
  return password;
}

function parseDataConfig(values: Readonly<Record<string, string>>, defaultHome: string, errors: string[]): DataConfig {
  const { data = 'data', database, config, theme } = values;
  const files = values.files ?? path.join(data, 'uploads');
  const backups = values.backups ?? path.join(data, 'backups');
  const databaseError = database === undefined ? undefined : validateDatabaseUrl(database);
  if (databaseError !== undefined) errors.push(databaseError);
  const home = values.home === undefined ? defaultHome : parseUrl(values.home, 'home', errors);
  const front = values.front === undefined ? undefined : parseUrl(values.front, 'front', errors);
  const maxTextKiB = parseInteger(values['max-text'] ?? '1024', 16, 65_536, '--max-text', errors);
  return { data, database, files, backups, config, theme, home, front, maxTextKiB };
}

/** Returns the items of a comma-separated list. */
const parseList = (text = ''): string[] => text.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()]));

const invalidProxyError = (text: string) =>
  `The option --trust-proxy must list addresses or networks such as 127.0.0.1 or 10.0.0.0/8, not ${JSON.stringify(text)}.`;

/** Returns whether a string is an IP address, or a network with a prefix length of at least 1. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const maxPrefixLength = { 4: 32, 6: 128 }[isIP(address)];
  if (maxPrefixLength === undefined || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= maxPrefixLength);
}

/**
 * Parses a decimal integer of up to nine digits. Adds an error to `errors` if the text is invalid or the number is out of range;
 * returns -1 for invalid text. `option` is the command-line flag, such as `--port`.
 */
function parseInteger(text: string, min: number, max: number, option: string, errors: string[]): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (number < min || number > max)
    errors.push(`The option ${option} must be an integer from ${min} to ${max}, not ${JSON.stringify(text)}.`);
  return number;
}

/** Returns a host name in its normalized form. If it is invalid, adds an error to `errors` and returns it unchanged. */
function parseHost(text: string, errors: string[]): string {
  const url = /^[\w.:[\]-]+$/.test(text) && URL.canParse(`http://${text}/`) ? new URL(`http://${text}/`) : undefined;
  if (url && url.port === '') return url.hostname;
  errors.push(`The option --fetch-hosts must list hosts without ports, not ${JSON.stringify(text)}.`);
  return text;
}

function parseUrl(text: string, name: string, errors: string[]): string {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (address && ['http:', 'https:'].includes(address.protocol)) return text.replace(/\/+$/, '');
  errors.push(`The option --${name} must be an http:// or https:// URL, not ${JSON.stringify(text)}.`);
  return text;
}
