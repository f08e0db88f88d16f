// Causes costs that the query of a request determines, so that the cost meter can be tested. It is preloaded into the service.
// `?spin=80` uses 80 ms of CPU time on the event loop, `?once=80` only the first time, and `?child=80` in a child process.
// `?sleep=80` blocks for 80 ms without using CPU time, as if another process were running. `?keep=80` retains 80 MB.
import { spawn } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

const retained: Buffer[] = [];
let hasSpun = false;

function spin(milliseconds: number): void {
  const used = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  for (const until = used() + milliseconds; used() < until; );
}

const actions: Readonly<Record<string, (amount: number) => void>> = {
  spin,
  once(milliseconds) {
    if (!hasSpun) spin(milliseconds);
    hasSpun = true;
  },
  sleep: (milliseconds) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds),
  child(milliseconds) {
    const code = `
      const used = ({ user, system } = process.cpuUsage()) => (user + system) / 1000;
      while (used() < ${milliseconds});`;
    spawn(process.execPath, ['--eval', code], { stdio: 'ignore' });
  },
  keep: (megabytes) => void retained.push(Buffer.alloc(megabytes * 1_000_000, 1)),
};

subscribe('http.server.request.start', (message) => {
  const { request } = message as { request: IncomingMessage };
  for (const [name, amount] of new URL(request.url ?? '', 'http://x').searchParams) actions[name]?.(Number(amount));
});
