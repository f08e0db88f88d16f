// Reads the CPU time of processes from /proc, which only Linux has.
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Length of a clock tick in /proc/PID/stat, in milliseconds. The kernel's USER_HZ is 100 on every platform that Node supports.
 */
const clockTickMs = 10;

/** Returns the content of a /proc file; empty if the process has just exited. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Time that processes have run, and time that they have waited for a processor, both in milliseconds. */
export interface CpuTime {
  readonly usedMs: number;
  readonly waitedMs: number;
}

const sum = (times: readonly CpuTime[]): CpuTime => ({
  usedMs: times.reduce((total, { usedMs }) => total + usedMs, 0),
  waitedMs: times.reduce((total, { waitedMs }) => total + waitedMs, 0),
});

/** Returns the CPU time of a process's live threads, which Linux reports in nanoseconds. */
const threadsCpu = (pid: number): CpuTime =>
  sum(
    list(`/proc/${pid}/task`).map((task) => {
      const [used = '', waited = ''] = read(`/proc/${pid}/task/${task}/schedstat`).split(' ');
      return { usedMs: Number(used) / 1e6, waitedMs: Number(waited) / 1e6 };
    }),
  );

/**
 * Returns the fields of a `stat` file, beginning with the process state. The program name before the state is in parentheses
 * and may contain spaces.
 */
function fieldsOf(file: string): string[] {
  const stat = read(file);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Returns the CPU time of a process's exited children, including their descendants. */
function exitedChildrenCpu(pid: number): CpuTime {
  const fields = fieldsOf(`/proc/${pid}/stat`);
  const [user = '0', system = '0'] = fields.slice(13, 15);
  return { usedMs: (Number(user) + Number(system)) * clockTickMs, waitedMs: 0 };
}

/** Returns the IDs of a process's running children. */
export const childrenOf = (pid: number): number[] =>
  list(`/proc/${pid}/task`).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  );

/** Returns the CPU time that a process and its running and exited descendants have used so far. */
export const treeCpu = (pid: number): CpuTime =>
  sum([threadsCpu(pid), exitedChildrenCpu(pid), ...childrenOf(pid).map(treeCpu)]);

/** Whether a process or any of its descendants is running or waiting for the disk, as processes do while they start. */
export const isTreeActive = (pid: number): boolean =>
  list(`/proc/${pid}/task`).some((task) => ['R', 'D'].includes(fieldsOf(`/proc/${pid}/task/${task}/stat`)[0] ?? '')) ||
  childrenOf(pid).some(isTreeActive);

/**
 * Returns the CPU time that a local PostgreSQL server has used for one database so far: in its sessions, in parallel
 * workers, and in all exited backends.
 */
export function postgresCpu(postmaster: number, database: string): CpuTime {
  const working = childrenOf(postmaster).filter((pid) => {
    const title = read(`/proc/${pid}/cmdline`);
    return title.includes(` ${database} `) || title.includes('parallel worker');
  });
  return sum([exitedChildrenCpu(postmaster), ...working.map(threadsCpu)]);
}

export const noCpu: CpuTime = { usedMs: 0, waitedMs: 0 };
