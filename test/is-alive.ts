import { readFileSync } from 'node:fs';

/** Whether a process is running. A zombie, an exited process that its parent has not reaped yet, is not running. */
export function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    return !/^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${id}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
