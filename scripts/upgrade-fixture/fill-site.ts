// Fills a running, empty site with a little of everything, over HTTP alone.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from './client.ts';
import { fillComments } from './fill-comments.ts';
import { fillContent } from './fill-content.ts';
import { fillDesign } from './fill-design.ts';
import { connectChecker, fillExtensions, receiveFromChecker } from './fill-extensions.ts';
import { fillMedia } from './fill-media.ts';
import { fillUsers } from './fill-users.ts';
import type { OutsideWorld } from './outside-world.ts';

interface EmptySite {
  /** `http://HOST:PORT`, where the service listens. */
  readonly origin: string;
  /** An application password of the first administrator. */
  readonly applicationPassword: string;
  readonly outside: OutsideWorld;
}

/** What is known of a filled site. */
export interface FilledSite {
  /** Signs in as the first administrator. */
  readonly admin: Client;
  /** Signs in as nobody. */
  readonly anonymous: Client;
  /** An application password of each account, by login. */
  readonly applicationPasswords: Readonly<Record<string, string>>;
}

/** Fills a site; when it returns, events are delivered and mails are sent, but for those that are meant to wait. */
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
  await failToSignIn(anonymous);
  await settled(admin, webhook);
  return { admin, anonymous, applicationPasswords };
}

async function fillSettings(admin: Client): Promise<void> {
  await admin.update('/cms/v2/settings', {
    ...{ title: 'A fixture & its site', description: 'Every table has rows', timezone: 'Europe/Berlin' },
    ...{ date_format: 'Y-m-d', posts_per_page: 7, start_of_week: 0 },
  });
}

/** One webhook that is told everything, one whose receiver fails, one that is switched off; returns the ID of the first. */
async function fillWebhooks(admin: Client, { origin }: OutsideWorld): Promise<number> {
  const add = (path: string, more: object = {}) =>
    admin.create('/octavo/v1/webhooks', { url: `${origin}/${path}`, ...more });
  const { id } = await add('hook', { description: 'Is told everything.' });
  await add('failing-hook', { kinds: ['term.created'], description: 'Its receiver fails.' });
  const off = await add('hook', { types: ['post'], active: false, description: 'Is switched off.' });
  await admin.update(`/octavo/v1/webhooks/${off.id}/secret`, {});
  return id;
}

/** The audit log has failed attempts too. */
async function failToSignIn(anonymous: Client): Promise<void> {
  const { status } = await anonymous.as('editor-2', 'wrong').send('GET', '/cms/v2/users/me');
  if (status !== 401) throw new Error(`A wrong password was answered with ${status}.`);
}

/** Waits until a webhook has no delivery waiting, and no mail is left that was not tried. */
async function settled(admin: Client, webhook: number): Promise<void> {
  const isSettled = async () => {
    const waiting = await admin.get(`/octavo/v1/webhooks/${webhook}/deliveries?state=waiting`);
    const delivered = await admin.get(`/octavo/v1/webhooks/${webhook}/deliveries?state=delivered`);
    const { mails } = await admin.update('/cms-mail-smtp/setup-wizard/v1/health', {});
    return waiting.length === 0 && delivered.length > 0 && (mails.sent ?? 0) > 0 && (mails.waiting ?? 0) <= 2;
  };
  for (let tries = 0; !(await isSettled()); tries += 1) {
    if (tries > 200) throw new Error('Deliveries or mails do not settle.');
    await sleep(200);
  }
  // Listeners and the sender of mail look once a second; failed sign-ins are written every ten.
  await sleep(2500);
}
