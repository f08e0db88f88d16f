// What visitors tell, in a real browser: a page of the site asks for consent and for the age, by the requests that a front end
// makes, and the browser remembers both where no script can read it. `OCTAVO_CHROMIUM` names another browser than Debian's.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { close, type Node, openNode } from './node.ts';

const executablePath = process.env.OCTAVO_CHROMIUM ?? '/usr/bin/chromium';
const skip = existsSync(executablePath) ? false : `no Chromium at ${executablePath}`;

/** What the two namespaces answer to visitors, as far as it is looked at. */
interface Answered {
  readonly version?: string;
  readonly consent?: { readonly receipt: string } | null;
  readonly allowed?: boolean;
  readonly reason?: string;
}

describe('visitors in a browser', { skip }, () => {
  let node: Node;
  let browser: Browser;
  before(async () => {
    node = await openNode({ kind: 'memory' }, { extensions: ['age-check', 'sbc'] });
    const { port } = node.app.server.address() as AddressInfo;
    const rules = `MAP site.test:80 127.0.0.1:${port}`;
    const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', `--host-resolver-rules=${rules}`];
    browser = await chromium.launch({ executablePath, args });
  });
  after(async () => {
    await browser.close();
    await close(node);
  });

  /** A page of a front end at the site's own address, in a browser that has never been here. */
  async function visit(): Promise<Page> {
    // The home page's own policy lets no script ask anything; that of a front end would.
    const context = await browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    await page.goto('http://site.test/');
    return page;
  }

  /** What the page is answered to a request of its script. */
  const ask = (page: Page, path: string, json?: object): Promise<Answered> =>
    page.evaluate(
      async ([address, body]) => {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(address, body === null ? {} : { method: 'POST', headers, body });
        return (await answer.json()) as Answered;
      },
      [`/rest${path}`, json === undefined ? null : JSON.stringify(json)] as const,
    );

  it('choose their cookies once, and are asked anew when something else is asked', async () => {
    const page = await visit();
    const asked = await ask(page, '/sbc/v1/consent');
    assert.equal(asked.consent, null);
    const { consent } = await ask(page, '/sbc/v1/consent', { categories: ['statistics'], version: asked.version });
    await page.reload();
    assert.deepEqual((await ask(page, '/sbc/v1/consent')).consent, consent);
    assert.equal(await page.evaluate('document.cookie'), '', 'no script reads it');
    const other = await visit();
    assert.equal((await ask(other, '/sbc/v1/consent')).consent, null, 'another browser has not chosen');
    const text = 'We have found other uses for you.';
    assert.equal((await node.site.ask('administrator', 'POST', '/sbc/v1/settings', { text })).status, 200);
    assert.equal((await ask(page, '/sbc/v1/consent')).consent, null);
  });

  it('tell their age once', async () => {
    const enabled = { enabled: true, required_age: 18 };
    assert.equal((await node.site.ask('administrator', 'POST', '/age-check/v3/admin/settings', enabled)).status, 200);
    const page = await visit();
    assert.equal((await ask(page, '/age-check/v3/check')).reason, 'unknown');
    assert.equal((await ask(page, '/age-check/v3/check?birth_date=1990-05-31')).allowed, true);
    await page.reload();
    assert.equal((await ask(page, '/age-check/v3/check')).reason, 'old-enough');
    const young = await visit();
    const born = `${new Date().getUTCFullYear() - 10}-01-01`;
    assert.equal((await ask(young, `/age-check/v3/check?birth_date=${born}`)).reason, 'too-young');
    await young.reload();
    assert.equal((await ask(young, '/age-check/v3/check')).allowed, false);
    assert.deepEqual(node.site.faults, []);
  });
});
