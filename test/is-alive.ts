// Whether a process still runs.
import { readFileSync } from 'node:fs';

/** Returns whether a process runs. One that has ended does not, even where its parent has not taken notice yet. */
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
