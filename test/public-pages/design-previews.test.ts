// Tests that the pages of a preview of the design are those that anonymous visitors see: a preview without changes displays each page of a
// site with many records that are not public exactly as it is, except for its bar and its token.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openDiskStore } from '../../server/files/disk-store.ts';
import { contentStart } from '../../server/pages/render-page.ts';
import { describeEachEngine } from '../engines.ts';
import { close, openNode, type TestNode } from '../test-node.ts';
import { type CrawledPage, crawl, requestPages } from './crawl.ts';
import { openHostileSite } from './hostile-site.ts';
import { payloads } from './payloads.ts';
import { createSecretSite, secretSiteConfig } from './secret-site.ts';

/** Paths of pages that a preview does not display: those of files, feeds, embeds and other parts of the service. */
const otherPath =
  /^\/(?:account|admin|rest|uploads|wp-admin|wp-json)(?:\/|$)|\/(?:feed|embed)(?:\/|$)|[?&](?:feed|embed)=|^\/(?:robots\.txt|(?:wp-)?sitemap)/;

/** Kinds of pages of a hostile site, among them those that display the most markup of users. */
const hostileKinds: readonly string[] = ['post', 'blocks', 'search', 'tag'];

const bar = /<aside class="octavo-design-preview".*?<\/aside>\n/;
const barStyle = /<style>\.octavo-design-preview\{.*?<\/style>\n/;

/** Creates a preview without changes, and returns its token. */
async function createToken(node: TestNode): Promise<string> {
  const { body } = await node.site.request('administrator', 'POST', '/octavo/v1/design-previews', {});
  return new URL(body.link).searchParams.get('design_preview') ?? '';
}

const inPreview = (address: string, token: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}design_preview=${token}`;

/** Returns a page without what a preview changes in it: its bar, the field of searches, and the values of links. */
const comparable = ({ status, body }: CrawledPage, token: string) => ({
  status,
  html: body
    .replace(bar, '')
    .replace(barStyle, '')
    .replaceAll(`<input type=hidden name=design_preview value=${token}>`, '')
    .replaceAll(/(?<=[\s"'/](?:href|action)=)(?:"[^"]*"|'[^']*'|[^\s>]*)/gi, ''),
});

describeEachEngine('pages in a preview of the design', (engine) => {
  let node: TestNode;
  let folder: string;
  let ordinary: readonly CrawledPage[];
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-files-'));
    node = await openNode(await engine.location(), { config: secretSiteConfig, files: await openDiskStore(folder) });
    const { secrets, ids } = await createSecretSite(node.site);
    const pages = await crawl(node, [
      ...['/', '/?s=plain', '/page/2/', '/2026/', '/nothing/', '/plainguarded/', '/references-0/?query-7-page=2'],
      ...[...secrets.slice(0, 20).flatMap((word) => [`/?s=${word}`, `/${word}/`]), ...ids.map((id) => `/?p=${id}`)],
    ]);
    ordinary = pages.filter(({ path }) => !otherPath.test(path));
  });
  after(async () => {
    await close(node);
    await rm(folder, { recursive: true, force: true });
    assert.deepEqual(node.site.errors, []);
  });

  it('are the ordinary ones, with a bar', async () => {
    const token = await createToken(node);
    const previewed = await requestPages(
      node,
      ordinary.map((page) => inPreview(page.path, token)),
    );
    for (const [at, page] of ordinary.entries()) {
      const shown = previewed[at] ?? assert.fail();
      assert.deepEqual(comparable(shown, token), comparable(page, token), page.path);
      assert.match(String(shown.headers.get('cache-control')), /no-store/, page.path);
      if (page.status < 300 || page.status >= 400) assert.match(shown.body, bar, page.path);
    }
    assert.ok(ordinary.length > 100, `${ordinary.length}`);
  });

  it('lead only to pages of the preview', async () => {
    const token = await createToken(node);
    const pages = (await crawl(node, [inPreview('/', token)])).filter(({ path }) => path.includes(token));
    const left = pages.flatMap(({ path, body: html }) => {
      const content = html.slice(html.indexOf(contentStart));
      const links = [...content.matchAll(/<(?:a|area)\s[^>]*?href="(\/[^"]*|http:\/\/site\.test[^"]*)"/g)];
      return links
        .map(([, href = '']) => href.replace('http://site.test', ''))
        .filter((href) => !otherPath.test(href) && !href.includes(token))
        .map((href) => `${path}: ${href}`);
    });
    assert.deepEqual(left, []);
    assert.ok(pages.length > 40, `${pages.length}`);
  });
});

describe('pages with hostile values in a preview of the design', () => {
  let node: TestNode;
  let folder: string;
  after(async () => {
    await close(node);
    await rm(folder, { recursive: true, force: true });
    assert.deepEqual(node.site.errors, []);
  });

  it('have the structure of the ordinary ones', async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-files-'));
    let now = Date.parse('2026-06-01T12:00:00Z');
    node = await openNode({ kind: 'memory' }, { clock: () => now, files: await openDiskStore(folder) });
    const site = await openHostileSite(node.site, (seconds) => {
      now += seconds * 1000;
    });
    for (const value of payloads) {
      await site.write(value);
      const token = await createToken(node);
      const paths = site.kinds.flatMap(({ name, pathOf }) => (hostileKinds.includes(name) ? [pathOf(value)] : []));
      assert.equal(paths.length, hostileKinds.length);
      const [pages, previewed] = [
        await requestPages(node, paths),
        await requestPages(
          node,
          paths.map((each) => inPreview(each, token)),
        ),
      ];
      for (const [at, page] of pages.entries()) {
        const about = `${page.path} with ${JSON.stringify(value)}`;
        const shown = previewed[at] ?? assert.fail();
        assert.match(shown.body, bar, about);
        assert.deepEqual(comparable(shown, token), comparable(page, token), about);
      }
    }
  });
});
