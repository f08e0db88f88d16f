// Whether the address that the service is told it has leads to it.
import { type Finding, healthTest } from './finding.ts';
import type { HealthParts } from './parts.ts';

/** How long the service may take to answer itself. Milliseconds. */
const patience = 5000;

/** The longest answer that is looked at. Bytes; the one that is asked for has fewer than a hundred. */
const longest = 10_000;

/** Asks the REST root for who it is. */
export const loopbackRequests = ({ site }: HealthParts) =>
  healthTest('loopback-requests', 'Performance', async (signal): Promise<Finding> => {
    const fault = await faultOf(site.rest, site.home, AbortSignal.any([signal, AbortSignal.timeout(patience)]));
    if (fault === undefined)
      return {
        status: 'good',
        label: 'The service reaches itself',
        description: 'A request to the address of the site was answered by this site.',
      };
    return {
      status: 'recommended',
      label: 'The service does not reach itself',
      description: `A request to the address of the site ${fault}.`,
      action: 'Look at --home, at the name of the host, and at what stands between the service and its readers.',
    };
  });

async function faultOf(rest: string, home: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const answer = await fetch(`${rest}/?_fields=url`, { signal, redirect: 'manual' });
    if (answer.status !== 200) {
      await answer.body?.cancel();
      return `was answered with the status ${answer.status}`;
    }
    let text = '';
    for await (const piece of answer.body ?? []) {
      text += Buffer.from(piece).toString('latin1');
      if (text.length > longest) return 'was answered by something else';
    }
    return isSelf(text, home) ? undefined : 'was answered by something else';
  } catch {
    return signal.aborted ? `had no answer after ${patience / 1000} seconds` : 'could not be sent';
  }
}

function isSelf(text: string, home: string): boolean {
  try {
    return (JSON.parse(text) as { url?: unknown } | null)?.url === home;
  } catch {
    return false;
  }
}
