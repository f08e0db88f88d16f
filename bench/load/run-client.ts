// Runs the client process that sends writes and timed reads (client.ts).
import { fork } from 'node:child_process';
import path from 'node:path';
import type { ClientReport, ClientTask } from './client.ts';

/** A task whose mount and targets have default values: the native mount, and no targets. */
export type ClientOptions = Omit<ClientTask, 'mount' | 'targets'> & Partial<Pick<ClientTask, 'mount' | 'targets'>>;

/** Runs a task in a client process. Rejects if the client fails, for example because a status was unexpected. */
export function runClient({ mount = '/rest/cms/v2', targets = [], ...options }: ClientOptions): Promise<ClientReport> {
  const { promise, resolve, reject } = Promise.withResolvers<ClientReport>();
  const child = fork(path.join(import.meta.dirname, 'client.ts'), { stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
  let errors = '';
  child.stderr?.on('data', (data) => {
    errors += data;
  });
  child.once('message', (report) => resolve(report as ClientReport));
  child.once('error', reject);
  child.once('close', () => reject(new Error(`The client failed: ${errors}`)));
  const task: ClientTask = { ...options, mount, targets };
  child.send(task);
  return promise;
}
