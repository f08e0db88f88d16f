// Creates data of the built-in extensions: forms and submissions, consents, age checks, spam classifications, mail accounts.
import { createHmac } from 'node:crypto';
import type { Client } from './client.ts';
import { deferredRecipient, type ExternalServices, rejectedRecipient } from './external-services.ts';
import type { Content } from './fill-content.ts';

interface Site {
  readonly admin: Client;
  readonly anonymous: Client;
  readonly content: Content;
  readonly outside: ExternalServices;
}

/** Fills the tables and settings of every extension except the spam filter (see `connectChecker`). */
export async function fillExtensions(site: Site): Promise<void> {
  await fillForms(site);
  await fillConsent(site);
  await fillMailAccount(site);
  await site.admin.update('/age-check/v3/admin/settings', {
    ...{
      enabled: true,
      required_age: 21,
      applies_to: 'selected',
      selected_terms: { category: [site.content.category] },
    },
  });
}

async function fillForms({ admin, anonymous, outside }: Site): Promise<void> {
  const wizard = '/cmsforms/v1/setup-wizard';
  // With shorter retention times, records would be deleted when a test opens the fixture years later.
  await admin.update(`${wizard}/update`, { step: 'storage', settings: { retention_days: 3650, spam_days: 365 } });
  const form = await admin.create('/cms/v2/forms', {
    ...{ title: 'Contact', status: 'publish' },
    meta: {
      fields: [
        { name: 'email', kind: 'email', label: 'Email address', required: true },
        { name: 'message', kind: 'textarea', label: 'Message' },
        { name: 'terms', kind: 'consent', label: 'I agree that this is kept.', required: true },
      ],
      notify: ['desk@fixture.example', `${deferredRecipient}@fixture.example`, `${rejectedRecipient}@fixture.example`],
    },
  });
  const submissions = `/cmsforms/v1/forms/${form.id}/submissions`;
  for (const message of ['The first question.', 'The second question, with ünï.'])
    await anonymous.create(submissions, { values: { email: 'ann@visitor.example', message, terms: true } });
  await anonymous.create(submissions, { values: { email: 'bot@spam.example', terms: true }, trap: 'filled in' });
  await admin.update(`${wizard}/complete`, { outcome: 'build', template: 'newsletter' });
  const provider = {
    authorize_url: `${outside.origin}/allow`,
    token_url: `${outside.origin}/token`,
    client_id: 'site',
  };
  await admin.update(`${wizard}/update`, {
    step: 'payments',
    settings: {
      payment_provider: {
        ...{ ...provider, client_secret: 'secret', scope: 'read', account_member: 'account_id', return_url: '' },
      },
    },
  });
  await admin.update(`${wizard}/payment-provider/connect-url`, {});
}

async function fillConsent({ admin, anonymous }: Site): Promise<void> {
  await admin.update('/sbc/v1/settings', { text: 'We ask <em>politely</em>.', retention_days: 3650 });
  await anonymous.create('/sbc/v1/consent', { categories: ['statistics'] });
  await anonymous.create('/sbc/v1/consent', { categories: [] });
}

/**
 * Connects an account at an email provider, and begins a second connection without completing it. The configured mail
 * transport stays in use.
 */
async function fillMailAccount({ admin, anonymous, outside }: Site): Promise<void> {
  const wizard = '/cms-mail-smtp/setup-wizard/v1';
  const client = { client_id: 'site', client_secret: 'secret' };
  await admin.update(`${wizard}/update`, {
    value: {
      mail: { mailer: 'none', from_email: 'octavo@fixture.example', from_name: 'The fixture' },
      google: {
        ...client,
        authorize_url: `${outside.origin}/allow`,
        token_url: `${outside.origin}/token`,
        revoke_url: '',
      },
    },
  });
  const { oauth_url: url } = await admin.update(`${wizard}/get-oauth-url`, { mailer: 'google' });
  const state = new URL(url).searchParams.get('state') ?? '';
  await anonymous.get(`${wizard}/oauth-callback?${new URLSearchParams({ state, code: 'code' })}`);
  await admin.update(`${wizard}/get-oauth-url`, { mailer: 'microsoft', settings: client });
}

const checkerKey = 'abcdef012345';

/** Configures the spam-checking service. Must be called before comments are created. */
export async function connectChecker({ admin, outside }: Pick<Site, 'admin' | 'outside'>): Promise<void> {
  const settings = { spamfilter_endpoint: `${outside.origin}/checker`, spamfilter_show_user_comments_approved: true };
  await admin.update('/spamfilter/v1/settings', settings);
  await admin.update('/spamfilter/v1/key', { key: checkerKey });
}

/** Delivers a signed webhook message of the spam-checking service, which classifies a comment as not spam. */
export async function receiveFromChecker(anonymous: Client, comment: number): Promise<void> {
  const body = JSON.stringify({ comments: [{ id: comment, verdict: 'ham' }] });
  const [id, at] = ['message-1', String(Math.floor(Date.now() / 1000))];
  const signature = createHmac('sha256', checkerKey).update(`${id}.${at}.${body}`).digest('base64');
  const { status } = await anonymous.send('POST', '/spamfilter/v1/webhook', {
    body,
    headers: {
      ...{ 'content-type': 'application/json', 'webhook-id': id, 'webhook-timestamp': at },
      'webhook-signature': `v1,${signature}`,
    },
  });
  if (status !== 200) throw new Error(`Delivering the webhook message returned status ${status}.`);
}
