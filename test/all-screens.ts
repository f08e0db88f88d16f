// Opens all screens with all their notices, as anonymous visitors and signed-in users do, and returns the pages.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { issueApplicationPassword } from '../server/cms-v2/application-passwords/issue.ts';
import type { Database } from '../server/database/handle.ts';
import { migrateAll } from '../server/database/migrate.ts';
import { type Slots, statement } from '../server/database/statement.ts';
import { migrationSetsOf } from '../server/extensions/migration-sets.ts';
import { openDiskStore } from '../server/files/disk-store.ts';
import { initializeSite } from '../server/initialize-site.ts';
import { makeService } from '../server/service.ts';
import { makeSiteSetup } from '../server/setup/set-up-site.ts';
import { createSetupSecret } from '../server/setup/setup-link.ts';
import { makeSite } from '../server/site.ts';
import { password } from './screens-site.ts';
import { openTestSite, type TestSite } from './site.ts';
import { openVisitor, type PageResponse, tokenIn } from './visitor.ts';

/** A page with a name that describes how it was opened. */
export interface OpenedPage extends PageResponse {
  readonly name: string;
}

const lastMail = statement((q, p: Slots<{ kind: string }>) =>
  q.selectFrom('mails').select('text').where('kind', '=', p.kind).orderBy('id', 'desc').limit(1),
);

/** Collects pages. */
class Pages {
  readonly opened: OpenedPage[] = [];

  /** Adds a page to the opened ones. Throws if its status is another one than expected. */
  async add(name: string, page: Promise<PageResponse>, status = 200): Promise<PageResponse> {
    const response = await page;
    if (response.status !== status) throw new Error(`${name}: status ${response.status} instead of ${status}`);
    this.opened.push({ ...response, name });
    return response;
  }
}

/** New passwords that are not accepted, with the names of the errors. */
const badPasswords = {
  short: { 'new-password': 'kurz', again: 'kurz' },
  long: { 'new-password': 'x'.repeat(5000), again: 'x'.repeat(5000) },
  backslash: { 'new-password': 'mit\\strich', again: 'mit\\strich' },
  unequal: { 'new-password': 'acht Zeichen', again: 'neun Zeichen' },
} as const;

const goodPassword = { 'new-password': 'acht Zeichen', again: 'acht Zeichen' };

/** Opens a database of an engine. The caller closes it. */
type Open = () => Promise<Database>;

/** Returns all pages of the screens, for browsers and users with a language. */
export async function openAllScreens(open: Open, language: string): Promise<OpenedPage[]> {
  const pages = new Pages();
  await openAccountScreens(pages, await open(), language);
  await openSetupScreens(pages, await open(), language);
  return pages.opened;
}

async function openAccountScreens(pages: Pages, database: Database, language: string): Promise<void> {
  let time = Date.UTC(2026, 0, 2, 3, 4, 5);
  const later = (minutes: number) => {
    time += minutes * 60_000;
  };
  const mail = { server: { host: '127.0.0.1', port: 9, security: 'none' } } as const;
  const site = await openTestSite({ database, clock: () => time, mail, pause: async () => {} });
  await site.request('administrator', 'PUT', '/cms/v2/settings', { title: 'Zeitung' });
  const anonymous = () => openVisitor(site, { 'accept-language': language });
  const linkOf = async (kind: string, screen: string) => {
    const { text = '' } = (await site.database.read.first(lastMail, { kind })) ?? {};
    return `${screen}?key=${/key=(\w{43})/.exec(text)?.[1]}`;
  };

  for (const notice of ['', 'signed-out', 'password-changed', 'invitation-accepted'])
    await pages.add(`sign-in ${notice}`, anonymous().get(`/account/sign-in?notice=${notice}`));
  const fail = () => anonymous().submitForm('/account/sign-in', { login: 'admin', password: '-' });
  await pages.add('wrong password', fail(), 401);
  let throttled = await fail();
  for (let attempts = 0; throttled.status === 401 && attempts < 100; attempts += 1) throttled = await fail();
  await pages.add('throttled', Promise.resolve(throttled), 429);
  later(60);
  await pages.add('unknown page', anonymous().get('/account/nothing'), 404);
  await pages.add('method', anonymous().post('/account/nonce', {}), 405);
  await pages.add('expired form', anonymous().post('/account/sign-in', {}), 403);

  await pages.add('forgotten password', anonymous().get('/account/forgotten-password'));
  const request = () => anonymous().submitForm('/account/forgotten-password', { login: 'editor' });
  await pages.add('reset requested', request());
  await site.service.screens.waitForBackgroundWork();
  for (let requests = 1; requests < 10; requests += 1) await request();
  await pages.add('too many resets', request(), 429);
  const reset = await linkOf('password-reset', '/account/reset-password');
  await pages.add('reset', anonymous().get(reset));
  for (const [name, fields] of Object.entries(badPasswords))
    await pages.add(`reset ${name}`, anonymous().submitForm(reset, fields), 400);
  await pages.add('reset expired', anonymous().get('/account/reset-password'), 400);
  const invited = { username: 'ida', email: 'ida@people.test' };
  await site.create('/octavo/v1/invitations', invited);
  await pages.add('invitation', anonymous().get(await linkOf('invitation', '/account/invitation')));
  await pages.add('invitation expired', anonymous().get('/account/invitation'), 400);
  for (const email of ['taken@people.test', 'free@people.test']) {
    later(60);
    await site.request('subscriber', 'POST', '/octavo/v1/users/me/email-change', { email });
    const link = await linkOf('email-change', '/account/confirm-email');
    await pages.add('confirmation', anonymous().get(link));
    if (email.startsWith('taken'))
      await site.request('administrator', 'POST', `/cms/v2/users/${site.ids.editor}`, { email });
    await pages.add(`confirmed ${email}`, anonymous().submitForm(link, {}), email.startsWith('taken') ? 400 : 200);
  }
  await pages.add('confirmation expired', anonymous().get('/account/confirm-email'), 400);
  later(60);
  await openProfile(pages, site, language);
}

async function openProfile(pages: Pages, site: TestSite, language: string): Promise<void> {
  const { database, service, ids } = site;
  const chosen = { meta: { persisted_preferences: { 'octavo/admin': { language } } } };
  await site.request('administrator', 'POST', '/cms/v2/users/me', chosen);
  const limits = { readOnly: true, namespaces: ['cms/v2'], expires: '2030-01-01T00:00:00' };
  await issueApplicationPassword({ database, ...service }, { userId: ids.administrator, name: 'Zettel', limits });
  const strange = openVisitor(site, { 'user-agent': '' });
  await strange.signIn('admin', password);
  const browser = openVisitor(site);
  await browser.signIn('admin', password);
  for (const notice of ['', 'password-changed', 'revoked', 'session-ended', 'others-ended'])
    await pages.add(`profile ${notice}`, browser.get(`/account/profile?notice=${notice}`));
  await pages.add('sign-out', browser.get('/account/sign-out'));
  const profile = '/account/profile';
  const change = (fields: Readonly<Record<string, string>>) =>
    browser.submitForm(profile, fields, `${profile}/password`);
  await pages.add('profile password', change({ password: '-', ...goodPassword }), 400);
  for (const [name, fields] of Object.entries(badPasswords))
    await pages.add(`profile password ${name}`, change({ password, ...fields }), 400);
  const applications = `${profile}/application-passwords`;
  await pages.add('application without a name', browser.submitForm(profile, { name: '' }, applications), 400);
  await pages.add('application', browser.submitForm(profile, { name: 'Zweitens' }, applications));

  const authorize = (query: Readonly<Record<string, string>>) => `/account/authorize?${new URLSearchParams(query)}`;
  await pages.add('authorization', browser.get(authorize({ app_name: 'Zug' })));
  await pages.add('redirect', browser.get(authorize({ success_url: 'zug://ziel/' })));
  await pages.add('unnamed', browser.submitForm(authorize({}), { app_name: '' }), 400);
  await pages.add('granted', browser.submitForm(authorize({}), { app_name: 'Zug', approve: 'yes' }));
  await pages.add('bad ID', browser.get(authorize({ app_id: '-' })), 400);
  for (const url of ['x'.repeat(3000), 'x', 'javascript://x/', 'https://a:b@x.test/'])
    await pages.add(`callback ${url.slice(0, 20)}`, browser.get(authorize({ success_url: url })), 400);

  for (const role of ['subscriber', 'contributor', 'author', 'editor', 'none'] as const) {
    const id = role === 'none' ? ids.other : ids[role];
    const login = role === 'none' ? 'other' : role;
    await site.request('administrator', 'POST', `/cms/v2/users/${id}`, {
      ...{ password, ...chosen, ...(role === 'none' && { roles: [] }) },
    });
    const user = openVisitor(site);
    await user.signIn(login, password);
    await pages.add(`profile of ${login}`, user.get(profile));
  }
}

async function openSetupScreens(pages: Pages, database: Database, language: string): Promise<void> {
  await migrateAll(database, migrationSetsOf([]));
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-setup-'));
  const served = { database, site: makeSite('http://site.test'), files: await openDiskStore(folder) };
  const service = await makeService(served, {});
  try {
    await initializeSite(service, database, undefined, { withAdministrator: false });
    service.screens.offerSetup(makeSiteSetup(service, database, '/admin/'));
    const anonymous = () => openVisitor({ service }, { 'accept-language': language, host: 'other.test' });
    const browser = anonymous();
    await pages.add('no mail server', browser.get('/account/forgotten-password'));
    await pages.add('not set up', browser.get('/account/sign-in'));
    await pages.add('setup', browser.get('/account/setup'));
    const token = tokenIn((await browser.get('/account/setup')).body);
    const link = (await createSetupSecret(database, service)) ?? '';
    const account = { token, link, title: 'Zeitung', login: 'zoe', email: 'zoe@people.test', ...goodPassword };
    for (const [name, fields] of Object.entries({
      ...badPasswords,
      link: { link: '-' },
      characters: { login: '#' },
      length: { login: 'z'.repeat(61) },
      email: { email: '-' },
    }))
      await pages.add(`setup ${name}`, browser.post('/account/setup', { ...account, ...fields }), 400);
    await browser.post('/account/setup', account);
    await pages.add('set up', anonymous().get('/account/setup'), 410);
  } finally {
    await service.close();
    service.mediaWorkers.close();
    await database.close();
    await rm(folder, { recursive: true });
  }
}
