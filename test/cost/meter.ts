// Measures how long the event loop of the service is blocked, and reports this time and the memory to the test over a socket.
// It is preloaded into the service (NODE_OPTIONS=--import). Only processes that serve HTTP report, because blocking a reader
// process or an image worker does not delay other clients.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { MeterReport } from './metered-service.ts';

const socketPath = process.env.OCTAVO_TEST_METER ?? '';
const tickMs = 2;
const requestStarted = 'http.server.request.start';

/** Returns the CPU time of this thread, in milliseconds. */
const threadCpu = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

let tickedAt = performance.now();
let cpuAtTick = threadCpu();
let longest = { blockMs: 0, gapMs: 0 };

/**
 * Ends the current interval between two ticks. The CPU time that the thread used in the interval shows how long the service
 * blocked the event loop. A long interval with little CPU time was caused by other processes on the machine.
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
  // The socket fails when the test has ended.
  socket.on('error', () => {});
  createInterface(socket).on('line', (command) => {
    if (command === 'collect') collectGarbage();
    socket.write(`${JSON.stringify(report())}\n`);
  });
}

if (socketPath !== '') subscribe(requestStarted, startMeasuring);
