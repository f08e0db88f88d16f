// Creates the HTTP server of a service: the API at its mounts, the admin, screens, pages and files.
import type { Logger } from 'pino';
import { compatibleSpelling } from '../../contract/names/spelling.ts';
import type { ServeConfig } from '../config/config.ts';
import { AccessLog } from '../edge/access-log.ts';
import type { Draining } from '../edge/draining.ts';
import { makeEdge } from '../edge/edge.ts';
import type { Availability } from '../edge/edge-deps.ts';
import type { HttpServer } from '../edge/http-server.ts';
import { makeMcp } from '../edge/mcp/handle-mcp.ts';
import { adminMountOf, mountsOf, type ServedApi } from '../edge/mounts.ts';
import { makePages } from '../edge/pages.ts';
import type { ResponseCache } from '../edge/response-cache.ts';
import type { ScreenFiles } from '../extensions/screens.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { MountedApi, Service } from '../service.ts';
import { makeSite } from '../site.ts';
import { version } from '../version.ts';
import { openAdminFiles } from './find-admin.ts';
import type { InFlight } from './in-flight.ts';

/** Returns the maximum size of a request body that is read into memory, in bytes. */
export const maxBodyBytesOf = ({ maxBodyMiB }: ServeConfig): number => maxBodyMiB * 1024 * 1024;

/** The service that the HTTP server serves. */
interface ServedService {
  readonly config: ServeConfig;
  readonly service: Service;
  readonly logger: Logger;
}

/** Dependencies of the HTTP server that are created when the service starts. */
interface EdgeDeps {
  readonly responseCache: ResponseCache;
  readonly inFlight: InFlight;
  readonly draining: Draining;
  readonly metrics: Metrics | undefined;
  readonly availability: Availability;
  /** The components of screens of extensions. */
  readonly screenFiles: ScreenFiles;
}

/**
 * Creates the HTTP server without listening. The work of a request is tracked until it ends, even if the client disconnects. Throws
 * ConfigError if the configured folder contains no admin.
 */
export function openEdge(
  { config, service, logger }: ServedService,
  { responseCache, inFlight, draining, metrics, availability, screenFiles }: EdgeDeps,
): HttpServer {
  const { origins, proxies, accessLog } = config;
  const site = makeSite(config.home, config.front, config.compatibility, config.pages);
  const native = { ...service.native, dispatch: inFlight.track(service.native.dispatch) };
  const ownCompatible = compatibleApi(service, inFlight);
  const compatible = config.compatibility ? ownCompatible : undefined;
  const mounts = mountsOf(site, native, compatible);
  const settingValues = () => service.settings.values;
  const base = new URL(site.home).pathname.replace(/\/$/, '');
  const screens = {
    screens: { ...service.screens, handle: inFlight.track(service.screens.handle) },
    base,
    compatible: config.compatibility,
  };
  const admin = {
    ...{ mount: adminMountOf(site, ownCompatible), files: openAdminFiles(config), base },
    screenFiles,
  };
  return makeEdge({
    ...{ proxies, draining },
    api: { mounts, admin, origins, cache: responseCache, ...service.errors },
    handlers: {
      ...{ screens, files: service.media.files, servePage: inFlight.track(service.servePage) },
      availability,
      pages: makePages({
        ...{ urls: site, mounts, version: version(), siteInfo: settingValues },
        hasFeeds: config.pages !== 'off',
      }),
      handleMcp: makeMcp({
        maxTextBytes: config.maxTextKiB * 1024,
        origins: [new URL(site.home).origin, ...origins],
        ...{ native, compatible, version: version(), siteInfo: settingValues },
      }),
    },
    observers: {
      ...{ logger, recordRequest: metrics?.record },
      accessLog: accessLog === 'off' ? undefined : new AccessLog(logger, accessLog === 'errors' ? 400 : 0),
    },
    limits: { maxBodyBytes: maxBodyBytesOf(config), responseMemory: config.responseMemoryMiB * 1024 * 1024 },
  });
}

/**
 * Returns the API in the compatible spelling, which is compiled when the first request needs it. Compiling it cannot fail, because the same
 * declarations have already been compiled in the native spelling.
 */
const compatibleApi = (
  { openCompatible }: Pick<Service, 'openCompatible'>,
  inFlight: InFlight,
): ServedApi & Pick<MountedApi, 'abilities'> => ({
  spelling: compatibleSpelling,
  dispatch: inFlight.track(async (request) => openCompatible().dispatch(request)),
  findUsedQuery: (path, query) => openCompatible().findUsedQuery(path, query),
  rejectLargeBody: (request) => openCompatible().rejectLargeBody(request),
  get table() {
    return openCompatible().table;
  },
  get abilities() {
    return openCompatible().abilities;
  },
});
