// CPU time of processes, as Linux counts it in /proc.
import { readdirSync, readFileSync } from 'node:fs';

/** What /proc/PID/stat counts in: the kernel's USER_HZ, which is 100 on every platform that Node runs on. Milliseconds. */
const clockTickMs = 10;

/** The text of a file of /proc, empty where the process has just ended. */
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

/** How long processes have run and how long they have waited for a processor that others had. Milliseconds. */
export interface CpuTime {
  readonly usedMs: number;
  readonly waitedMs: number;
}

const sum = (times: readonly CpuTime[]): CpuTime => ({
  usedMs: times.reduce((total, { usedMs }) => total + usedMs, 0),
  waitedMs: times.reduce((total, { waitedMs }) => total + waitedMs, 0),
});

/** CPU time of the live threads of a process, which Linux counts in nanoseconds. */
const ownCpu = (pid: number): CpuTime =>
  sum(
    list(`/proc/${pid}/task`).map((task) => {
      const [used = '', waited = ''] = read(`/proc/${pid}/task/${task}/schedstat`).split(' ');
      return { usedMs: Number(used) / 1e6, waitedMs: Number(waited) / 1e6 };
    }),
  );

/** The fields of a `stat` file from the state on; the name of the program before them, in brackets, may contain spaces. */
function fieldsOf(file: string): string[] {
  const stat = read(file);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** CPU time of the children of a process that have ended, with that of theirs. */
function endedChildrenCpu(pid: number): CpuTime {
  const fields = fieldsOf(`/proc/${pid}/stat`);
  const [user = '0', system = '0'] = fields.slice(13, 15);
  return { usedMs: (Number(user) + Number(system)) * clockTickMs, waitedMs: 0 };
}

/** The processes that a process has started and that still run. */
export const childrenOf = (pid: number): number[] =>
  list(`/proc/${pid}/task`).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  );

/** CPU time of a process so far, with all that it has started, whether that still runs or not. */
export const treeCpu = (pid: number): CpuTime =>
  sum([ownCpu(pid), endedChildrenCpu(pid), ...childrenOf(pid).map(treeCpu)]);

/** Whether a process, or one that it has started, runs or waits for the disk, as one that is just starting does. */
export const isTreeActive = (pid: number): boolean =>
  list(`/proc/${pid}/task`).some((task) => ['R', 'D'].includes(fieldsOf(`/proc/${pid}/task/${task}/stat`)[0] ?? '')) ||
  childrenOf(pid).some(isTreeActive);

/**
 * CPU time so far of a PostgreSQL server on this machine for one database: of its sessions, their parallel workers, and
 * whatever of the server has ended.
 */
export function postgresCpu(postmaster: number, database: string): CpuTime {
  const working = childrenOf(postmaster).filter((pid) => {
    const title = read(`/proc/${pid}/cmdline`);
    return title.includes(` ${database} `) || title.includes('parallel worker');
  });
  return sum([endedChildrenCpu(postmaster), ...working.map(ownCpu)]);
}

export const noCpu: CpuTime = { usedMs: 0, waitedMs: 0 };
