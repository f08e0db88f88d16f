// For tests of signals: sends them to a process or its whole group, and looks at the processes below it (Linux).
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** How a stop is requested. */
export interface StopSignal {
  readonly signal: 'SIGTERM' | 'SIGINT';
  readonly to: 'process' | 'group';
  readonly times: 1 | 3;
}

/** The pause between two signals, in milliseconds: people press Ctrl-C again while the first is being handled. */
const BETWEEN_MS = 40;

export const describeSignal = ({ signal, to, times }: StopSignal): string =>
  `${signal} to the ${to}${times > 1 ? `, ${times} times` : ''}`;

/** Sends signals to a process that leads its group. One that has ended meanwhile receives no more. */
export async function sendSignals({ pid = 0 }: ChildProcess, { signal, to, times }: StopSignal): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    if (n > 0) await pause(BETWEEN_MS);
    try {
      process.kill(to === 'group' ? -pid : pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Whether any process of the group that a process leads is alive. */
export function hasGroup({ pid = 0 }: ChildProcess): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

/** Whether a process handles a signal itself; undefined where the system does not tell. */
export function handlesSignal({ pid }: ChildProcess, signal: NodeJS.Signals): boolean | undefined {
  const status = read(`/proc/${pid}/status`);
  const caught = /^SigCgt:\s+([0-9a-f]+)$/m.exec(status)?.[1];
  return caught === undefined
    ? undefined
    : ((BigInt(`0x${caught}`) >> BigInt(constants.signals[signal] - 1)) & 1n) === 1n;
}

/** The processes below one whose command line contains a text. Empty where the system does not tell. */
export function descendants({ pid }: { readonly pid?: number | undefined }, containing: string): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [
    ...(read(`/proc/${child}/cmdline`).includes(containing) ? [child] : []),
    ...descendants({ pid: child }, containing),
  ]);
}

/** Whether processes can be looked at as these tests need it. */
export const canLookAtProcesses = existsSync('/proc/self/task') && read(`/proc/self/status`).includes('SigCgt');

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
