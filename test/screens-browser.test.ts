// The screens in a real browser: what somebody does on the first day, with the keyboard alone, on a phone and on a desk.
// `OCTAVO_CHROMIUM` names another browser than Debian's.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { type Browser, chromium, type Page } from 'playwright-core';
import { newFolder, type Service, startService } from './faults/service-process.ts';

const executablePath = process.env.OCTAVO_CHROMIUM ?? '/usr/bin/chromium';
const skip = existsSync(executablePath) ? false : `no Chromium at ${executablePath}`;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 900 };

describe('the screens in a browser', { skip }, () => {
  let service: Service;
  let browser: Browser;
  /** Where an application waits for its password. */
  let application: Server;
  let callback: string;
  let password: string;
  let data: string;

  before(async () => {
    data = await newFolder();
    // A mail server that is set and never answers: tests read what waits for it.
    service = await startService({ data, options: ['--mail', 'smtp://127.0.0.1:9'] });
    password = /password (\w+)/.exec(service.printed())?.[1] ?? '';
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    application = createServer((_request, response) => response.end('Thank you'));
    await new Promise<void>((listening) => application.listen(0, '127.0.0.1', listening));
    callback = `http://127.0.0.1:${(application.address() as AddressInfo).port}/done`;
  });
  after(async () => {
    await browser?.close();
    application?.closeAllConnections();
    application?.close();
    await service?.end('SIGTERM');
  });

  const open = async (options: Parameters<Browser['newContext']>[0] = {}) =>
    (await browser.newContext({ viewport: desk, ...options })).newPage();

  async function signIn(page: Page, secret = password): Promise<void> {
    await page.goto(`${service.origin}/account/sign-in`);
    await page.getByLabel('Username or e-mail address').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill(secret);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/account/profile**');
  }

  const whoIs = async (login: string, secret: string): Promise<number> => {
    const authorization = `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`;
    const answer = await fetch(`${service.origin}/rest/cms/v2/users/me`, { headers: { authorization } });
    await answer.arrayBuffer();
    return answer.status;
  };

  it('the printed password signs in and is changed; an application is authorized, works, is revoked and refused', async () => {
    assert.ok(service.printed().includes(`Sign in at ${service.origin}/account/sign-in`));
    const page = await open({ javaScriptEnabled: false });
    const query = new URLSearchParams({ app_name: 'Pocket writer', success_url: callback });
    await page.goto(`${service.origin}/account/authorize?${query}`);
    await page.getByLabel('Username or e-mail address').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/account/authorize**');
    await page.goto(`${service.origin}/account/profile`);
    await page.getByLabel('Present password').fill(password);
    await page.getByLabel('New password', { exact: true }).fill('battery staple');
    await page.getByLabel('New password again').fill('battery staple');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByRole('status').filter({ hasText: 'Your password was changed' }).waitFor();
    password = 'battery staple';
    await page.goto(`${service.origin}/account/authorize?${query}`);
    await page.getByText('Pocket writer asks to act for you').waitFor();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.waitForURL(`${callback}**`);
    const given = new URL(page.url()).searchParams;
    const [login, secret] = [given.get('user_login') ?? '', given.get('password') ?? ''];
    assert.equal(given.get('site_url'), service.origin);
    assert.equal(await whoIs(login, secret), 200);
    await page.goto(`${service.origin}/account/profile`);
    await page.getByRole('button', { name: 'Revoke Pocket writer' }).click();
    await page.getByRole('status').filter({ hasText: 'revoked' }).waitFor();
    assert.equal(await whoIs(login, secret), 401);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByText('You have signed out.').waitFor();
    await page.goto(`${service.origin}/account/profile`);
    assert.match(page.url(), /\/account\/sign-in\?/);
    await page.context().close();
  });

  it('everything is reached and done with the keyboard', async () => {
    const page = await open();
    await page.goto(`${service.origin}/account/sign-in`);
    await stands(page, 'Username or e-mail address');
    await page.keyboard.type('admin');
    await page.keyboard.press('Tab');
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await stands(page, 'Password');
    await page.keyboard.type(password);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    assert.equal(await page.getByLabel('Keep me signed in').isChecked(), true);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/account/profile');
    const names = await reached(page);
    for (const name of [
      'Sign out',
      'Present password',
      'Change the password',
      'Name of a new application',
      'Make a password',
    ])
      assert.ok(names.includes(name), `${name} is not among ${names.join(', ')}`);
    await page.goto(`${service.origin}/account/authorize?app_name=By+keyboard`);
    await focus(page, 'Allow');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'By keyboard may act for you' }).waitFor();
    await judge(page);
    await page.context().close();
  });

  it('who has forgotten the password chooses another with the link of a letter', async () => {
    const page = await open({ viewport: phone });
    await page.goto(`${service.origin}/account/sign-in`);
    await page.getByRole('link', { name: 'Forgotten your password?' }).click();
    await page.getByLabel('Username or e-mail address').fill('admin');
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
    await page.goto(await letterIn(data));
    await judge(page);
    await page.getByLabel('New password', { exact: true }).fill('paper and ink');
    await page.getByLabel('New password again').fill('paper and ink');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('every browser was signed out').waitFor();
    password = 'paper and ink';
    await signIn(page);
    await page.context().close();
  });

  for (const [where, viewport, colorScheme] of [
    ['a phone', phone, 'light'],
    ['a phone in the dark', phone, 'dark'],
    ['a desk', desk, 'light'],
    ['a desk in the dark', desk, 'dark'],
  ] as const) {
    it(`nothing keeps people out or runs over the edge, on ${where}`, async () => {
      const page = await open({ viewport, colorScheme });
      const policy: string[] = [];
      page.on('console', (message) => {
        if (/Content Security Policy/.test(message.text())) policy.push(message.text());
      });
      await page.goto(`${service.origin}/account/sign-in`);
      await judge(page);
      for (const place of ['/', '/account/forgotten-password', '/account/reset-password?key=x', '/account/nothing'])
        await judge(page, service.origin + place);
      await page.goto(`${service.origin}/account/sign-in`);
      await page.getByLabel('Username').fill('admin');
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').waitFor();
      await judge(page);
      await signIn(page);
      await page
        .getByLabel('Name of a new application')
        .fill('An application with a name that goes on and on '.repeat(3));
      await page.getByRole('button', { name: 'Make a password' }).click();
      await page.locator('.secret').waitFor();
      await judge(page);
      for (const place of [
        '/account/profile',
        '/account/sign-out',
        '/account/authorize?app_name=An+application&success_url=https://app.example/done',
        '/account/authorize?success_url=javascript://x',
      ])
        await judge(page, service.origin + place);
      assert.deepEqual(policy, [], 'our own pages keep to our own policy');
      await page.context().close();
    });
  }
});

/** The link in the letter that waits to be sent, which is written a while after it was asked for. */
async function letterIn(data: string): Promise<string> {
  const database = new BetterSqlite(path.join(data, 'octavo.sqlite'), { readonly: true });
  const letter = database.prepare<[], { text: string }>(`select text from mails where kind = 'password-reset'`);
  let found = letter.get();
  for (let n = 0; n < 50 && !found; n += 1) {
    await pause(100);
    found = letter.get();
  }
  database.close();
  return /^http\S+$/m.exec(found?.text ?? '')?.[0] ?? '';
}

/** Fails where axe finds something serious, or the page is wider than the window. */
async function judge(page: Page, address?: string): Promise<void> {
  if (address !== undefined) await page.goto(address);
  // Injected past the policy of the page, which lets no script in.
  const session = await page.context().newCDPSession(page);
  const run = async (expression: string) => {
    const { result } = await session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    return result.value;
  };
  await run(`${axe}; undefined`);
  const found = await run(
    `axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) => [impact, id, nodes[0].html].join(' ')))`,
  );
  assert.deepEqual(found, [], page.url());
  const [wide, window] = await run('[document.documentElement.scrollWidth, document.documentElement.clientWidth]');
  assert.ok(wide <= window, `${page.url()} is ${wide} wide in ${window}`);
  await session.detach();
}

const nameOfFocused = `(() => {
  const { activeElement: at } = document;
  if (at === document.body) return '';
  return at.ariaLabel ?? at.labels?.[0]?.textContent ?? at.textContent ?? '';
})()`;

/** Waits until the focus stands in a field by itself: a browser sets it a moment after it shows the page. */
async function stands(page: Page, label: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await field.and(page.locator(':focus')).waitFor();
}

/** The names of all that the tab key leads to. */
async function reached(page: Page): Promise<string[]> {
  const names: string[] = [];
  for (let n = 0; n < 40; n += 1) {
    await page.keyboard.press('Tab');
    names.push(await page.evaluate<string>(nameOfFocused));
  }
  return names;
}

/** Leads the focus to what has a name, with the tab key. */
async function focus(page: Page, name: string): Promise<void> {
  for (let n = 0; n < 40; n += 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate<string>(nameOfFocused)) === name) return;
  }
  assert.fail(`the tab key does not lead to ${name}`);
}
