// Reads the options of a program that embeds the service.
import { type DataConfig, makeServeConfig, type ServeConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { SiteConfig } from '../config/define-config.ts';
import type { MailOptions } from '../config/mail-config.ts';
import { dataOptions, readOptions, serveOptions } from '../config/options.ts';

/**
 * Options of an embedded service, all of which are optional. They have the same meaning, limits and defaults as the options of
 * `octavo serve`, but environment variables `OCTAVO_…` do not set them.
 */
export interface OctavoOptions
  extends Partial<Omit<DataConfig, 'config' | 'declarations' | 'sources'>>,
    Partial<Omit<ServeConfig, keyof DataConfig | 'workers' | 'mail' | 'values'>> {
  /**
   * The declarations of the site: content types, taxonomies, roles, extensions. Or the path of a file that exports them. Default:
   * `octavo.config.ts` or `octavo.config.js` in the data folder, or in the folder that contains it.
   */
  readonly config?: SiteConfig | string | undefined;
  /** The mail server and the sender. */
  readonly mail?: MailOptions | undefined;
}

/** The flags of the command line that have the same meaning as an option. */
const flags: Readonly<Record<Exclude<keyof OctavoOptions, 'config' | 'mail' | 'adminPassword'>, string>> = {
  data: 'data',
  database: 'database',
  databaseDirect: 'database-direct',
  readDatabases: 'read-database',
  files: 'files',
  backups: 'backups',
  theme: 'theme',
  home: 'home',
  front: 'front',
  maxTextKiB: 'max-text',
  host: 'host',
  port: 'port',
  logLevel: 'log-level',
  accessLog: 'access-log',
  origins: 'origins',
  responseCacheMiB: 'response-cache',
  responseMemoryMiB: 'response-memory',
  cacheTags: 'cache-tags',
  sharedMaxAge: 'shared-max-age',
  staleWhileRevalidate: 'stale-while-revalidate',
  maxUploadMiB: 'max-upload',
  maxBodyMiB: 'max-body',
  fetchHosts: 'fetch-hosts',
  metricsPort: 'metrics-port',
  proxies: 'trust-proxy',
  auditDays: 'audit-days',
  compatibility: 'compatibility',
  pages: 'pages',
  admin: 'admin',
};

/**
 * Returns the configuration of an embedded service. Throws ConfigError with a message for every invalid option; the messages contain the
 * names of the options of `octavo serve`.
 */
export function makeEmbeddedConfig(options: OctavoOptions): ServeConfig {
  const { config, mail = {}, adminPassword, ...others } = options;
  const args = Object.entries(others).flatMap(([name, value]) => argumentOf(name, value));
  if (mail.server !== undefined) args.push(`--mail=${mail.server}`);
  if (mail.from !== undefined) args.push(`--mail-from=${mail.from}`);
  if (typeof config === 'string') args.push(`--config=${config}`);
  const env = { OCTAVO_ADMIN_PASSWORD: adminPassword };
  const serve = makeServeConfig(readOptions(args, [...serveOptions, ...dataOptions], {}), env);
  return typeof config === 'object' ? { ...serve, declarations: config } : serve;
}

function argumentOf(name: string, value: unknown): string[] {
  const flag = Object.hasOwn(flags, name) ? flags[name as keyof typeof flags] : undefined;
  if (flag === undefined) throw new ConfigError(`Unknown option ${name}.`);
  if (value === undefined) return [];
  const text =
    typeof value === 'boolean' ? (value ? 'on' : 'off') : Array.isArray(value) ? value.join(',') : String(value);
  return [`--${flag}=${text}`];
}
