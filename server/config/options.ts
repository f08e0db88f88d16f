// Declares the options that commands share, with their flags, environment variables and help texts (docs/configuration.md), and reads
// options.
import { ConfigError } from './config-error.ts';
import { findSimilarName, withSuggestion } from './similar-name.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Values that a shell can complete: a list, or a function that loads it. */
export type CompletedValues = readonly string[] | (() => Promise<readonly string[]>);

/** An option of a command. */
export interface Option {
  readonly flag: string;
  /** The environment variable that sets the option if it is not on the command line. */
  readonly variable?: string;
  /** The placeholder of the value in help texts; absent for a switch, which has no value. */
  readonly placeholder?: string;
  readonly help: string;
  /** Whether the command cannot run without the option. */
  readonly isRequired?: true;
  /** Whether the option can occur several times; otherwise the last one applies. */
  readonly isRepeatable?: true;
  /** Whether the value is or may contain a password. */
  readonly isSecret?: true;
  /** The kind of path that the value is, for shell completion. */
  readonly path?: 'file' | 'folder';
  /** Possible values, for shell completion. */
  readonly values?: CompletedValues;
}

/** An option that an environment variable can also set. */
interface SharedOption extends Option {
  readonly variable: string;
  readonly placeholder: string;
}

/** The form in which the operator has set an option. */
export type Source = 'option' | 'environment';

/** The sources of options by flag, without those that have their defaults. */
export type Sources = Readonly<Partial<Record<string, Source>>>;

/** The options and operands of a command. */
export interface OptionValues {
  /** Values by flag. Absent options and switches are missing. */
  readonly values: Readonly<Record<string, string>>;
  /** All values of an option in their order, by flag. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  readonly switches: ReadonlySet<string>;
  readonly sources: Sources;
  /** The arguments that are not options. */
  readonly rest: string[];
}

/** Values of `--log-level`. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Values of `--access-log`: log no requests, those with a status of 400 or higher, or all. */
export const accessLogModes = ['off', 'errors', 'all'] as const;

/** Values of `--cache-tags`: send no cache tags, or the header with them. */
export const cacheTagFormats = ['off', 'cache-tag', 'surrogate-key', 'xkey', 'cache-groups'] as const;

/** Values of `--pages`: display the public pages of the site, redirect them to the front end, or have none. */
export const pageModes = ['on', 'redirect', 'off'] as const;

/** The options of all commands that use the data. */
export const dataOptions: readonly SharedOption[] = [
  {
    flag: 'data',
    variable: 'OCTAVO_DATA',
    placeholder: 'FOLDER',
    help: 'folder for all data (default: ./data)',
    path: 'folder',
  },
  {
    flag: 'database',
    variable: 'OCTAVO_DATABASE',
    placeholder: 'URL',
    help: 'postgres:// URL (default: an embedded database in the data folder)',
    isSecret: true,
  },
  {
    flag: 'database-direct',
    variable: 'OCTAVO_DATABASE_DIRECT',
    placeholder: 'URL',
    help: 'postgres:// URL of the server itself, if --database is the URL of a pooler such as PgBouncer (default: none)',
    isSecret: true,
  },
  {
    flag: 'files',
    variable: 'OCTAVO_FILES',
    placeholder: 'LOCATION',
    help: 'folder or s3://BUCKET for uploaded files (default: uploads in the data folder)',
    path: 'folder',
  },
  {
    flag: 'backups',
    variable: 'OCTAVO_BACKUPS',
    placeholder: 'FOLDER',
    help: 'folder for backups (default: backups in the data folder)',
    path: 'folder',
  },
  {
    flag: 'config',
    variable: 'OCTAVO_CONFIG',
    placeholder: 'FILE',
    help: 'file with custom types, taxonomies and roles (default: octavo.config.ts in or next to the data folder)',
    path: 'file',
  },
  {
    flag: 'theme',
    variable: 'OCTAVO_THEME',
    placeholder: 'FOLDER',
    help: 'folder of the theme (default: theme in the data folder if it exists, otherwise quarto)',
    path: 'folder',
  },
  {
    flag: 'home',
    variable: 'OCTAVO_HOME',
    placeholder: 'URL',
    help: 'public URL of the service (default: http://127.0.0.1:8080; serve: http://HOST:PORT)',
  },
  {
    flag: 'front',
    variable: 'OCTAVO_FRONT',
    placeholder: 'URL',
    help: 'URL of the front end, for links to entries (default: the home URL)',
  },
  {
    flag: 'max-text',
    variable: 'OCTAVO_MAX_TEXT',
    placeholder: 'NUMBER',
    help: 'maximum size of a text, such as the content of an entry, in KiB (default: 1024)',
  },
];

/** Additional options of the service. */
export const serveOptions: readonly SharedOption[] = [
  { flag: 'host', variable: 'OCTAVO_HOST', placeholder: 'ADDRESS', help: 'address to listen on (default: 127.0.0.1)' },
  { flag: 'port', variable: 'OCTAVO_PORT', placeholder: 'NUMBER', help: 'port to listen on (default: 8080)' },
  {
    flag: 'read-database',
    variable: 'OCTAVO_READ_DATABASE',
    placeholder: 'LIST',
    help: 'postgres:// URLs of streaming replicas for anonymous reads, separated by commas (default: none)',
    isSecret: true,
  },
  {
    flag: 'origins',
    variable: 'OCTAVO_ORIGINS',
    placeholder: 'LIST',
    help: 'origins whose pages may send credentials, separated by commas',
  },
  {
    flag: 'log-level',
    variable: 'OCTAVO_LOG_LEVEL',
    placeholder: 'LEVEL',
    help: 'minimum level of logged messages: fatal, error, warn, info, debug, trace or silent (default: info)',
    values: logLevels,
  },
  {
    flag: 'workers',
    variable: 'OCTAVO_WORKERS',
    placeholder: 'NUMBER',
    help: 'number of worker processes that share the port (default: 1)',
  },
  {
    flag: 'response-cache',
    variable: 'OCTAVO_RESPONSE_CACHE',
    placeholder: 'NUMBER',
    help: 'memory for cached responses, in MiB; 0 disables the cache (default: 64)',
  },
  {
    flag: 'response-memory',
    variable: 'OCTAVO_RESPONSE_MEMORY',
    placeholder: 'NUMBER',
    help: 'memory for responses in flight, in MiB, in addition to the cache (default: 128)',
  },
  {
    flag: 'cache-tags',
    variable: 'OCTAVO_CACHE_TAGS',
    placeholder: 'off|HEADER',
    help: 'header with cache tags for a CDN: cache-tag, surrogate-key, xkey or cache-groups (default: off)',
    values: cacheTagFormats,
  },
  {
    flag: 'shared-max-age',
    variable: 'OCTAVO_SHARED_MAX_AGE',
    placeholder: 'NUMBER',
    help: 'seconds for which a CDN may store responses with cache tags, as s-maxage (default: 0, not sent)',
  },
  {
    flag: 'stale-while-revalidate',
    variable: 'OCTAVO_STALE_WHILE_REVALIDATE',
    placeholder: 'NUMBER',
    help: 'seconds after that, for which it may use a response while it requests it again (default: 0, not sent)',
  },
  {
    flag: 'fetch-hosts',
    variable: 'OCTAVO_FETCH_HOSTS',
    placeholder: 'LIST',
    help: 'hosts in private networks from which the service may fetch, separated by commas',
  },
  {
    flag: 'max-upload',
    variable: 'OCTAVO_MAX_UPLOAD',
    placeholder: 'NUMBER',
    help: 'maximum size of an uploaded file, in MiB (default: 512)',
  },
  {
    flag: 'max-body',
    variable: 'OCTAVO_MAX_BODY',
    placeholder: 'NUMBER',
    help: 'maximum size of a request body other than an upload, in MiB (default: 4)',
  },
  {
    flag: 'access-log',
    variable: 'OCTAVO_ACCESS_LOG',
    placeholder: 'off|errors|all',
    help: 'requests to log: none, those with a status of 400 or higher, or all (default: off)',
    values: accessLogModes,
  },
  {
    flag: 'metrics-port',
    variable: 'OCTAVO_METRICS_PORT',
    placeholder: 'NUMBER',
    help: 'port on 127.0.0.1 that serves /metrics (default: none)',
  },
  {
    flag: 'trust-proxy',
    variable: 'OCTAVO_TRUST_PROXY',
    placeholder: 'LIST',
    help: 'addresses or networks of proxies whose X-Forwarded-For is trusted, separated by commas (default: none)',
  },
  {
    flag: 'audit-days',
    variable: 'OCTAVO_AUDIT_DAYS',
    placeholder: 'NUMBER',
    help: 'retention of the audit log in days; 0 keeps it forever (default: 365)',
  },
  {
    flag: 'compatibility',
    variable: 'OCTAVO_COMPATIBILITY',
    placeholder: 'on|off',
    help: 'whether to serve existing clients at /wp-json (default: on)',
    values: ['on', 'off'],
  },
  {
    flag: 'pages',
    variable: 'OCTAVO_PAGES',
    placeholder: 'on|redirect|off',
    help: 'public pages: display, redirect to the front end, or none (default: redirect with a front end, otherwise on)',
    values: pageModes,
  },
  {
    flag: 'admin',
    variable: 'OCTAVO_ADMIN',
    placeholder: 'FOLDER',
    help: 'folder of a built admin whose files may change (default: the package octavo-admin, if it is installed)',
    path: 'folder',
  },
  {
    flag: 'mail',
    variable: 'OCTAVO_MAIL',
    placeholder: 'URL',
    help: 'mail server, smtp://USER:PASSWORD@HOST:PORT or smtps://… (default: none, no mail is sent)',
    isSecret: true,
  },
  {
    flag: 'mail-from',
    variable: 'OCTAVO_MAIL_FROM',
    placeholder: 'ADDRESS',
    help: 'sender of mail, an address or NAME <ADDRESS> (default: octavo@ the host of the home URL)',
  },
];

/** Environment variables that no option sets. */
const otherVariables = ['OCTAVO_ADMIN_PASSWORD', 'OCTAVO_PASSWORD'] as const;

/** Returns the line of an option in a help text. */
export const optionLine = ({ flag, placeholder, help, variable }: Option): string =>
  `  --${[flag, placeholder].join(' ').trimEnd().padEnd(22)} ${help}${variable === undefined ? '' : `; ${variable}`}`;

/**
 * Returns the name of a setting in the form in which the operator has set it: `--port` or `OCTAVO_PORT`. A setting with its default is
 * named like the option.
 */
export function settingName(sources: Sources, flag: string): string {
  const option = [...serveOptions, ...dataOptions].find((each) => each.flag === flag);
  return sources[flag] === 'environment' && option ? option.variable : `--${flag}`;
}

/** Returns the beginning of a message about the value of a setting: `The option --port`. */
export const formatSetting = (sources: Sources, flag: string): string =>
  `The ${sources[flag] === 'environment' ? 'environment variable' : 'option'} ${settingName(sources, flag)}`;

/**
 * Reads options from the arguments or else the environment. An argument that begins with a hyphen and a digit is a number, not an option;
 * arguments after `--` are not options either. An empty value of an option that has an environment variable stands for its default.
 *
 * Throws ConfigError for an unknown option, and for a missing or superfluous value.
 */
export function readOptions(args: readonly string[], options: readonly Option[], env: Environment): OptionValues {
  const values: Record<string, string> = {};
  const lists: Record<string, string[]> = {};
  const sources: Record<string, Source> = {};
  const switches = new Set<string>();
  const rest: string[] = [];
  for (const { flag, variable } of options) {
    const value = variable === undefined ? undefined : env[variable];
    if (!value) continue;
    values[flag] = value;
    sources[flag] = 'environment';
  }
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg === '--') {
      rest.push(...args.slice(at + 1));
      break;
    }
    if (!/^-\D/.test(arg)) {
      rest.push(arg);
      continue;
    }
    const [, flag = '', inlineValue] = /^--([^=]+)(?:=(.*))?$/s.exec(arg) ?? [];
    const option = options.find((each) => each.flag === flag);
    if (!option) throw unknownOptionError(arg.split('=')[0] ?? '', options);
    if (option.placeholder === undefined) {
      if (inlineValue !== undefined) throw new ConfigError(`The option --${flag} has no value.`);
      switches.add(flag);
      continue;
    }
    if (inlineValue === undefined) at += 1;
    const value = inlineValue ?? args[at];
    if (value === undefined || (inlineValue === undefined && value.startsWith('--')))
      throw new ConfigError(`The option --${flag} needs a value (${option.placeholder}).`);
    if (value === '' && option.variable !== undefined) continue;
    values[flag] = value;
    sources[flag] = 'option';
    lists[flag] = [...(lists[flag] ?? []), value];
  }
  return { values, lists, switches, sources, rest };
}

/** Options of version 0.1 that have another name now, with their environment variables. */
const renamedOptions: Readonly<Record<string, string>> = {
  '--kept-answers': '--response-cache',
  '--largest-upload': '--max-upload',
  OCTAVO_KEPT_ANSWERS: 'OCTAVO_RESPONSE_CACHE',
  OCTAVO_LARGEST_UPLOAD: 'OCTAVO_MAX_UPLOAD',
};

/** Returns the error for an unknown option or environment variable, which suggests its new name or a similar one. */
function unknownNameError(subject: string, name: string, names: readonly string[]): ConfigError {
  const renamed = renamedOptions[name];
  const sentence = `Unknown ${subject} ${name}`;
  return new ConfigError(
    renamed === undefined ? withSuggestion(sentence, name, names) : `${sentence}; its name is now ${renamed}.`,
  );
}

const unknownOptionError = (arg: string, options: readonly Option[]): ConfigError =>
  unknownNameError(
    'option',
    arg,
    options.map(({ flag }) => `--${flag}`),
  );

const knownVariables = (): string[] => [
  ...[...serveOptions, ...dataOptions].map(({ variable }) => variable),
  ...otherVariables,
];

/** Returns the names of environment variables that begin with `OCTAVO_` but are not read. */
export function findUnknownVariables(env: Environment): string[] {
  const known = knownVariables();
  return Object.keys(env).filter((name) => name.startsWith('OCTAVO_') && !known.includes(name));
}

/**
 * Throws ConfigError for an environment variable that has another name now, or whose name differs from that of a known one by a typing
 * error, such as `OCTAVO_PROT`. Other unknown variables are allowed, because container platforms set variables such as
 * `OCTAVO_SERVICE_HOST` for a service that is called octavo.
 */
export function rejectMisspeltVariables(env: Environment): void {
  const known = knownVariables();
  const isWrong = (name: string) => name in renamedOptions || findSimilarName(name, known) !== undefined;
  const wrong = findUnknownVariables(env).find(isWrong);
  if (wrong !== undefined) throw unknownNameError('environment variable', wrong, known);
}
