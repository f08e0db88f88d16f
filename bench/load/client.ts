// Sends requests of one kind for some seconds, as a child process of a measurement (run-client.ts), so that the CPU time of the
// client is not that of the measuring process and can be reported. Its parent sends the task and receives the report.
import { Connection } from './connection.ts';
import { type Kind, requestKinds } from './requests.ts';

/** The load that a client process generates. */
export interface ClientTask {
  readonly kind: Kind;
  readonly origin: string;
  readonly authorization?: string | undefined;
  /** Number of connections, each of which sends one request after the other. */
  readonly clients: number;
  readonly seconds: number;
  /** Maximum number of requests that all connections together send per second; unlimited if absent. */
  readonly maxPerSecond?: number | undefined;
  /** Path of the content namespace. */
  readonly mount: string;
  /** IDs of the posts that the requests concern; empty if they concern none. */
  readonly targets: readonly number[];
}

/** The measurements of a client process. */
export interface ClientReport {
  /** Number of acknowledged writes, or of responses if the requests do not write. */
  readonly count: number;
  readonly perSecond: number;
  /** CPU time of the client process, in milliseconds. */
  readonly cpuMs: number;
  /** Response times, in milliseconds. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Runs a task. Throws if a request has another status than expected. */
async function run(task: ClientTask): Promise<ClientReport> {
  const { clients, seconds, maxPerSecond, mount, targets } = task;
  const { message, isSuccess, writes, usesUpTargets } = requestKinds[task.kind];
  const times: number[] = [];
  const prefix = `${Date.now().toString(36)}${process.pid.toString(36)}`;
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  const deadline = began + seconds * 1000;
  let sent = 0;
  const client = async () => {
    const connection = new Connection(task.origin, task.authorization);
    while (performance.now() < deadline && !(usesUpTargets && sent >= targets.length)) {
      const n = sent++;
      const request = message({ unique: `${prefix} ${n}`, target: targets[n % targets.length] ?? 0, mount });
      const path = request.path.replaceAll(' ', '-');
      const sentAt = performance.now();
      const response = await connection.send({ ...request, path });
      if (!isSuccess(response))
        throw new Error(
          `${request.method} ${path} returned ${response.status}: ${response.body.toString().slice(0, 500)}`,
        );
      times.push(performance.now() - sentAt);
      const due = maxPerSecond ? began + (sent * 1000) / maxPerSecond : 0;
      if (due > performance.now()) await new Promise((tick) => setTimeout(tick, due - performance.now()));
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: clients }, client));
  const elapsedSeconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const count = times.length * Math.max(1, writes);
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return {
    ...{ count, perSecond: count / elapsedSeconds, cpuMs: (user + system) / 1000 },
    ...{ p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) },
  };
}

process.once('message', async (task: ClientTask) => {
  process.send?.(await run(task));
  process.disconnect?.();
});
