// Tests whether requests to the configured URL reach this service.

import type { HealthDeps } from './deps.ts';
import { type Finding, healthTest } from './finding.ts';

/** Timeout of the request, in milliseconds. */
const timeoutMs = 5000;

/** Maximum length of the response, in bytes. The expected response is shorter than 100 bytes. */
const maxResponseLength = 10_000;

/** Returns the test that requests the site index at the URL of the site. */
export const loopbackRequests = ({ site }: HealthDeps) =>
  healthTest('loopback-requests', 'Performance', async (signal): Promise<Finding> => {
    const problem = await findProblem(site.rest, site.home, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
    if (problem === undefined)
      return {
        status: 'good',
        label: 'The site is reachable at its URL',
        description: 'A request to the URL of the site reached this service.',
      };
    return {
      status: 'recommended',
      label: 'The site is not reachable at its URL',
      description: `A request to the URL of the site ${problem}.`,
      action: 'Check --home, the DNS records of the host, and the reverse proxy.',
    };
  });

async function findProblem(rest: string, home: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const response = await fetch(`${rest}/?_fields=url`, { signal, redirect: 'manual' });
    if (response.status !== 200) {
      await response.body?.cancel();
      return `returned the status ${response.status}`;
    }
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString('latin1');
      if (text.length > maxResponseLength) return 'reached another service';
    }
    return isSelf(text, home) ? undefined : 'reached another service';
  } catch {
    return signal.aborted ? `timed out after ${timeoutMs / 1000} seconds` : 'failed to connect';
  }
}

function isSelf(text: string, home: string): boolean {
  try {
    return (JSON.parse(text) as { url?: unknown } | null)?.url === home;
  } catch {
    return false;
  }
}
