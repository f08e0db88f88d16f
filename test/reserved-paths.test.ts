// Tests that the links of entries lead to their pages, even if a slug is a reserved path segment of the service.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { screenPaths } from '../server/screens/paths.ts';
import { isReservedPath, makeSite, reservedSegments } from '../server/site.ts';
import { describeEachEngine } from './engines.ts';
import { close, openNode, type TestNode } from './test-node.ts';

/** Reserved paths that do not include the paths below them, so that entries can have them as slugs. */
const exactPaths = ['healthz', 'readyz', 'mcp', 'docs'];

describeEachEngine('entries with slugs that are reserved paths', (engine) => {
  let node: TestNode;
  before(async () => {
    const labels = { one: 'console', many: 'consoles' };
    node = await openNode(await engine.location(), {
      config: { types: [{ name: 'console', restBase: 'admin', noun: labels }] },
    });
  });
  after(() => close(node));

  /** Creates an entry and asserts that its link leads to its page. Returns its ID and slug. */
  async function assertReachable(kind: string, input: object): Promise<{ id: number; slug: string }> {
    const entry = await node.site.create(`/cms/v2/${kind}`, { title: 'Found it', status: 'publish', ...input });
    const { pathname, search } = new URL(entry.link);
    const response = await node.request(pathname + search, { headers: { accept: 'text/html' } });
    assert.equal(response.status, 200, entry.link);
    assert.match(await response.text(), /<h1[^>]*>Found it<\/h1>/, entry.link);
    return entry;
  }

  it('are served at their links, and keep their slugs', async () => {
    for (const slug of [...reservedSegments, ...exactPaths]) {
      assert.equal((await assertReachable('posts', { slug })).slug, slug);
      const page = await assertReachable('pages', { slug });
      await assertReachable('pages', { slug: 'child', parent: page.id });
    }
    await assertReachable('admin', { slug: 'any' });
  });

  it('are not served at the reserved paths themselves', async () => {
    for (const segment of reservedSegments) {
      const response = await node.request(`/${segment}/`, { headers: { accept: 'text/html' } });
      const text = await response.text();
      // The title may be in the menu of the 404 page.
      assert.doesNotMatch(text, /<h1[^>]*>Found it/, segment);
    }
  });
});

describe('reserved paths', () => {
  it('include the mounts, the account pages and the uploads', () => {
    const site = makeSite('https://cms.example');
    const paths = ['/rest', '/wp-json', ...Object.values(screenPaths)];
    for (const path of [...paths, site.uploads.slice(site.home.length)])
      assert.ok(isReservedPath(site, `${path}/`), path);
  });

  const home = 'https://cms.example';
  for (const [front, path, isOwn] of [
    [home, '/account/', true],
    [home, '/account/child/', true],
    [home, '/uploads/', true],
    [home, '/accounts/', false],
    [home, '/below/account/', false],
    [home, '/', false],
    ['https://www.example', '/account/', false],
  ] as const)
    it(`${isOwn ? 'include' : 'do not include'} ${path} if the pages of entries are at ${front}`, () =>
      assert.equal(isReservedPath({ home, front }, path), isOwn));
});
