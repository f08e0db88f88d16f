// Signatures of deliveries, as Standard Webhooks has them (standardwebhooks.com): HMAC-SHA256 of number, moment and body.
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A new secret: 32 random bytes, as receivers enter it. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

/** The headers of a try. `at` is its moment, milliseconds since 1970; every secret signs. */
export function signedHeaders(
  { uuid, body }: { readonly uuid: string; readonly body: string },
  secrets: readonly string[],
  at: number,
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${uuid}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'Content-Type': 'application/json',
    'webhook-id': uuid,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
