// Declares the options that commands share, with their flags, environment variables and help texts (docs/configuration.md).
import { ConfigError } from './config-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** An option: its flag, its environment variable, its placeholder and its help text. */
interface Option {
  readonly flag: string;
  readonly variable: string;
  readonly placeholder: string;
  readonly help: string;
}

/** The options of all commands that use the data. */
export const dataOptions: readonly Option[] = [
  { flag: 'data', variable: 'OCTAVO_DATA', placeholder: 'FOLDER', help: 'folder for all data (default: ./data)' },
  {
    flag: 'database',
    variable: 'OCTAVO_DATABASE',
    placeholder: 'URL',
    help: 'postgres:// URL (default: an embedded database in the data folder)',
  },
  {
    flag: 'files',
    variable: 'OCTAVO_FILES',
    placeholder: 'LOCATION',
    help: 'folder or s3://BUCKET for uploaded files (default: uploads in the data folder)',
  },
  {
    flag: 'backups',
    variable: 'OCTAVO_BACKUPS',
    placeholder: 'FOLDER',
    help: 'folder for backups (default: backups in the data folder)',
  },
  {
    flag: 'config',
    variable: 'OCTAVO_CONFIG',
    placeholder: 'FILE',
    help: 'file with custom types, taxonomies and roles (default: octavo.config.ts in the data folder)',
  },
  {
    flag: 'theme',
    variable: 'OCTAVO_THEME',
    placeholder: 'FOLDER',
    help: 'folder of the theme (default: theme in the data folder if it exists, otherwise quarto)',
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
export const serveOptions: readonly Option[] = [
  { flag: 'host', variable: 'OCTAVO_HOST', placeholder: 'ADDRESS', help: 'address to listen on (default: 127.0.0.1)' },
  { flag: 'port', variable: 'OCTAVO_PORT', placeholder: 'NUMBER', help: 'port to listen on (default: 8080)' },
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
  },
  {
    flag: 'workers',
    variable: 'OCTAVO_WORKERS',
    placeholder: 'NUMBER',
    help: 'number of worker processes that share the port (default: 1)',
  },
  {
    flag: 'kept-answers',
    variable: 'OCTAVO_KEPT_ANSWERS',
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
    flag: 'fetch-hosts',
    variable: 'OCTAVO_FETCH_HOSTS',
    placeholder: 'LIST',
    help: 'hosts in private networks from which the service may fetch, separated by commas',
  },
  {
    flag: 'largest-upload',
    variable: 'OCTAVO_LARGEST_UPLOAD',
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
  },
  {
    flag: 'mail',
    variable: 'OCTAVO_MAIL',
    placeholder: 'URL',
    help: 'mail server, smtp://USER:PASSWORD@HOST:PORT or smtps://… (default: none, no mail is sent)',
  },
  {
    flag: 'mail-from',
    variable: 'OCTAVO_MAIL_FROM',
    placeholder: 'ADDRESS',
    help: 'sender of mail, an address or NAME <ADDRESS> (default: octavo@ the host of the home URL)',
  },
];

/** Returns the line of an option in a help text. */
export const optionLine = (form: string, help: string): string => `  --${form.padEnd(22)} ${help}`;

/** Returns the lines of the shared options in a command's help text. */
export const optionLines = (serving: boolean): string[] =>
  [...(serving ? serveOptions : []), ...dataOptions].map(({ flag, variable, placeholder, help }) =>
    optionLine(`${flag} ${placeholder}`, `${help}; ${variable}`),
  );

/**
 * Returns the values of options by flag, from the arguments or else the environment, and the other arguments. An argument that
 * begins with a hyphen and a digit is a number, not an option; arguments after `--` are not options either.
 *
 * Throws ConfigError for an unknown option or a missing value.
 */
export function readOptions(
  args: readonly string[],
  options: readonly Option[],
  env: Environment,
): { values: Record<string, string>; rest: string[] } {
  const values = Object.fromEntries(
    options.flatMap(({ flag, variable }) => (env[variable] ? [[flag, env[variable]]] : [])),
  );
  const rest: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg === '--') return { values, rest: [...rest, ...args.slice(at + 1)] };
    if (!/^-\D/.test(arg)) {
      rest.push(arg);
      continue;
    }
    const [, flag = '', inlineValue] = /^--([^=]+)(?:=(.*))?$/s.exec(arg) ?? [];
    if (!options.some((option) => option.flag === flag)) throw new ConfigError(`Unknown option ${arg.split('=')[0]}.`);
    if (inlineValue === undefined) at += 1;
    const value = inlineValue ?? args[at];
    if (value === undefined || (inlineValue === undefined && value.startsWith('--')))
      throw new ConfigError(`The option --${flag} needs a value.`);
    if (value !== '') values[flag] = value;
  }
  return { values, rest };
}
