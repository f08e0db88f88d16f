// Follows a restore that replaces the site with another one.
import { recheckSite } from '../data/session.ts';

/** Interval between two checks, in milliseconds, and their maximum number. */
const intervalMs = 1000;
const maxChecks = 3600;

/**
 * Leaves this document when the service serves the other site. Until then, and if the restore fails, nothing happens. For a moment, the
 * service cannot be reached.
 */
export async function followReplacement(): Promise<void> {
  for (let n = 0; n < maxChecks; n += 1) {
    await new Promise((later) => setTimeout(later, intervalMs));
    await recheckSite().catch(() => undefined);
  }
}
