// Entries whose slugs are names that the service itself answers at: their links lead to them all the same.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { places } from '../server/screens/places.ts';
import { isOwnPath, makeSite, ownSegments } from '../server/site.ts';
import { describeEachEngine } from './engines.ts';
import { close, type Node, openNode } from './node.ts';

/** Further names that the service answers at, but not below, so that an entry can have them. */
const exactPaths = ['healthz', 'readyz', 'mcp', 'docs'];

describeEachEngine('entries with the names of paths of the service', (engine) => {
  let node: Node;
  before(async () => {
    const noun = { one: 'console', many: 'consoles' };
    node = await openNode(await engine.place(), { config: { types: [{ name: 'console', restBase: 'admin', noun }] } });
  });
  after(() => close(node));

  /** Checks that the link of an entry shows it. */
  async function assertReachable(kind: string, json: object): Promise<{ id: number; slug: string }> {
    const entry = await node.site.make(`/cms/v2/${kind}`, { title: 'Found it', status: 'publish', ...json });
    const { pathname, search } = new URL(entry.link);
    const answer = await node.ask(pathname + search, { headers: { accept: 'text/html' } });
    assert.equal(answer.status, 200, entry.link);
    assert.match(await answer.text(), /<h1[^>]*>Found it<\/h1>/, entry.link);
    return entry;
  }

  it('can be read at their links, and keep their slugs', async () => {
    for (const slug of [...ownSegments, ...exactPaths]) {
      assert.equal((await assertReachable('posts', { slug })).slug, slug);
      const page = await assertReachable('pages', { slug });
      await assertReachable('pages', { slug: 'child', parent: page.id });
    }
    await assertReachable('admin', { slug: 'any' });
  });

  it('are what the service has below its home: nothing else answers there', async () => {
    for (const segment of ownSegments) {
      const answer = await node.ask(`/${segment}/`, { headers: { accept: 'text/html' } });
      const text = await answer.text();
      assert.ok(!text.includes('Found it'), segment);
    }
  });
});

describe('paths of the service', () => {
  it('include those of its mounts, screens and files', () => {
    const site = makeSite('https://cms.example');
    const paths = ['/rest', '/wp-json', ...Object.values(places)];
    for (const path of [...paths, site.uploads.slice(site.home.length)]) assert.ok(isOwnPath(site, `${path}/`), path);
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
    it(`${isOwn ? 'has' : 'does not have'} ${path} where entries are shown at ${front}`, () =>
      assert.equal(isOwnPath({ home, front }, path), isOwn));
});
