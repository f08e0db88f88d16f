// Parses a sample of sanitized attacks with a real browser. The tree must equal that of parse5, and nothing may be executed.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { entryMarkup } from '../../server/rendering/sanitise/allowed-markup.ts';
import { sanitize } from '../../server/rendering/sanitise/sanitise.ts';
import { executablePath, skip } from '../browser.ts';
import { attackSeeds } from './attack-seeds.ts';
import { renderInMaliciousSite } from './malicious-site.ts';
import { mutatedAttack } from './mutations.ts';

const flags = `--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
  --disable-component-update --disable-sync`.split(/\s+/);

/** Number of texts per batch. */
const batchSize = 250;
const mutationCount = 5000;

/** Attacks that a browser formerly parsed differently from the sanitizer. */
const regressions = [
  '<p style="blob:https://examp)"><tr><td>xle.org/x<b><table><td><b></td></b></table></b><i>">x</p>',
  '<p title=<table><tr><td><table background="javascript:ran()"><td background="javascript:ran()">t</td></table></td></tr></p>',
  '<p title=<table><tr><td><select><option><table><select><table><img src=x onerror=ran()></select></td></tr></table>>',
];

type Node = DefaultTreeAdapterTypes.ChildNode;

/** Returns a tree as lines with depth, namespace, tag name and sorted attributes, or with the text. */
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

/** A function that returns the same outline in the browser, whose DOM has other types. */
const outlineInPage = `(texts) => {
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

/** Parses HTML in the browser in two ways: as a document without scripting, and as the content of an element. */
const parseInBrowser = (page: Page, texts: readonly string[]): Promise<{ whole: string[]; inside: string[] }[]> =>
  page.evaluate(`(${outlineInPage})(${JSON.stringify(texts)})`);

const [division] = parseFragment('<div></div>').childNodes as DefaultTreeAdapterTypes.Element[];

/** Parses HTML with parse5 in the same two ways. */
function parseWithParse5(text: string): { whole: string[]; inside: string[] } {
  const document = parse(`<!DOCTYPE html><body>${text}`, { scriptingEnabled: false });
  const page = document.childNodes.find((node) => 'tagName' in node);
  const body = page && 'childNodes' in page ? page.childNodes.find((node) => node.nodeName === 'body') : undefined;
  return {
    whole: body && 'childNodes' in body ? outline(body.childNodes) : [],
    inside: outline(parseFragment(division ?? null, text, { scriptingEnabled: true }).childNodes),
  };
}

/** Loads texts as a page; returns the number of executed attacks, undefined for none. */
async function loadPage(page: Page, texts: readonly string[]): Promise<unknown> {
  const prepared = '<!DOCTYPE html><script>var ran = () => { top.called = (top.called ?? 0) + 1 }</script><body>';
  await page.setContent(prepared + texts.map((text) => `<div>${text}</div>`).join('\n'), { waitUntil: 'load' });
  return page.evaluate('window.called');
}

describe('sanitized attacks in a browser', { skip, timeout: 170_000 }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-browser-'));
  const { seed = Math.floor(Math.random() * 2 ** 31) } = fc.readConfigureGlobal();
  const attacks = [
    ...regressions,
    ...Object.values(attackSeeds).flat(),
    ...fc.sample(mutatedAttack, { numRuns: mutationCount, seed }),
  ];
  const filtered = attacks.map((attack) => sanitize(attack, entryMarkup));
  const batches = Array.from({ length: Math.ceil(filtered.length / batchSize) }, (_, index) =>
    filtered.slice(index * batchSize, (index + 1) * batchSize),
  );
  let context: BrowserContext;
  let page: Page;

  before(async () => {
    context = await chromium.launchPersistentContext(folder, { executablePath, args: flags, headless: true });
    page = await context.newPage();
    // All requests are aborted, because only parsing is tested, and so that images fail immediately.
    await page.route('**', (route) => route.abort());
  });
  after(async () => {
    await context?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('the browser parses the same tree as parse5', async (test) => {
    for (const texts of batches) {
      const browserTrees = await parseInBrowser(page, texts);
      for (const [index, text] of texts.entries()) {
        const failureMessage = `OCTAVO_TEST_SEED=${seed}: ${JSON.stringify(text)}`;
        // The assertion message is a diff of two trees, which may hide the text, so it is logged separately.
        if (!isDeepStrictEqual(browserTrees[index], parseWithParse5(text))) test.diagnostic(failureMessage);
        assert.deepEqual(browserTrees[index], parseWithParse5(text), failureMessage);
      }
    }
  });

  test('nothing is executed, stored or rendered', async () => {
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    for (const texts of batches) {
      assert.equal(await loadPage(page, texts), undefined, `OCTAVO_TEST_SEED=${seed}: ${texts.join('\n')}`);
      const rendered = await Promise.all(texts.map(renderInMaliciousSite));
      assert.equal(await loadPage(page, rendered), undefined, `OCTAVO_TEST_SEED=${seed}: ${rendered.join('\n')}`);
    }
    assert.deepEqual([dialogs, context.pages().length, page.url()], [[], 2, 'about:blank']);
  });

  test('the test page detects execution', async () => {
    assert.equal(await loadPage(page, ['<img src=x onerror=ran()>', '<script>ran()</script>']), 2);
  });
});
