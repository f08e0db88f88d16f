// The options that commands share: what there is, how it is given, how help shows it (docs/configuration.md).
import { ConfigFault } from './config-fault.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** One thing that can be configured: the flag, the environment's name of it, what it is for. */
interface Option {
  readonly flag: string;
  readonly variable: string;
  readonly takes: string;
  readonly help: string;
}

/** Those of every command. */
export const dataOptions: readonly Option[] = [
  { flag: 'data', variable: 'OCTAVO_DATA', takes: 'FOLDER', help: 'where everything is kept (default: ./data)' },
  {
    flag: 'database',
    variable: 'OCTAVO_DATABASE',
    takes: 'ADDRESS',
    help: 'a postgres:// address (default: a file in the data folder)',
  },
  {
    flag: 'files',
    variable: 'OCTAVO_FILES',
    takes: 'PLACE',
    help: 'a folder or s3://BUCKET for uploaded files (default: uploads in the data folder)',
  },
  {
    flag: 'backups',
    variable: 'OCTAVO_BACKUPS',
    takes: 'FOLDER',
    help: 'where backups are kept (default: backups in the data folder)',
  },
  {
    flag: 'config',
    variable: 'OCTAVO_CONFIG',
    takes: 'FILE',
    help: 'own types, taxonomies and roles (default: octavo.config.ts in the data folder)',
  },
  {
    flag: 'theme',
    variable: 'OCTAVO_THEME',
    takes: 'FOLDER',
    help: 'the theme (default: the folder theme in the data folder, else quarto)',
  },
  {
    flag: 'home',
    variable: 'OCTAVO_HOME',
    takes: 'ADDRESS',
    help: 'the address people reach the service at (default: http://127.0.0.1:8080; serve: http://HOST:PORT)',
  },
  {
    flag: 'front',
    variable: 'OCTAVO_FRONT',
    takes: 'ADDRESS',
    help: 'the address of the front end, for links of entries (default: the home)',
  },
  {
    flag: 'max-text',
    variable: 'OCTAVO_MAX_TEXT',
    takes: 'NUMBER',
    help: 'KiB that a text may have, such as a content or description (default: 1024)',
  },
];

/** Those of the service beside them. */
export const serveOptions: readonly Option[] = [
  { flag: 'host', variable: 'OCTAVO_HOST', takes: 'ADDRESS', help: 'the address to listen at (default: 127.0.0.1)' },
  { flag: 'port', variable: 'OCTAVO_PORT', takes: 'NUMBER', help: 'the port to listen at (default: 8080)' },
  {
    flag: 'origins',
    variable: 'OCTAVO_ORIGINS',
    takes: 'LIST',
    help: 'origins whose pages may send credentials, separated by commas',
  },
  {
    flag: 'log-level',
    variable: 'OCTAVO_LOG_LEVEL',
    takes: 'WORD',
    help: 'fatal, error, warn, info, debug, trace or silent (default: info)',
  },
  {
    flag: 'workers',
    variable: 'OCTAVO_WORKERS',
    takes: 'NUMBER',
    help: 'processes that share the port (default: 1)',
  },
  {
    flag: 'kept-answers',
    variable: 'OCTAVO_KEPT_ANSWERS',
    takes: 'NUMBER',
    help: 'MiB of memory for answers kept ready; 0 keeps none (default: 64)',
  },
  {
    flag: 'response-memory',
    variable: 'OCTAVO_RESPONSE_MEMORY',
    takes: 'NUMBER',
    help: 'MiB of memory for responses that are being built or sent, beside cached ones (default: 128)',
  },
  {
    flag: 'fetch-hosts',
    variable: 'OCTAVO_FETCH_HOSTS',
    takes: 'LIST',
    help: 'hosts that may be fetched from though they are in a private network, separated by commas',
  },
  {
    flag: 'largest-upload',
    variable: 'OCTAVO_LARGEST_UPLOAD',
    takes: 'NUMBER',
    help: 'MiB that an uploaded file may have (default: 512)',
  },
  {
    flag: 'max-body',
    variable: 'OCTAVO_MAX_BODY',
    takes: 'NUMBER',
    help: 'MiB that the body of a request may have, uploads aside (default: 4)',
  },
  {
    flag: 'metrics-port',
    variable: 'OCTAVO_METRICS_PORT',
    takes: 'NUMBER',
    help: 'a port of 127.0.0.1 where /metrics is read (default: none)',
  },
  {
    flag: 'trust-proxy',
    variable: 'OCTAVO_TRUST_PROXY',
    takes: 'LIST',
    help: 'addresses or networks of proxies whose X-Forwarded-For is believed, separated by commas (default: none)',
  },
  {
    flag: 'audit-days',
    variable: 'OCTAVO_AUDIT_DAYS',
    takes: 'NUMBER',
    help: 'days that the audit log is kept; 0 keeps it for ever (default: 365)',
  },
  {
    flag: 'compatibility',
    variable: 'OCTAVO_COMPATIBILITY',
    takes: 'on|off',
    help: 'whether existing clients are served at /wp-json (default: on)',
  },
  {
    flag: 'mail',
    variable: 'OCTAVO_MAIL',
    takes: 'ADDRESS',
    help: 'smtp://USER:PASSWORD@HOST:PORT or smtps://…, the mail server (default: none, no mail is sent)',
  },
  {
    flag: 'mail-from',
    variable: 'OCTAVO_MAIL_FROM',
    takes: 'ADDRESS',
    help: 'who mail is from: an address, or NAME <ADDRESS> (default: octavo@ the host of the home)',
  },
];

/** A line of help: how an option is given, and what it is for. */
export const optionLine = (form: string, help: string): string => `  --${form.padEnd(22)} ${help}`;

/** The shared options of a command for its help text, a line each. */
export const optionLines = (serving: boolean): string[] =>
  [...(serving ? serveOptions : []), ...dataOptions].map(({ flag, variable, takes, help }) =>
    optionLine(`${flag} ${takes}`, `${help}; ${variable}`),
  );

/**
 * The values of options by their flags, from the arguments or else the environment, and the other arguments. What
 * begins with a hyphen and a digit is a number, not an option; what stands behind `--` is no option either.
 *
 * Throws ConfigFault for an option that there is not, or that has no value.
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
    const [, flag = '', given] = /^--([^=]+)(?:=(.*))?$/s.exec(arg) ?? [];
    if (!options.some((option) => option.flag === flag))
      throw new ConfigFault(`There is no option ${arg.split('=')[0]}.`);
    if (given === undefined) at += 1;
    const value = given ?? args[at];
    if (value === undefined || (given === undefined && value.startsWith('--')))
      throw new ConfigFault(`The option --${flag} needs a value.`);
    if (value !== '') values[flag] = value;
  }
  return { values, rest };
}
