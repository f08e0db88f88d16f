// Sends signals to a process or its process group, and finds child processes, for signal tests on Linux.
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** The signal that requests a stop, its target, and the number of times that it is sent. */
export interface StopSignal {
  readonly signal: 'SIGTERM' | 'SIGINT';
  readonly to: 'process' | 'group';
  readonly times: 1 | 3;
}

/**
 * Pause between two signals, in milliseconds. It is short, as if Ctrl-C were pressed again while the first signal is handled.
 */
const SIGNAL_INTERVAL_MS = 40;

export const describeSignal = ({ signal, to, times }: StopSignal): string =>
  `${signal} to the ${to}${times > 1 ? `, ${times} times` : ''}`;

/** Sends signals to the leader of a process group, or to the group. It is not an error if no process is left. */
export async function sendSignals({ pid = 0 }: ChildProcess, { signal, to, times }: StopSignal): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    if (n > 0) await pause(SIGNAL_INTERVAL_MS);
    try {
      process.kill(to === 'group' ? -pid : pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Whether any process in the group of this leader is alive. */
export function isGroupAlive({ pid = 0 }: ChildProcess): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

/** Whether a process has a handler for a signal; undefined if the system does not provide this information. */
export function handlesSignal({ pid }: ChildProcess, signal: NodeJS.Signals): boolean | undefined {
  const status = read(`/proc/${pid}/status`);
  const caught = /^SigCgt:\s+([0-9a-f]+)$/m.exec(status)?.[1];
  return caught === undefined
    ? undefined
    : ((BigInt(`0x${caught}`) >> BigInt(constants.signals[signal] - 1)) & 1n) === 1n;
}

/**
 * Returns the IDs of those descendants of a process that have `containing` in their command lines; an empty list if the system
 * does not provide this information.
 */
export function descendants({ pid }: { readonly pid?: number | undefined }, containing: string): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [
    ...(read(`/proc/${child}/cmdline`).includes(containing) ? [child] : []),
    ...descendants({ pid: child }, containing),
  ]);
}

/** Whether this system provides the process information that the tests need. */
export const hasProcessInformation = existsSync('/proc/self/task') && read(`/proc/self/status`).includes('SigCgt');

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
