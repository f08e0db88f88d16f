// Tests in a real browser: the files *.browser.ts, which `npm run browser-test` runs. They are no part of `npm test`, because a browser uses
// more CPU time than most tests together.
// OCTAVO_CHROMIUM is the path of a browser other than Debian's; OCTAVO_SCREENSHOTS is a folder for screenshots.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Browser, chromium, type Frame, type Page } from 'playwright-core';

/** Debian's builds of Chromium. The build without windows uses half of the CPU time of the one for desktops. */
const builds = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;

/** Path of the browser. */
export const executablePath = process.env.OCTAVO_CHROMIUM ?? builds.find((build) => existsSync(build)) ?? builds[0];

/** Option of suites that need the browser: they are skipped if it is not installed. */
export const skip = existsSync(executablePath) ? false : `no Chromium at ${executablePath}`;

/** Starts a browser. `addresses` maps hosts of pages, with their ports, to the addresses of servers. */
export function launchBrowser(addresses: Readonly<Record<string, string>> = {}): Promise<Browser> {
  const rules = Object.entries(addresses).map(([host, address]) => `MAP ${host} ${address}`);
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  return chromium.launch({ executablePath, args: [...args, `--host-resolver-rules=${rules.join(',')}`] });
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Saves a screenshot in the folder OCTAVO_SCREENSHOTS, if it is set. `name` is the name of the file without its extension. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.OCTAVO_SCREENSHOTS;
  if (folder !== undefined) await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' });
}

/** Returns the violations that axe finds, except those of some rules: the rule and the elements of each. */
export async function findViolations(page: Page, exceptRules: readonly string[] = []): Promise<string[]> {
  // The script is injected with the debugging protocol, because the Content-Security-Policy of the page blocks scripts.
  const session = await page.context().newCDPSession(page);
  const run = async (expression: string) => {
    const { result } = await session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    return result.value;
  };
  await run(`${axe}; undefined`);
  const found: [string, string][] = await run(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200)).join(" ")]))',
  );
  await session.detach();
  return found.filter(([id]) => !exceptRules.includes(id)).map((each) => each.join(': '));
}

/** Rules about whole pages, which do not apply to the documents of frames in them. */
const pageRules = ['document-title', 'html-has-lang', 'landmark-one-main', 'page-has-heading-one', 'region'];

/** An element that violates a rule of axe. */
export interface Violation {
  readonly rule: string;
  /** The beginning of the HTML of the element. */
  readonly html: string;
  /** The first of the known selectors of the rule that matches the element; undefined if there is none. */
  readonly known: string | undefined;
}

/**
 * Returns the elements of a frame that violate rules of axe, in the element that `scope` selects. Frames in it are not checked. `known` has
 * CSS selectors of violations that are known, keyed by the rules.
 */
export async function listViolations(
  frame: Frame,
  known: Readonly<Record<string, readonly string[]>>,
  scope = 'html',
): Promise<Violation[]> {
  // Expressions of the debugging protocol are not subject to the Content-Security-Policy.
  await frame.evaluate(`${axe}; undefined`);
  const disabled = frame.parentFrame() ? pageRules : [];
  const rules = Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }]));
  // Colors and sizes during an animation are not those that users see.
  await frame.evaluate(`Promise.all(document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished.catch(() => undefined)))`);
  return await frame.evaluate(`axe.run(${JSON.stringify(scope)}, { iframes: false, rules: ${JSON.stringify(rules)} }).then(({ violations }) => {
    const known = ${JSON.stringify(known)};
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, target }) => {
        const element = document.querySelector(target.at(-1));
        return { rule: id, html: html.slice(0, 300), known: (known[id] ?? []).find((selector) => element?.matches(selector)) };
      }),
    );
  })`);
}
