// A sample of filtered attacks, read by a real browser: it must see the tree that parse5 sees, and nothing may run.
// `OCTAVO_CHROMIUM` names another browser than Debian's.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { entryMarkup } from './allowed-markup.ts';
import { attackSeeds } from './attack-seeds-for-tests.ts';
import { mutatedAttack } from './mutations-for-tests.ts';
import { sanitise } from './sanitise.ts';
import { showContent } from './shown-contents-for-tests.ts';

const executablePath = process.env.OCTAVO_CHROMIUM ?? '/usr/bin/chromium';
const skip = existsSync(executablePath) ? false : `no Chromium at ${executablePath}`;
const flags = `--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
  --disable-component-update --disable-sync`.split(/\s+/);

/** How many texts are read at once. */
const batch = 250;
const runs = 5000;

/** Attacks that a browser once read otherwise than the filter. */
const found = [
  '<p style="blob:https://examp)"><tr><td>xle.org/x<b><table><td><b></td></b></table></b><i>">x</p>',
  '<p title=<table><tr><td><table background="javascript:ran()"><td background="javascript:ran()">t</td></table></td></tr></p>',
  '<p title=<table><tr><td><select><option><table><select><table><img src=x onerror=ran()></select></td></tr></table>>',
];

type Node = DefaultTreeAdapterTypes.ChildNode;

/** A tree as lines: the depth, the kind with its namespace, attributes in the order of their names, texts as they are. */
function outline(nodes: readonly Node[], depth = 0): string[] {
  return nodes.flatMap((node) => {
    if ('tagName' in node) {
      const attributes = node.attrs.map(({ name, value }) => `${name}=${value}`).sort();
      const kind = `${depth} ${node.namespaceURI.split('/').at(-1)} ${node.tagName} ${attributes.join(' ')}`;
      return [kind, ...outline(node.childNodes, depth + 1)];
    }
    if ('value' in node) return [`${depth} "${node.value}"`];
    return 'data' in node ? [`${depth} <!--${node.data}-->`] : [];
  });
}

/** The same outline made in the browser, where there are other types than here; `texts` are given to it. */
const readInPage = `(texts) => {
  const outline = (nodes, depth) => [...nodes].flatMap((node) => {
    if (node instanceof Comment) return [depth + ' <!--' + node.data + '-->'];
    if (!(node instanceof Element)) return [depth + ' "' + node.nodeValue + '"'];
    const attributes = [...node.attributes].map(({ name, value }) => name + '=' + value).sort();
    const kind = [depth, node.namespaceURI.split('/').at(-1), node.localName, attributes.join(' ')].join(' ');
    return [kind, ...outline(node.childNodes, depth + 1)];
  });
  return texts.map((text) => {
    const whole = new DOMParser().parseFromString('<!DOCTYPE html><body>' + text, 'text/html');
    const inside = document.createElement('div');
    inside.innerHTML = text;
    return { whole: outline(whole.body.childNodes, 0), inside: outline(inside.childNodes, 0) };
  });
}`;

/** The two ways in which a browser reads HTML: as a document without scripting, and as the inside of an element. */
const readInBrowser = (page: Page, texts: readonly string[]): Promise<{ whole: string[]; inside: string[] }[]> =>
  page.evaluate(`(${readInPage})(${JSON.stringify(texts)})`);

const [division] = parseFragment('<div></div>').childNodes as DefaultTreeAdapterTypes.Element[];

/** The same lines from parse5. */
function readByParser(text: string): { whole: string[]; inside: string[] } {
  const document = parse(`<!DOCTYPE html><body>${text}`, { scriptingEnabled: false });
  const page = document.childNodes.find((node) => 'tagName' in node);
  const body = page && 'childNodes' in page ? page.childNodes.find((node) => node.nodeName === 'body') : undefined;
  return {
    whole: body && 'childNodes' in body ? outline(body.childNodes) : [],
    inside: outline(parseFragment(division ?? null, text, { scriptingEnabled: true }).childNodes),
  };
}

/** Shows texts as a page, lets everything in it have its turn, and tells what ran: calls, dialogs, new pages. */
async function show(page: Page, texts: readonly string[]): Promise<unknown> {
  const prepared = '<!DOCTYPE html><script>var ran = () => { top.called = (top.called ?? 0) + 1 }</script><body>';
  await page.setContent(prepared + texts.map((text) => `<div>${text}</div>`).join('\n'), { waitUntil: 'load' });
  return page.evaluate('window.called');
}

describe('a browser and filtered attacks', { skip, timeout: 170_000 }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-browser-'));
  const { seed = Math.floor(Math.random() * 2 ** 31) } = fc.readConfigureGlobal();
  const attacks = [
    ...found,
    ...Object.values(attackSeeds).flat(),
    ...fc.sample(mutatedAttack, { numRuns: runs, seed }),
  ];
  const filtered = attacks.map((attack) => sanitise(attack, entryMarkup));
  const batches = Array.from({ length: Math.ceil(filtered.length / batch) }, (_, index) =>
    filtered.slice(index * batch, (index + 1) * batch),
  );
  let context: BrowserContext;
  let page: Page;

  before(async () => {
    context = await chromium.launchPersistentContext(folder, { executablePath, args: flags, headless: true });
    page = await context.newPage();
    // Nothing is fetched: addresses are there to be read, and pictures fail at once.
    await page.route('**', (route) => route.abort());
  });
  after(async () => {
    await context?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('the browser sees the tree that the filter saw', async (test) => {
    for (const texts of batches) {
      const seen = await readInBrowser(page, texts);
      for (const [index, text] of texts.entries()) {
        const told = `OCTAVO_TEST_SEED=${seed}: ${JSON.stringify(text)}`;
        // Told in every case: what the test finds must not be lost behind the difference of two trees.
        if (!isDeepStrictEqual(seen[index], readByParser(text))) test.diagnostic(told);
        assert.deepEqual(seen[index], readByParser(text), told);
      }
    }
  });

  test('nothing runs, stored or rendered', async () => {
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    for (const texts of batches) {
      assert.equal(await show(page, texts), undefined, `OCTAVO_TEST_SEED=${seed}: ${texts.join('\n')}`);
      const rendered = await Promise.all(texts.map(showContent));
      assert.equal(await show(page, rendered), undefined, `OCTAVO_TEST_SEED=${seed}: ${rendered.join('\n')}`);
    }
    assert.deepEqual([dialogs, context.pages().length, page.url()], [[], 2, 'about:blank']);
  });

  test('the same page tells when something runs', async () => {
    assert.equal(await show(page, ['<img src=x onerror=ran()>', '<script>ran()</script>']), 2);
  });
});
