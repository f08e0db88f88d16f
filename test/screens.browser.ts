// Tests the account pages in a real browser: the first tasks of a user, with the keyboard only, on a phone and on a desktop.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import type { Browser, Page } from 'playwright-core';
import { findViolations, launchBrowser, skip } from './browser.ts';
import { accountPassword, newFolder, type Service, startService } from './faults/service-process.ts';

const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 900 };

describe('the account pages in a browser', { skip }, () => {
  let service: Service;
  let browser: Browser;
  /** A server that receives the password of an authorized application. */
  let applicationServer: Server;
  let callback: string;
  let password: string;
  let data: string;

  before(async () => {
    data = await newFolder();
    // The mail server does not exist, so that messages stay in the queue and the tests can read them.
    service = await startService({ data, options: ['--mail', 'smtp://127.0.0.1:9'] });
    password = accountPassword;
    browser = await launchBrowser();
    applicationServer = createServer((_request, response) => response.end('Thank you'));
    await new Promise<void>((listening) => applicationServer.listen(0, '127.0.0.1', listening));
    callback = `http://127.0.0.1:${(applicationServer.address() as AddressInfo).port}/done`;
  });
  after(async () => {
    await browser?.close();
    applicationServer?.closeAllConnections();
    applicationServer?.close();
    await service?.end('SIGTERM');
  });

  const open = async (options: Parameters<Browser['newContext']>[0] = {}) =>
    (await browser.newContext({ viewport: desktop, ...options })).newPage();

  async function signIn(page: Page, secret = password): Promise<void> {
    await page.goto(`${service.origin}/account/sign-in`);
    await page.getByLabel('Username or email address').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill(secret);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/account/profile**');
  }

  const statusOfMe = async (login: string, secret: string): Promise<number> => {
    const authorization = `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`;
    const response = await fetch(`${service.origin}/rest/cms/v2/users/me`, { headers: { authorization } });
    await response.arrayBuffer();
    return response.status;
  };

  it('the first password signs in and is changed; an application is authorized, works, and is rejected after its revocation', async () => {
    assert.ok(service.printed().includes(`Sign in and write at ${service.origin}/admin/`));
    const page = await open({ javaScriptEnabled: false });
    const query = new URLSearchParams({ app_name: 'Pocket writer', success_url: callback });
    await page.goto(`${service.origin}/account/authorize?${query}`);
    await page.getByLabel('Username or email address').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/account/authorize**');
    await page.goto(`${service.origin}/account/profile`);
    await page.getByLabel('Current password').fill(password);
    await page.getByLabel('New password', { exact: true }).fill('battery staple');
    await page.getByLabel('Confirm new password').fill('battery staple');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByRole('status').filter({ hasText: 'Your password was changed' }).waitFor();
    password = 'battery staple';
    await page.goto(`${service.origin}/account/authorize?${query}`);
    await page.getByText('Pocket writer requests access to your account').waitFor();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.waitForURL(`${callback}**`);
    const callbackParameters = new URL(page.url()).searchParams;
    const [login, secret] = [callbackParameters.get('user_login') ?? '', callbackParameters.get('password') ?? ''];
    assert.equal(callbackParameters.get('site_url'), service.origin);
    assert.equal(await statusOfMe(login, secret), 200);
    await page.goto(`${service.origin}/account/profile`);
    await page.getByRole('button', { name: 'Revoke Pocket writer' }).click();
    await page.getByRole('status').filter({ hasText: 'revoked' }).waitFor();
    assert.equal(await statusOfMe(login, secret), 401);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByText('You have signed out.').waitFor();
    await page.goto(`${service.origin}/account/profile`);
    assert.match(page.url(), /\/account\/sign-in\?/);
    await page.context().close();
  });

  it('every control can be reached and used with the keyboard', async () => {
    const page = await open();
    await page.goto(`${service.origin}/account/sign-in`);
    await waitForFocus(page, 'Username or email address');
    await page.keyboard.type('admin');
    await page.keyboard.press('Tab');
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await waitForFocus(page, 'Password');
    await page.keyboard.type(password);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    assert.equal(await page.getByLabel('Keep me signed in').isChecked(), true);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/account/profile');
    const names = await focusableNames(page);
    for (const name of [
      'Sign out',
      'Current password',
      'Change the password',
      'Name of a new application',
      'Create password',
    ])
      assert.ok(names.includes(name), `${name} is not among ${names.join(', ')}`);
    await page.goto(`${service.origin}/account/authorize?app_name=By+keyboard`);
    await tabTo(page, 'Allow');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'By keyboard has been authorized' }).waitFor();
    await assertAccessible(page);
    await page.context().close();
  });

  it('a forgotten password is reset with the link in an email', async () => {
    const page = await open({ viewport: phone });
    await page.goto(`${service.origin}/account/sign-in`);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Username or email address').fill('admin');
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await page.goto(await findResetLink(data));
    await assertAccessible(page);
    await page.getByLabel('New password', { exact: true }).fill('paper and ink');
    await page.getByLabel('Confirm new password').fill('paper and ink');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('all browsers were signed out').waitFor();
    password = 'paper and ink';
    await signIn(page);
    await page.context().close();
  });

  for (const [label, viewport, colorScheme] of [
    ['a phone', phone, 'light'],
    ['a phone in dark mode', phone, 'dark'],
    ['a desktop', desktop, 'light'],
    ['a desktop in dark mode', desktop, 'dark'],
  ] as const) {
    it(`every page is accessible and fits into the window on ${label}`, async () => {
      const page = await open({ viewport, colorScheme });
      const policy: string[] = [];
      page.on('console', (message) => {
        if (/Content Security Policy/.test(message.text())) policy.push(message.text());
      });
      await page.goto(`${service.origin}/account/sign-in`);
      await assertAccessible(page);
      for (const route of ['/', '/account/forgotten-password', '/account/reset-password?key=x', '/account/nothing'])
        await assertAccessible(page, service.origin + route);
      await page.goto(`${service.origin}/account/sign-in`);
      await page.getByLabel('Username').fill('admin');
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').waitFor();
      await assertAccessible(page);
      await signIn(page);
      await page
        .getByLabel('Name of a new application')
        .fill('An application with a name that goes on and on '.repeat(3));
      await page.getByRole('button', { name: 'Create password' }).click();
      await page.locator('.secret').waitFor();
      await assertAccessible(page);
      for (const route of [
        '/account/profile',
        '/account/sign-out',
        '/account/authorize?app_name=An+application&success_url=https://app.example/done',
        '/account/authorize?success_url=javascript://x',
      ])
        await assertAccessible(page, service.origin + route);
      assert.deepEqual(policy, [], 'the pages comply with their own policy');
      await page.context().close();
    });
  }
});

/** Returns the link in the queued password reset email. Waits for the email, which is queued shortly after the request. */
async function findResetLink(data: string): Promise<string> {
  const database = new BetterSqlite(path.join(data, 'octavo.sqlite'), { readonly: true });
  const resetMail = database.prepare<[], { text: string }>(`select text from mails where kind = 'password-reset'`);
  let found = resetMail.get();
  for (const endsAt = performance.now() + 30_000; !found && performance.now() < endsAt; ) {
    await pause(100);
    found = resetMail.get();
  }
  database.close();
  return /^http\S+$/m.exec(found?.text ?? '')?.[0] ?? '';
}

/** Asserts that axe finds no violations and that the page is not wider than the window. */
async function assertAccessible(page: Page, url?: string): Promise<void> {
  if (url !== undefined) await page.goto(url);
  assert.deepEqual(await findViolations(page), [], page.url());
  const [width = 0, window = 0] = await page.evaluate<number[]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  assert.ok(width <= window, `${page.url()} is ${width} px wide in ${window} px`);
}

const nameOfFocused = `(() => {
  const { activeElement: at } = document;
  if (at === document.body) return '';
  return at.ariaLabel ?? at.labels?.[0]?.textContent ?? at.textContent ?? '';
})()`;

/** Waits until a field has the focus. A browser may set it shortly after it has rendered the page. */
async function waitForFocus(page: Page, label: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await field.and(page.locator(':focus')).waitFor();
}

/** Returns the accessible names of the elements that can be focused with the tab key. */
async function focusableNames(page: Page): Promise<string[]> {
  const names: string[] = [];
  for (let n = 0; n < 40; n += 1) {
    await page.keyboard.press('Tab');
    names.push(await page.evaluate<string>(nameOfFocused));
  }
  return names;
}

/** Presses the tab key until the element with this accessible name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let n = 0; n < 40; n += 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate<string>(nameOfFocused)) === name) return;
  }
  assert.fail(`the tab key does not reach ${name}`);
}
