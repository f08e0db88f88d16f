// Preloaded into a service to prove that the meter sees what it must: makes requests cost what their query asks for.
// `?spin=80`: 80 ms of CPU time on the event loop; `?once=80`: the same, the first time only; `?sleep=80`: blocks without using the
// CPU, as other processes do; `?child=80`: 80 ms in a process of its own; `?keep=80`: 80 MB that stay.
import { spawn } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

const kept: Buffer[] = [];
let hasSpun = false;

function spin(milliseconds: number): void {
  const used = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  for (const until = used() + milliseconds; used() < until; );
}

const acts: Readonly<Record<string, (amount: number) => void>> = {
  spin,
  once(milliseconds) {
    if (!hasSpun) spin(milliseconds);
    hasSpun = true;
  },
  sleep: (milliseconds) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds),
  child(milliseconds) {
    const code = `while (process.cpuUsage().user < ${milliseconds * 1000});`;
    spawn(process.execPath, ['--eval', code], { stdio: 'ignore' });
  },
  keep: (megabytes) => void kept.push(Buffer.alloc(megabytes * 1_000_000, 1)),
};

subscribe('http.server.request.start', (message) => {
  const { request } = message as { request: IncomingMessage };
  for (const [name, amount] of new URL(request.url ?? '', 'http://x').searchParams) acts[name]?.(Number(amount));
});
