// Whether readers and writers talk to the site in secret.
import { type Finding, healthTest } from './finding.ts';
import type { HealthParts } from './parts.ts';

/** Looks at the address of the site. */
export const httpsStatus = ({ site }: HealthParts) =>
  healthTest('https-status', 'Security', async (): Promise<Finding> => {
    if (site.home.startsWith('https://'))
      return {
        status: 'good',
        label: 'The site uses HTTPS',
        description: 'The address of the site begins with https.',
      };
    return {
      status: 'recommended',
      label: 'The site does not use HTTPS',
      description: 'The address of the site begins with http, so passwords travel in the open.',
      action: 'Put a server that speaks HTTPS in front of the service, and say so with --home.',
    };
  });
