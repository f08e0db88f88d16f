// Tests whether the mail server accepts connections.

import type { HealthDeps } from './deps.ts';
import { type Finding, healthTest } from './finding.ts';

/** Returns the test that connects to the mail server. */
export const mail = ({ testMail }: HealthDeps) =>
  healthTest('mail', 'Performance', async (signal): Promise<Finding> => {
    const { isConfigured, problem } = await testMail(signal);
    if (!isConfigured)
      return {
        status: 'recommended',
        label: 'Mail is not configured',
        description: 'No mail server is configured, so comment notifications and password reset emails are not sent.',
        action: 'Configure a mail server.',
      };
    if (problem === undefined)
      return {
        status: 'good',
        label: 'Mail can be sent',
        description: 'The service can connect to the mail server.',
      };
    return {
      status: 'critical',
      label: 'Mail cannot be sent',
      description: problem,
      action: 'Check the host, username and password of the mail server.',
    };
  });
