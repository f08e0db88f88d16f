// Starts the service in the process of the tests: a start in a process of its own costs much more CPU time. Tests of signals, memory,
// logs and crashes start processes instead (faults/service-process.ts).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openData } from '../server/command-line/open-data.ts';
import { Output } from '../server/command-line/output.ts';
import { startService } from '../server/command-line/start-service.ts';
import { StopRequest } from '../server/command-line/stop.ts';
import { runCommand } from './commands/in-process.ts';
import { parseServeConfig } from './parse-config.ts';

export interface ServiceResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of any shape and assert what they find.
  readonly body: any;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** A service that `octavo serve` would start, in the process of the tests. */
export interface InProcessService {
  /** Path of the data folder. */
  readonly data: string;
  /** Origin of the service, without a path. */
  readonly origin: string;
  /** URL of the REST root, without a slash at the end. */
  readonly rest: string;
  /** Username and application password of the administrator. */
  readonly user: Credentials;
  /** Authorization header with these credentials. */
  readonly authorization: string;
  /** The password of the account of the administrator, unless the site existed before. */
  readonly accountPassword: string;
  /** Sends a request as the administrator; `path` is relative to the REST root. */
  request(method: string, path: string, json?: object): Promise<ServiceResponse>;
  /** Sends a GET request without credentials; `path` is relative to the REST root. */
  read(path: string): Promise<ServiceResponse>;
  /** Stops the service gracefully. */
  close(): Promise<void>;
}

interface Options {
  /** Path of the data folder; a new one, which is deleted when the service is closed, if absent. */
  readonly data?: string;
  /** Writes files to the data folder or runs commands on it before the service starts. */
  readonly prepare?: (data: string) => Promise<unknown>;
  /** Environment variables that configure the service. */
  readonly env?: Readonly<Record<string, string>>;
  /** The port; a free one if absent. */
  readonly port?: number;
}

/** The password of the account of the administrator of a new site. */
const accountPassword = 'correct horse battery staple';

/**
 * Starts the service on a free port, and waits until it listens. Only errors are logged. Only one service at a time can be starting in
 * a process.
 */
export async function startInProcess({
  data: existing,
  prepare,
  env = {},
  port = 0,
}: Options = {}): Promise<InProcessService> {
  const data = existing ?? (await mkdtemp(path.join(tmpdir(), 'octavo-in-process-')));
  await prepare?.(data);
  const args = ['--port', String(port), '--data', data, '--log-level', 'error'];
  const config = parseServeConfig(args, { OCTAVO_ADMIN_PASSWORD: accountPassword, ...env });
  const stop = new StopRequest();
  const opened = await openData(config, stop.signal);
  const started = await startService({ config, data: opened, stop, output: new Output(false) });
  const { OCTAVO_DATABASE: database } = env;
  const location = ['--data', data, ...(database === undefined ? [] : ['--database', database])];
  const password = (await runCommand(['app-password', 'create', 'admin', '--name', 'tests', ...location])).trim();
  const origin = started.config.home;
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  const send = async (requestPath: string, options: RequestInit) => {
    const response = await fetch(`${origin}/rest${requestPath}`, options);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  return {
    data,
    origin,
    rest: `${origin}/rest`,
    user: { username: 'admin', password },
    authorization,
    accountPassword,
    request: (method, requestPath, json) =>
      send(requestPath, {
        method,
        headers: { authorization, ...(json && { 'content-type': 'application/json' }) },
        ...(json && { body: JSON.stringify(json) }),
      }),
    read: (requestPath) => send(requestPath, {}),
    async close() {
      await started.close();
      if (existing === undefined) await rm(data, { recursive: true, force: true });
    },
  };
}
