// Checks the port, the public URL and the mail server of the service.
import { lookup } from 'node:dns/promises';
import type { ServeConfig } from '../../config/config.ts';
import { settingName } from '../../config/options.ts';
import type { Declarations } from '../../config/site-config.ts';
import { readSiteTheme } from '../../config/site-theme.ts';
import { DatabaseMisuse } from '../../database/errors.ts';
import type { Database } from '../../database/handle.ts';
import { checkConnection, testTransport } from '../../mail/check-connection.ts';
import type { MailTimeouts } from '../../mail/transport.ts';
import {
  checkHttpsStatus,
  checkLoopbackRequests,
  checkMail,
  findLoopbackProblem,
} from '../../namespaces/site-health/health-tests.ts';
import { makeService } from '../../service.ts';
import { makeSite } from '../../site.ts';
import { requireFreePorts } from '../listen.ts';
import { resolveMailConfig } from '../start-mail.ts';
import { type CheckResult, fromFinding, ok, problem, warning } from './check-result.ts';

/** Maximum difference between the clock of this machine and the `Date` header of the public URL, in milliseconds. */
const maxClockDifferenceMs = 5000;

const mailTimeouts: MailTimeouts = { connectionMs: 5000, greetingMs: 5000, idleMs: 5000, totalMs: 9000 };

/** Returns whether the service of this site is running on this machine, and the result of the check of its port. */
export async function checkPort(
  config: ServeConfig,
  signal: AbortSignal,
): Promise<{ readonly isRunning: boolean; readonly result: CheckResult }> {
  const { host, port, home } = config;
  if (port === 0) return { isRunning: false, result: ok('port', 'The service chooses a free port.') };
  const isFree = await requireFreePorts({ ...config, metricsPort: undefined }).then(
    () => true,
    () => false,
  );
  if (isFree)
    return { isRunning: false, result: ok('port', `Port ${port} on ${host} is free; the service is not running.`) };
  const site = makeSite(home, undefined);
  const rest = new URL(new URL(site.rest).pathname, listenerUrl(config)).href;
  const isOwn = (await findLoopbackProblem(rest, site.home, signal)) === undefined;
  if (isOwn) return { isRunning: true, result: ok('port', `The service is running on ${host}, port ${port}.`) };
  const setting = settingName(config.sources, 'port');
  return {
    isRunning: false,
    result: problem(
      'port',
      `Port ${port} on ${host} is not available, and no service of this site with the public URL ${home} responds on it.`,
      `Choose another port with ${setting}, or run octavo doctor with the same settings as the service.`,
    ),
  };
}

/** Returns the URL at which the service listens, for requests from this machine. */
function listenerUrl({ host, port }: ServeConfig): string {
  const local = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${local.includes(':') ? `[${local}]` : local}:${port}`;
}

/** Checks that the public URL leads to this site, that it uses HTTPS, and that proxies in front of the service are trusted. */
export async function checkPublicUrl(
  config: ServeConfig,
  isRunning: boolean,
  signal: AbortSignal,
): Promise<CheckResult[]> {
  const { home, host, port, proxies, sources } = config;
  const url = new URL(home);
  const homeSetting = settingName(sources, 'home');
  if (isLoopback(url.hostname))
    return [
      warning(
        'public-url',
        `The public URL is ${home}, which is reachable only from this machine.`,
        `Set ${homeSetting} to the URL that visitors use.`,
      ),
    ];
  const address = await lookup(url.hostname.replace(/^\[|\]$/g, '')).catch(() => undefined);
  if (!address)
    return [
      problem(
        'public-url',
        `The host ${url.hostname} of the public URL cannot be resolved.`,
        `Create a DNS record for it, or correct ${homeSetting}.`,
      ),
    ];
  const site = makeSite(home, undefined);
  const reached = isRunning
    ? [fromFinding('public-url', await checkLoopbackRequests(site, signal)), await checkUrlClock(home, signal)]
    : [ok('public-url', `${url.hostname} resolves to ${address.address}; start the service to check the URL itself.`)];
  return [...reached, fromFinding('https', await checkHttpsStatus(site)), checkProxies()];

  function checkProxies(): CheckResult {
    const setting = settingName(sources, 'trust-proxy');
    const isDirect = url.protocol === 'http:' && Number(url.port || '80') === port;
    if (isDirect || proxies.length > 0)
      return ok('proxies', isDirect ? 'No reverse proxy is needed.' : `Trusted proxies: ${proxies.join(', ')}.`);
    return warning(
      'proxies',
      `The public URL ${home} leads to the service through a reverse proxy, but no proxy is trusted, so that all visitors have the IP address of the proxy.`,
      `Set ${setting} to the address of the proxy${isLoopback(host) ? ', such as 127.0.0.1' : ''}.`,
    );
  }
}

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);

/** Compares the clock of this machine with the `Date` header of a response from the public URL. */
async function checkUrlClock(home: string, signal: AbortSignal): Promise<CheckResult> {
  try {
    const startedAt = Date.now();
    const response = await fetch(`${home}/healthz`, { signal, redirect: 'manual' });
    const endedAt = Date.now();
    await response.body?.cancel();
    const date = Date.parse(response.headers.get('date') ?? '');
    if (Number.isNaN(date)) return ok('public-url-clock', 'The response of the public URL has no date.');
    // The header has a resolution of one second.
    const difference = date < startedAt ? Math.max(0, startedAt - date - 1000) : Math.max(0, date - endedAt);
    if (difference <= maxClockDifferenceMs)
      return ok('public-url-clock', 'The clocks of this machine and of the public URL agree.');
    return warning(
      'public-url-clock',
      `The clocks of this machine and of the public URL are ${Math.round(difference / 1000)} seconds apart.`,
      'Synchronize the clocks of both machines with NTP.',
    );
  } catch {
    return warning(
      'public-url-clock',
      'The clock could not be compared with that of the public URL, because the request failed.',
      'See the result of public-url.',
    );
  }
}

/**
 * Connects to the mail server and signs in. The mail server can also be set over the API; `database` is that of a site whose schema is up
 * to date, or undefined.
 */
export async function checkMailServer(
  config: ServeConfig,
  declarations: Declarations,
  database: Database | undefined,
  signal: AbortSignal,
): Promise<CheckResult> {
  const configured = resolveMailConfig(config.mail, declarations.config);
  const testConfigured = async () => {
    if (!configured.server) return { isConfigured: false };
    const found = await checkConnection(configured.server, mailTimeouts, signal);
    return { isConfigured: true, ...(found && { problem: found.message }) };
  };
  const testMail = async () => {
    if (!database) return testConfigured();
    try {
      return await testSiteTransport(config, declarations, database, signal);
    } catch (error) {
      // The service would change the database, for example to register a new extension or to renew a token.
      if (error instanceof DatabaseMisuse) return testConfigured();
      throw error;
    }
  };
  return fromFinding('mail', await checkMail({ testMail }, signal));
}

/** Tests the transport that the service of a site would use. Throws DatabaseMisuse if that would change the database. */
async function testSiteTransport(
  config: ServeConfig,
  { config: siteConfig, extensions }: Declarations,
  database: Database,
  signal: AbortSignal,
) {
  const site = makeSite(config.home, config.front);
  const service = await makeService(
    { database, site, extensions, config: siteConfig, theme: readSiteTheme(config) },
    {
      limits: { maxTextBytes: config.maxTextKiB * 1024 },
      mail: { configured: resolveMailConfig(config.mail, siteConfig) },
    },
  );
  try {
    return await testTransport(service.transport, mailTimeouts, signal);
  } finally {
    service.mediaWorkers.close();
    await service.close();
  }
}
