import { readFileSync } from 'node:fs';

/** Unit of CPU time in `/proc`, in milliseconds: Linux reports hundredths of a second on every platform. */
const TICK_MS = 10;

/**
 * Returns the CPU time that a process has used since it started, in milliseconds (resolution: 10 ms); undefined if the process has exited
 * or the system has no `/proc`.
 */
export function cpuTimeMs(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in parentheses, which may itself contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined;
  }
}
