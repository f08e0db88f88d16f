// Tests whether the site uses HTTPS.

import type { HealthDeps } from './deps.ts';
import { type Finding, healthTest } from './finding.ts';

/** Returns the test that checks whether the URL of the site begins with https. */
export const httpsStatus = ({ site }: HealthDeps) =>
  healthTest('https-status', 'Security', async (): Promise<Finding> => {
    if (site.home.startsWith('https://'))
      return {
        status: 'good',
        label: 'The site uses HTTPS',
        description: 'The URL of the site begins with https.',
      };
    return {
      status: 'recommended',
      label: 'The site does not use HTTPS',
      description: 'The URL of the site begins with http, so passwords are transmitted unencrypted.',
      action: 'Put a reverse proxy with HTTPS in front of the service, and set --home to the https URL.',
    };
  });
