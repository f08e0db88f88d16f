// Runs the service inside another Node.js program (docs/embedding.md).
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isSupported, oldestVersion } from '../launcher/installed-node.js';
import { installPublicModules } from '../launcher/public-modules.js';
import type { OctavoOptions } from './options.ts';

/** The username and the generated password of the first administrator. */
export interface FirstAdministrator {
  readonly username: string;
  readonly password: string;
}

/** A service that runs in this process. */
export interface Octavo {
  /** The public URL of the service, without a trailing slash. */
  readonly home: string;
  /** The URL of the REST root, without a trailing slash. */
  readonly rest: string;
  /** The administrator of a new site, if this call created the site and generated a password. It is available only here, and only once. */
  readonly administrator: FirstAdministrator | undefined;
  /**
   * Serves a request that an HTTP server of this program has received. All URLs of the service are below `/`, so only requests that the
   * program does not serve itself should be passed on. Responds with 503 after `close`.
   */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
  /**
   * Listens on the configured host and port, and returns the URL. Not needed by programs that use `handler`. Throws an Error if the port is
   * not available, or when it is called a second time or after `close`.
   */
  listen(): Promise<{ readonly url: string }>;
  /**
   * Stops accepting connections, responds to accepted requests, and closes all files, processes and connections. Nothing keeps the program
   * alive afterwards. Can be called repeatedly.
   */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The global property that contains the URL of the copy of the package that runs in this process. */
const runningCopy = Symbol.for('octavo.runningCopy');

/**
 * Opens a site and runs its service in this process. Creates the site if the data folder is empty. A process can run several services with
 * different data folders.
 *
 * The service installs no signal handlers and does not change the umask of the process: call `close` when the program stops. Files and
 * folders that it creates are accessible only to the user of the process.
 *
 * Nothing is printed. The password of a new administrator cannot be lost with an error, because a site is initialized after all other steps.
 *
 * Throws an Error with a message for operators if an option or the configuration of the site is invalid, the data cannot be opened, Node.js is
 * too old, or another copy of the package runs in this process.
 */
export async function createOctavo(options: OctavoOptions = {}): Promise<Octavo> {
  requireSupportedNode();
  requireSingleCopy();
  installPublicModules();
  // Loaded on demand: configuration files import this module for their types.
  const { makeEmbeddedConfig } = await import('./options.ts');
  const requestedConfig = makeEmbeddedConfig(options);
  const { open } = await import('./open.ts');
  const { stop, config, first, handleRequest, listen, close } = await open(requestedConfig);
  const { home } = config;
  let hasListened = false;
  let closed: Promise<void> | undefined;
  const closeOnce = () => {
    stop.request();
    closed ??= close();
    return closed;
  };
  return {
    home,
    rest: `${home}/rest`,
    administrator: administratorOf(first),
    handler: handleRequest,
    async listen() {
      if (closed) throw new Error('This service is closed.');
      if (hasListened) throw new Error('This service is already listening.');
      hasListened = true;
      await listen();
      return { url: urlOf(config) };
    },
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  };
}

function requireSupportedNode(): void {
  const { node } = process.versions;
  if (!isSupported(node))
    throw new Error(`Octavo needs Node ${oldestVersion.join('.')} or newer and this is Node ${node}.`);
}

/**
 * Throws an Error if another copy of the package runs in this process: imports of `octavo/extension` in the extensions of a site lead to one
 * copy only.
 */
function requireSingleCopy(): void {
  const globals = globalThis as { [runningCopy]?: string };
  globals[runningCopy] ??= import.meta.url;
  if (globals[runningCopy] !== import.meta.url)
    throw new Error(`Another copy of Octavo already runs in this process: ${globals[runningCopy]}.`);
}

/** Returns the URL at which a service listens. */
const urlOf = ({ host, port }: { readonly host: string; readonly port: number }): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

const administratorOf = (
  first: { readonly administrator: string | undefined; readonly password: string | undefined } | undefined,
): FirstAdministrator | undefined =>
  first?.administrator === undefined || first.password === undefined
    ? undefined
    : { username: first.administrator, password: first.password };
