// Fills a running, newly created site with content of many kinds, using only HTTP requests.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from './client.ts';
import type { ExternalServices } from './external-services.ts';
import { fillComments } from './fill-comments.ts';
import { fillContent } from './fill-content.ts';
import { fillDesign } from './fill-design.ts';
import { connectChecker, fillExtensions, receiveFromChecker } from './fill-extensions.ts';
import { fillMedia } from './fill-media.ts';
import { fillUsers } from './fill-users.ts';

interface EmptySite {
  /** Origin of the service: `http://HOST:PORT`. */
  readonly origin: string;
  /** An application password of the first administrator. */
  readonly applicationPassword: string;
  readonly outside: ExternalServices;
}

/** Clients and credentials of a filled site. */
export interface FilledSite {
  /** A client that signs in as the first administrator. */
  readonly admin: Client;
  /** A client without credentials. */
  readonly anonymous: Client;
  /** An application password of each account, by username. */
  readonly applicationPasswords: Readonly<Record<string, string>>;
}

/** Fills a site. When it returns, all events and emails have been delivered, except those that must stay in their queues. */
export async function fillSite({ origin, applicationPassword, outside }: EmptySite): Promise<FilledSite> {
  const anonymous = new Client(`${origin}/rest`);
  const admin = anonymous.as('admin', applicationPassword);
  await fillSettings(admin);
  const webhook = await fillWebhooks(admin, outside);
  const { clients, applicationPasswords } = await fillUsers(admin, origin);
  await connectChecker({ admin, outside });
  const files = await fillMedia(clients);
  const content = await fillContent(clients, files);
  const pending = await fillComments(clients, anonymous, content);
  await fillDesign(admin);
  await fillExtensions({ admin, anonymous, content, outside });
  await receiveFromChecker(anonymous, pending);
  await admin.create('/octavo/v1/previews', { entry: content.post, lifetime: 30 * 24 * 3600 });
  await admin.get(`/cms-block-editor/v1/url-details?url=${encodeURIComponent(`${outside.origin}/page`)}`);
  await addFailedLogin(anonymous);
  await waitUntilDelivered(admin, webhook);
  return { admin, anonymous, applicationPasswords };
}

async function fillSettings(admin: Client): Promise<void> {
  await admin.update('/cms/v2/settings', {
    ...{ title: 'A fixture & its site', description: 'Every table has rows', timezone: 'Europe/Berlin' },
    ...{ date_format: 'Y-m-d', posts_per_page: 7, start_of_week: 0 },
  });
}

/**
 * Creates a webhook that receives all events, one whose receiver fails, and an inactive one. Returns the ID of the first
 * webhook.
 */
async function fillWebhooks(admin: Client, { origin }: ExternalServices): Promise<number> {
  const add = (path: string, more: object = {}) =>
    admin.create('/octavo/v1/webhooks', { url: `${origin}/${path}`, ...more });
  const { id } = await add('hook', { description: 'Receives all events.' });
  await add('failing-hook', { kinds: ['term.created'], description: 'Its receiver fails.' });
  const off = await add('hook', { types: ['post'], active: false, description: 'Is inactive.' });
  await admin.update(`/octavo/v1/webhooks/${off.id}/secret`, {});
  return id;
}

/** Adds a failed login to the audit log. */
async function addFailedLogin(anonymous: Client): Promise<void> {
  const { status } = await anonymous.as('editor-2', 'wrong').send('GET', '/cms/v2/users/me');
  if (status !== 401) throw new Error(`A wrong password returned status ${status}.`);
}

/**
 * Waits until a webhook has deliveries but none that are waiting, and at most two emails are waiting. Throws after about 40
 * seconds.
 */
async function waitUntilDelivered(admin: Client, webhook: number): Promise<void> {
  const isDelivered = async () => {
    const waiting = await admin.get(`/octavo/v1/webhooks/${webhook}/deliveries?state=waiting`);
    const delivered = await admin.get(`/octavo/v1/webhooks/${webhook}/deliveries?state=delivered`);
    const { mails } = await admin.update('/cms-mail-smtp/setup-wizard/v1/health', {});
    return waiting.length === 0 && delivered.length > 0 && (mails.sent ?? 0) > 0 && (mails.waiting ?? 0) <= 2;
  };
  for (let attempts = 0; !(await isDelivered()); attempts += 1) {
    if (attempts > 200) throw new Error('Webhook deliveries or emails were not completed in time.');
    await sleep(200);
  }
  // Listeners and the mail queue poll every second; failed logins are written every ten seconds.
  await sleep(2500);
}
