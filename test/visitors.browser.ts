// Tests consents and age checks in a real browser: a page of the site sends the requests of a front end, and the browser
// stores the results in cookies that scripts cannot read.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, skip } from './browser.ts';
import { close, openNode, type TestNode } from './test-node.ts';

/** Properties of the consent and age check responses that the tests read. */
interface VisitorResponse {
  readonly version?: string;
  readonly consent?: { readonly receipt: string } | null;
  readonly allowed?: boolean;
  readonly reason?: string;
}

describe('visitors in a browser', { skip }, () => {
  let node: TestNode;
  let browser: Browser;
  before(async () => {
    node = await openNode({ kind: 'memory' }, { extensions: ['age-check', 'sbc'] });
    const { port } = node.app.server.address() as AddressInfo;
    browser = await launchBrowser({ 'site.test:80': `127.0.0.1:${port}` });
  });
  after(async () => {
    await browser.close();
    await close(node);
  });

  /** Opens the home page of the site in a new browser context. */
  async function visit(): Promise<Page> {
    // The Content-Security-Policy of the home page blocks requests by scripts; that of a front end would allow them.
    const context = await browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    await page.goto('http://site.test/');
    return page;
  }

  /** Sends a request from a script of the page, and returns the response body. */
  const request = (page: Page, path: string, json?: object): Promise<VisitorResponse> =>
    page.evaluate(
      async ([url, body]) => {
        const headers = { 'content-type': 'application/json' };
        const response = await fetch(url, body === null ? {} : { method: 'POST', headers, body });
        return (await response.json()) as VisitorResponse;
      },
      [`/rest${path}`, json === undefined ? null : JSON.stringify(json)] as const,
    );

  it('give their consent once, and again after the consent text has changed', async () => {
    const page = await visit();
    const pending = await request(page, '/sbc/v1/consent');
    assert.equal(pending.consent, null);
    const { consent } = await request(page, '/sbc/v1/consent', {
      categories: ['statistics'],
      version: pending.version,
    });
    await page.reload();
    assert.deepEqual((await request(page, '/sbc/v1/consent')).consent, consent);
    assert.equal(await page.evaluate('document.cookie'), '', 'scripts cannot read the cookie');
    const other = await visit();
    assert.equal((await request(other, '/sbc/v1/consent')).consent, null, 'another browser has not chosen yet');
    const text = 'We have found other uses for you.';
    assert.equal((await node.site.request('administrator', 'POST', '/sbc/v1/settings', { text })).status, 200);
    assert.equal((await request(page, '/sbc/v1/consent')).consent, null);
  });

  it('enter their date of birth once', async () => {
    const enabled = { enabled: true, required_age: 18 };
    assert.equal(
      (await node.site.request('administrator', 'POST', '/age-check/v3/admin/settings', enabled)).status,
      200,
    );
    const page = await visit();
    assert.equal((await request(page, '/age-check/v3/check')).reason, 'unknown');
    assert.equal((await request(page, '/age-check/v3/check?birth_date=1990-05-31')).allowed, true);
    await page.reload();
    assert.equal((await request(page, '/age-check/v3/check')).reason, 'old-enough');
    const youngVisitor = await visit();
    const birthDate = `${new Date().getUTCFullYear() - 10}-01-01`;
    assert.equal((await request(youngVisitor, `/age-check/v3/check?birth_date=${birthDate}`)).reason, 'too-young');
    await youngVisitor.reload();
    assert.equal((await request(youngVisitor, '/age-check/v3/check')).allowed, false);
    assert.deepEqual(node.site.errors, []);
  });
});
