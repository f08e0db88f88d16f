// Signs deliveries according to Standard Webhooks (standardwebhooks.com): HMAC-SHA256 of ID, timestamp and body.
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** Returns a new secret of 32 random bytes, Base64-encoded with the standard prefix. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

/** Returns the headers of an attempt, with one signature per secret. `now` is in milliseconds since 1970. */
export function signedHeaders(
  { uuid, body }: { readonly uuid: string; readonly body: string },
  secrets: readonly string[],
  now: number,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
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
