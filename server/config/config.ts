// Reads and validates the configuration once: flags take precedence over the environment, and both over defaults
// (docs/configuration.md).
import { isIP } from 'node:net';
import path from 'node:path';
import { validateNewPassword } from '../access/new-password.ts';
import { ConfigError } from './config-error.ts';
import type { SiteConfig } from './define-config.ts';
import { type MailConfig, readMailConfig } from './mail-config.ts';
import {
  accessLogModes,
  cacheTagFormats,
  type Environment,
  formatSetting,
  logLevels,
  type OptionValues,
  pageModes,
  type Sources,
} from './options.ts';
import { listDatabaseUrls, validateDatabaseUrl } from './postgres-url.ts';

/** The location of the data: a folder with an embedded database, or a folder and a PostgreSQL database. */
export interface DataConfig {
  /** The data folder. */
  readonly data: string;
  /** The URL of a PostgreSQL database; undefined for the embedded database in the data folder. */
  readonly database: string | undefined;
  /** The URL of the PostgreSQL server itself, if `database` may be that of a pooler. */
  readonly databaseDirect?: string | undefined;
  /** The URLs of streaming replicas of the PostgreSQL server, for reads of the service. */
  readonly readDatabases?: readonly string[];
  /** The file store: a folder, or the URL of a bucket. */
  readonly files: string;
  /** The folder for backups. */
  readonly backups: string;
  /** The file with the site's declarations; undefined: the one that `findSiteConfig` finds, if any. */
  readonly config: string | undefined;
  /** The site's declarations themselves, instead of a file; only in a program that embeds the service. */
  readonly declarations?: SiteConfig;
  /** The folder of the theme; undefined: `theme` in the data folder if it exists, otherwise the theme `quarto`. */
  readonly theme: string | undefined;
  /** The public URL of the service, and that of the front end. Commands that create content need them, too. */
  readonly home: string;
  readonly front: string | undefined;
  /** Maximum size of a stored text, in KiB of UTF-8. */
  readonly maxTextKiB: number;
  /** The forms in which the settings are set, for messages about them. */
  readonly sources: Sources;
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
  /** The header with the cache tags of public responses. */
  readonly cacheTags: (typeof cacheTagFormats)[number];
  /** Seconds for which shared caches may store public responses with cache tags; 0: the response does not say. */
  readonly sharedMaxAge: number;
  /** Seconds after that, for which they may use a response while they request it again. */
  readonly staleWhileRevalidate: number;
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
  /** Whether the service displays the public pages of the site, redirects them to the front end, or has none. */
  readonly pages: (typeof pageModes)[number];
  /** The folder of a built admin; undefined: that of the package `octavo-admin`, if it is installed. */
  readonly admin: string | undefined;
  /** The mail server and the sender, as far as flags or the environment set them. */
  readonly mail: MailConfig;
  /** The values that flags or the environment set, by flag, as the operator has written them. */
  readonly values: OptionValues['values'];
}

/** Maximum time for which shared caches may store responses, in seconds: a year, as is usual. */
const maxSharedSeconds = 31_536_000;

/** Returns the configuration of a command that works on the data. Throws ConfigError with a message for every error. */
export function makeDataConfig(options: OptionValues): DataConfig {
  const errors: string[] = [];
  const config = parseDataConfig(options, 'http://127.0.0.1:8080', errors);
  if (errors.length > 0) throw new ConfigError(errors.join('\n'));
  return Object.freeze(config);
}

/** Returns the configuration of the service. Throws ConfigError with a message for every error. */
export function makeServeConfig(options: OptionValues, env: Environment): ServeConfig {
  const { values, sources } = options;
  const errors: string[] = [];
  const integer = (flag: string, defaultValue: string, min: number, max: number) =>
    parseInteger(values[flag] ?? defaultValue, { min, max, subject: formatSetting(sources, flag) }, errors);
  const choice = <T extends string>(flag: string, allowed: readonly T[], defaultValue: T): T =>
    parseChoice(values[flag] ?? defaultValue, { allowed, subject: formatSetting(sources, flag) }, errors) ??
    defaultValue;
  const host = values.host ?? '127.0.0.1';
  const port = integer('port', '8080', 0, 65_535);
  const workers = integer('workers', '1', 1, 64);
  if (workers > 1 && port === 0) errors.push(`${formatSetting(sources, 'port')} must not be 0 with several workers.`);
  const { mail: server, 'mail-from': from } = values;
  const subjects = { server: formatSetting(sources, 'mail'), from: formatSetting(sources, 'mail-from') };
  const defaultHome = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const dataConfig = parseDataConfig(options, defaultHome, errors);
  const hasFrontEnd = dataConfig.front !== undefined && dataConfig.front !== dataConfig.home;
  const pages = choice('pages', pageModes, hasFrontEnd ? 'redirect' : 'on');
  if (pages === 'redirect' && !hasFrontEnd)
    errors.push(`${formatSetting(sources, 'pages')} must not be redirect without a front end (--front).`);
  const cacheTags = choice('cache-tags', cacheTagFormats, 'off');
  const sharedMaxAge = integer('shared-max-age', '0', 0, maxSharedSeconds);
  const staleWhileRevalidate = integer('stale-while-revalidate', '0', 0, maxSharedSeconds);
  // Without tags, a CDN could not be notified of changes.
  if (sharedMaxAge > 0 && cacheTags === 'off')
    errors.push(`${formatSetting(sources, 'shared-max-age')} needs cache tags (--cache-tags).`);
  if (staleWhileRevalidate > 0 && sharedMaxAge === 0)
    errors.push(`${formatSetting(sources, 'stale-while-revalidate')} needs a time before it (--shared-max-age).`);
  const config: ServeConfig = {
    host,
    port,
    workers,
    logLevel: choice('log-level', logLevels, 'info'),
    accessLog: choice('access-log', accessLogModes, 'off'),
    origins: parseList(values.origins).map((each) => parseUrl(each, formatSetting(sources, 'origins'), errors)),
    responseCacheMiB: integer('response-cache', '64', 0, 65_536),
    responseMemoryMiB: integer('response-memory', '128', 1, 65_536),
    ...{ cacheTags, sharedMaxAge, staleWhileRevalidate },
    maxUploadMiB: integer('max-upload', '512', 1, 1_048_576),
    maxBodyMiB: integer('max-body', '4', 1, 64),
    fetchHosts: parseList(values['fetch-hosts']).map((each) =>
      parseHost(each, formatSetting(sources, 'fetch-hosts'), errors),
    ),
    metricsPort: values['metrics-port'] === undefined ? undefined : integer('metrics-port', '', 1, 65_535),
    compatibility: choice('compatibility', ['on', 'off'], 'on') === 'on',
    pages,
    admin: values.admin,
    mail: readMailConfig({ ...(server && { server }), ...(from && { from }) }, errors, subjects),
    auditDays: integer('audit-days', '365', 0, 36_500),
    proxies: parseProxies(values['trust-proxy'], formatSetting(sources, 'trust-proxy'), errors),
    adminPassword: readAdminPasswordFrom(env, errors),
    values,
    ...dataConfig,
  };
  if (errors.length > 0) throw new ConfigError(errors.join('\n'));
  return Object.freeze(config);
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

function parseDataConfig({ values, sources }: OptionValues, defaultHome: string, errors: string[]): DataConfig {
  const { data = 'data', database, 'database-direct': databaseDirect, config, theme } = values;
  const files = values.files ?? path.join(data, 'uploads');
  const backups = values.backups ?? path.join(data, 'backups');
  const subject = (flag: string) => formatSetting(sources, flag);
  const checkUrl = (flag: 'database' | 'database-direct', alternative: string) => {
    const url = values[flag];
    const error = url === undefined ? undefined : validateDatabaseUrl(url, subject(flag), alternative);
    if (error !== undefined) errors.push(error);
  };
  checkUrl('database', 'to use the embedded database');
  checkUrl('database-direct', 'without a pooler');
  const readDatabases = listDatabaseUrls(values['read-database']);
  for (const url of readDatabases) {
    const error = validateDatabaseUrl(url, subject('read-database'), 'without replicas');
    if (error !== undefined) errors.push(error);
  }
  if (readDatabases.length > 0 && database === undefined)
    errors.push(`${subject('read-database')} must not be set without --database.`);
  if (databaseDirect !== undefined && database === undefined)
    errors.push(`${subject('database-direct')} must not be set without --database.`);
  const filesError = validateFilesLocation(files, subject('files'));
  if (filesError !== undefined) errors.push(filesError);
  const home = values.home === undefined ? defaultHome : parseUrl(values.home, subject('home'), errors);
  const front = values.front === undefined ? undefined : parseUrl(values.front, subject('front'), errors);
  const limits = { min: 16, max: 65_536, subject: subject('max-text') };
  const maxTextKiB = parseInteger(values['max-text'] ?? '1024', limits, errors);
  const databases = { database, databaseDirect, readDatabases };
  return { data, ...databases, files, backups, config, theme, home, front, maxTextKiB, sources };
}

/** Returns an error message for the invalid URL of a bucket, or undefined. */
function validateFilesLocation(files: string, subject: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(files)) return undefined;
  const url = URL.canParse(files) ? new URL(files) : undefined;
  const endpoint = url?.searchParams.get('endpoint') ?? 'https://s3';
  const isUsable = url?.protocol === 's3:' && url.hostname !== '' && url.username === '';
  if (isUsable && /^https?:\/\//.test(endpoint) && URL.canParse(endpoint)) return undefined;
  return `${subject} must be a folder or s3://BUCKET/PREFIX?endpoint=URL&region=REGION.`;
}

/** Returns the items of a comma-separated list. */
const parseList = (text = ''): string[] => text.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()]));

/** Returns the proxies in a list. Adds an error to `errors` for each invalid one. `subject` names the setting in messages. */
function parseProxies(text: string | undefined, subject: string, errors: string[]): string[] {
  const proxies = parseList(text);
  for (const each of proxies)
    if (!isNetwork(each))
      errors.push(
        `${subject} must list addresses or networks such as 127.0.0.1 or 10.0.0.0/8, not ${JSON.stringify(each)}.`,
      );
  return proxies;
}

/** Returns whether a string is an IP address, or a network with a prefix length of at least 1. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const maxPrefixLength = { 4: 32, 6: 128 }[isIP(address)];
  if (maxPrefixLength === undefined || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= maxPrefixLength);
}

/**
 * Parses a decimal integer of up to nine digits. Adds an error to `errors` if the text is invalid or the number is out of range;
 * returns -1 for invalid text. `subject` names the setting in messages.
 */
function parseInteger(
  text: string,
  { min, max, subject }: { readonly min: number; readonly max: number; readonly subject: string },
  errors: string[],
): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (number < min || number > max)
    errors.push(`${subject} must be an integer from ${min} to ${max}, not ${JSON.stringify(text)}.`);
  return number;
}

/** Returns a value if it is allowed; otherwise adds an error to `errors` and returns undefined. */
function parseChoice<T extends string>(
  text: string,
  { allowed, subject }: { readonly allowed: readonly T[]; readonly subject: string },
  errors: string[],
): T | undefined {
  const found = allowed.find((each) => each === text);
  if (found === undefined) errors.push(`${subject} must be one of ${allowed.join(', ')}, not ${JSON.stringify(text)}.`);
  return found;
}

/** Returns a host name in its normalized form. If it is invalid, adds an error to `errors` and returns it unchanged. */
function parseHost(text: string, subject: string, errors: string[]): string {
  const url = /^[\w.:[\]-]+$/.test(text) && URL.canParse(`http://${text}/`) ? new URL(`http://${text}/`) : undefined;
  if (url && url.port === '') return url.hostname;
  errors.push(`${subject} must list hosts without ports, not ${JSON.stringify(text)}.`);
  return text;
}

function parseUrl(text: string, subject: string, errors: string[]): string {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (address && ['http:', 'https:'].includes(address.protocol)) return text.replace(/\/+$/, '');
  errors.push(`${subject} must be an http:// or https:// URL, not ${JSON.stringify(text)}.`);
  return text;
}
