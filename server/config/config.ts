// Configuration: flags before environment before defaults, read once, checked at once, frozen (docs/configuration.md).
import { parseArgs } from 'node:util';

/** Where the data is: a folder with an embedded database, or PostgreSQL beside it. */
export interface DataConfig {
  /** The data folder. */
  readonly data: string;
  /** A PostgreSQL address; undefined: the embedded database in the data folder. */
  readonly database: string | undefined;
  /** The file that declares a site's own types and roles; undefined: `octavo.config.ts` in the data folder where there is one. */
  readonly config: string | undefined;
  /** The address people reach the service at, and that of the front end: what is made outside the service names them too. */
  readonly home: string;
  readonly front: string | undefined;
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
  /** Whether the service also speaks the names of existing clients, at /wp-json. */
  readonly compatibility: boolean;
}

/** Thrown where the configuration cannot be used; one readable sentence per fault. */
export class ConfigFault extends Error {
  override readonly name = 'ConfigFault';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** One thing that can be configured: the flag, the environment's name of it, what it is for. */
interface Option {
  readonly flag: string;
  readonly variable: string;
  readonly takes: string;
  readonly help: string;
}

const dataOptions: readonly Option[] = [
  { flag: 'data', variable: 'OCTAVO_DATA', takes: 'FOLDER', help: 'where everything is kept (default: ./data)' },
  {
    flag: 'database',
    variable: 'OCTAVO_DATABASE',
    takes: 'ADDRESS',
    help: 'a postgres:// address (default: a file in the data folder)',
  },
  {
    flag: 'config',
    variable: 'OCTAVO_CONFIG',
    takes: 'FILE',
    help: 'own types, taxonomies and roles (default: octavo.config.ts in the data folder)',
  },
  {
    flag: 'home',
    variable: 'OCTAVO_HOME',
    takes: 'ADDRESS',
    help: 'the address people reach the service at (default: http://127.0.0.1:8080; of serve http://HOST:PORT)',
  },
  {
    flag: 'front',
    variable: 'OCTAVO_FRONT',
    takes: 'ADDRESS',
    help: 'the address of the front end, for links of entries (default: the home)',
  },
];

const serveOptions: readonly Option[] = [
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
    flag: 'compatibility',
    variable: 'OCTAVO_COMPATIBILITY',
    takes: 'on|off',
    help: 'whether existing clients are served at /wp-json (default: on)',
  },
];

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** The options of a command for its help text, a line each. */
export const optionLines = (serving: boolean): string[] =>
  [...(serving ? serveOptions : []), ...dataOptions].map(
    ({ flag, variable, takes, help }) => `  --${`${flag} ${takes}`.padEnd(20)} ${help}; ${variable}`,
  );

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
  const port = Number(values.port ?? 8080);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) faults.push('The port must be a number from 0 to 65535.');
  const usual = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const logLevel = values['log-level'] ?? 'info';
  if (!logLevels.includes(logLevel)) faults.push(`The log level must be one of ${logLevels.join(', ')}.`);
  const origins = (values.origins ?? '')
    .split(',')
    .flatMap((each) => (each.trim() === '' ? [] : [addressOf(each.trim(), 'origins', faults)]));
  const workers = Number(values.workers ?? 1);
  if (!Number.isInteger(workers) || workers < 1 || workers > 64) faults.push('Workers must be a number from 1 to 64.');
  if (workers > 1 && port === 0) faults.push('Several workers need a port that is chosen, not 0.');
  const keptAnswers = Number(values['kept-answers'] ?? 64);
  if (!(keptAnswers >= 0 && keptAnswers <= 65_536)) faults.push('Kept answers must be a number of MiB, 0 or more.');
  const compatibility = values.compatibility ?? 'on';
  if (!['on', 'off'].includes(compatibility)) faults.push('Compatibility must be on or off.');
  const adminPassword = env.OCTAVO_ADMIN_PASSWORD;
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
      compatibility: compatibility === 'on',
      adminPassword,
    }),
    rest,
  };
}

function dataOf(values: Readonly<Record<string, string>>, usualHome: string, faults: string[]): DataConfig {
  const { data = 'data', database, config } = values;
  if (database !== undefined && !/^postgres(ql)?:\/\//.test(database)) {
    faults.push('The database must be a postgres:// address; leave it out for the embedded database.');
  }
  const home = values.home === undefined ? usualHome : addressOf(values.home, 'home', faults);
  const front = values.front === undefined ? undefined : addressOf(values.front, 'front', faults);
  return { data, database, config, home, front };
}

function addressOf(text: string, name: string, faults: string[]): string {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (address && ['http:', 'https:'].includes(address.protocol)) return text.replace(/\/+$/, '');
  faults.push(`The option --${name} must be an http:// or https:// address, not ${JSON.stringify(text)}.`);
  return text;
}

function readOptions(args: readonly string[], options: readonly Option[], env: Environment) {
  const declared = Object.fromEntries(options.map(({ flag }) => [flag, { type: 'string' as const }]));
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: declared, allowPositionals: true });
    const given: Record<string, string> = {};
    for (const { flag, variable } of options) {
      const value = (values[flag] as string | undefined) ?? env[variable];
      if (value !== undefined && value !== '') given[flag] = value;
    }
    return { values: given, rest: positionals };
  } catch (error) {
    throw new ConfigFault(error instanceof Error ? `${error.message.split('. ')[0]}.` : String(error));
  }
}
