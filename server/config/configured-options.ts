// Lists the options of the configuration with the values in effect and their sources.
import type { ServeConfig } from './config.ts';
import type { SiteConfig } from './define-config.ts';
import { dataOptions, serveOptions } from './options.ts';
import { listDatabaseUrls } from './postgres-url.ts';

/** An option with its value in effect. */
interface ConfiguredOption {
  /** The option of the command line: `--home`. */
  readonly option: string;
  readonly variable: string;
  readonly description: string;
  /** The value as text, without passwords; null if the option has none. */
  readonly value: string | null;
  readonly source: 'option' | 'environment' | 'file' | 'default';
}

/** Returns all options of the service with their values and sources. `siteConfig` is the configuration file. */
export function listConfiguredOptions(config: ServeConfig, siteConfig: SiteConfig = {}): ConfiguredOption[] {
  const inFile: Readonly<Record<string, string | undefined>> = {
    mail: siteConfig.mail?.server,
    'mail-from': siteConfig.mail?.from,
  };
  const defaults = defaultValues(config);
  return [...serveOptions, ...dataOptions].map(({ flag, variable, help }) => {
    const source = config.sources[flag] ?? (inFile[flag] === undefined ? 'default' : 'file');
    const value = config.values[flag] ?? inFile[flag] ?? defaults[flag];
    return {
      ...{ option: `--${flag}`, variable, description: help, source },
      value: value === undefined ? null : flag === 'read-database' ? redactList(value) : redact(value),
    };
  });
}

/** Returns the defaults that are in effect for the settings that are not set. */
function defaultValues(config: ServeConfig): Readonly<Record<string, string | undefined>> {
  const { data, files, backups, home, maxTextKiB, host, port, logLevel, workers, accessLog } = config;
  return {
    ...{ data, files, backups, home, front: home, host, 'log-level': logLevel, 'access-log': accessLog },
    'max-text': String(maxTextKiB),
    port: String(port),
    workers: String(workers),
    'response-cache': String(config.responseCacheMiB),
    'response-memory': String(config.responseMemoryMiB),
    'cache-tags': config.cacheTags,
    'shared-max-age': String(config.sharedMaxAge),
    'stale-while-revalidate': String(config.staleWhileRevalidate),
    'max-upload': String(config.maxUploadMiB),
    'max-body': String(config.maxBodyMiB),
    'audit-days': String(config.auditDays),
    compatibility: config.compatibility ? 'on' : 'off',
    pages: config.pages,
  };
}

const redactList = (value: string): string => listDatabaseUrls(value).map(redact).join(',');

/** Replaces usernames and passwords in a URL and in URLs in its parameters, and parameters that contain a password or key, with asterisks. */
function redact(value: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return value;
  return value
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1***@')
    .replace(/:\/\/[^/?#&]*@/g, '://***@')
    .replace(/%3a%2f%2f(?:(?!%2f)[^/?#&])*%40/gi, '%3A%2F%2F***%40')
    .replace(/([?&][^=&#]*(?:password|secret|key|token)[^=&#]*=)[^&#]*/gi, '$1***');
}
