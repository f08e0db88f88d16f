// Whether mail can be sent.
import { type Finding, healthTest } from './finding.ts';
import type { HealthParts } from './parts.ts';

/** Tries the mail server that mail is sent with. */
export const mail = ({ tryMail }: HealthParts) =>
  healthTest('mail', 'Performance', async (signal): Promise<Finding> => {
    const { isSet, problem } = await tryMail(signal);
    if (!isSet)
      return {
        status: 'recommended',
        label: 'No mail is sent',
        description: 'No mail server is set, so nobody is told of comments or can set a new password by mail.',
        action: 'Configure a mail server.',
      };
    if (problem === undefined)
      return { status: 'good', label: 'Mail can be sent', description: 'The mail server takes mail from the service.' };
    return {
      status: 'critical',
      label: 'Mail cannot be sent',
      description: problem,
      action: 'Look at the address, the user and the password of the mail server.',
    };
  });
