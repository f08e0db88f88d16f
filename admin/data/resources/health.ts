// Reads the results of the site health tests.
import { send } from '../client.ts';

/** The result of a site health test. */
export interface HealthResult {
  readonly test: string;
  readonly label: string;
  readonly status: 'good' | 'recommended' | 'critical';
}

const path = '/wp-site-health/v1/tests';

/** Tests that are quick and of interest to everyone who may see the health of the site. */
const tests = ['storage', 'disk-space', 'background-jobs', 'mail'] as const;

/** Runs the tests. Throws ApiError. */
export const runHealthTests = (signal?: AbortSignal): Promise<readonly HealthResult[]> =>
  Promise.all(
    tests.map(async (test) => (await send<HealthResult>(`${path}/${test}`, { ...(signal && { signal }) })).data),
  );
