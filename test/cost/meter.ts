// Preloaded into the measured service (NODE_OPTIONS=--import): measures how long its event loop is blocked, and reports
// that and its memory to the test over a socket. Only processes that serve HTTP report; blocking a reader process or an
// image worker does not delay other clients.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { MeterReport } from './metered-service.ts';

const socketPath = process.env.OCTAVO_TEST_METER ?? '';
const tickMs = 2;
const requestStarted = 'http.server.request.start';

/** Returns the CPU time of this thread. Milliseconds. */
const threadCpu = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

let tickedAt = performance.now();
let cpuAtTick = threadCpu();
let longest = { blockMs: 0, gapMs: 0 };

/**
 * Ends the current gap between two turns of the event loop. The thread's CPU time within the gap is what the service
 * used; a gap without CPU time is caused by other processes on the machine.
 */
function tick(): void {
  const now = performance.now();
  const cpu = threadCpu();
  const gap = { blockMs: Math.min(cpu - cpuAtTick, now - tickedAt), gapMs: now - tickedAt };
  if (gap.blockMs > longest.blockMs) longest = gap;
  tickedAt = now;
  cpuAtTick = cpu;
}

function report(): MeterReport {
  tick();
  const { rss, heapUsed, external } = process.memoryUsage();
  const measured = { ...longest, pid: process.pid, rssBytes: rss, heapBytes: heapUsed, externalBytes: external };
  longest = { blockMs: 0, gapMs: 0 };
  return measured;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  tick();
  longest = { blockMs: 0, gapMs: 0 };
}

function startMeasuring(): void {
  unsubscribe(requestStarted, startMeasuring);
  setInterval(tick, tickMs).unref();
  const socket = connect(socketPath).unref();
  // The test has ended.
  socket.on('error', () => {});
  createInterface(socket).on('line', (command) => {
    if (command === 'collect') collectGarbage();
    socket.write(`${JSON.stringify(report())}\n`);
  });
}

if (socketPath !== '') subscribe(requestStarted, startMeasuring);
