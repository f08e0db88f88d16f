// Tests that nothing that users without `unfiltered_html` and visitors write executes on a public page, or breaks out of the part of the page
// that shows it: the structure of the rest of the page is the same as with a harmless text.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import { serializeOuter } from 'parse5';
import { SaxesParser } from 'saxes';
import { openDiskStore } from '../../server/files/disk-store.ts';
import { describeEachEngine } from '../engines.ts';
import { createImage } from '../media-site.ts';
import { findingsInAllContexts } from '../rendering/findings.ts';
import { close, openNode, type TestNode } from '../test-node.ts';
import { attributeOf, type CrawledPage, type Element, requestPages, submitForm } from './crawl.ts';
import { type HostileSite, openHostileSite, uploadImage } from './hostile-site.ts';
import { payloads } from './payloads.ts';

/** Classes of the elements whose content is markup that users write. */
const containers = [
  ...['entry-content', 'wp-block-comment-content', 'wp-block-term-description', 'wp-block-latest-comments'],
];

/** Feeds and sitemaps, each of which is requested with some of the values. */
const feeds: readonly string[] = [
  ...['/feed/', '/feed/atom/', '/feed/json/', '/tag/tag/feed/', '/author/author/feed/', '/2026/feed/atom/'],
  ...['/comments/feed/', '/comments/feed/json/', '/text/feed/atom/', '/?s=VALUE&feed=rss2', '/?s=VALUE&feed=json'],
  ...['/sitemap.xml', '/sitemap-type-post-1.xml'],
];

/** Kinds of pages that are requested with all values. */
const allValues: readonly string[] = ['post', 'blocks', 'frame', 'tag', 'author', 'search'];

describeEachEngine('public pages with hostile values', (engine) => {
  let node: TestNode;
  let folder: string;
  let site: HostileSite;
  let expected: readonly CrawledPage[];
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-files-'));
    let now = Date.parse('2026-06-01T12:00:00Z');
    node = await openNode(await engine.location(), { clock: () => now, files: await openDiskStore(folder) });
    site = await openHostileSite(node.site, (seconds) => {
      now += seconds * 1000;
    });
    await site.write('harmless');
    expected = await requestAll('harmless');
  });
  after(async () => {
    await close(node);
    await rm(folder, { recursive: true, force: true });
    assert.deepEqual(node.site.errors, []);
  });

  const requestAll = (value: string) =>
    requestPages(
      node,
      site.kinds.map(({ pathOf }) => pathOf(value)),
    );

  it('show the values', () => {
    for (const [at, { name }] of site.kinds.entries()) {
      const page = expected[at];
      assert.equal(page?.status, /not found|path|number/.test(name) ? 404 : 200, name);
      assert.ok(page.body.includes('harmless'), name);
    }
  });

  for (const [number, value] of payloads.entries())
    it(`neither execute nor contain ${JSON.stringify(value).slice(0, 90)} as markup`, async () => {
      await site.write(value);
      // Each value is written to all fields, and each page is requested with a third of the values.
      const chosen = site.kinds.flatMap(({ name, pathOf }, at) =>
        (at + number) % 3 === 0 || allValues.includes(name) ? [{ name, path: pathOf(value), usual: expected[at] }] : [],
      );
      const pages = await requestPages(
        node,
        chosen.map(({ path }) => path),
      );
      for (const [index, page] of pages.entries()) {
        const { name = '', usual } = chosen[index] ?? {};
        const about = `${name} ${page.path} with ${JSON.stringify(value)}`;
        assert.equal(page.status, usual?.status, about);
        assert.deepEqual(dangersOf(page), [], about);
        const [outline, usualOutline] = [outlineOf(page, name), outlineOf(usual ?? page, name)];
        const at = outline.findIndex((line, each) => line !== usualOutline[each]);
        assert.equal(outline[at], usualOutline[at], about);
        assert.equal(outline.length, usualOutline.length, about);
      }
      const feed = (feeds[number % feeds.length] ?? '').replace('VALUE', encodeURIComponent(value.toWellFormed()));
      for (const { status, body } of await requestPages(node, [feed])) {
        assert.equal(status, 200, feed);
        if (/json\/?$/.test(feed)) assert.ok(Array.isArray(JSON.parse(body).items), feed);
        else requireWellFormed(body, feed);
      }
    });

  it('escape the values of comments that are rejected', async () => {
    const { id, path: formPath } = site.post;
    const submit = (value: string) =>
      submitForm(node, formPath, {
        ...{
          entry: String(id),
          parent: '0',
          comment: value,
          name: value,
          email: `no address ${value}`,
          website: value,
        },
      });
    const usual = await submit('harmless');
    assert.equal(usual.status, 400);
    assert.ok(usual.body.includes(' value="no address harmless"'));
    for (const value of payloads) {
      const page = await submit(value);
      assert.equal(page.status, 400, value);
      assert.deepEqual(dangersOf(page), [], value);
      assert.equal(page.elements.filter(({ tagName }) => tagName === 'textarea').length, 1, value);
    }
  });

  it('escape the names of uploaded files', async () => {
    const image = await createImage(8, 6);
    let accepted = 0;
    for (const name of payloads.filter(({ length }) => length < 100)) {
      const { status, body } = await uploadImage(node.site, `${name}.png`, image);
      if (status === 400) continue;
      accepted += 1;
      for (const page of await requestPages(node, [body.link.replace('http://site.test', '')])) {
        assert.equal(page.status, 200, name);
        assert.deepEqual(dangersOf(page), [], name);
      }
      await node.site.request('administrator', 'DELETE', `/cms/v2/media/${body.id}?force=true`);
    }
    assert.ok(accepted > 40, String(accepted));
  });
});

/** Throws AssertionError unless a text is well-formed XML. */
function requireWellFormed(xml: string, path: string): void {
  const parser = new SaxesParser();
  parser.on('error', (error) => assert.fail(`${path}: ${error.message}`));
  parser.write(xml).close();
}

/** Returns the executable markup of a page: in the content of users, as browsers could parse it anywhere, and in the rest of the page. */
function dangersOf({ elements, headers }: CrawledPage): string[] {
  const inContent = elements.filter(isContainer).map((element) => serializeOuter(element));
  return [
    ...inContent.flatMap((html) => findingsInAllContexts(html, isServiceElement)),
    ...elements.flatMap(({ attrs, tagName }) => [
      ...(['base', 'embed'].includes(tagName) || (tagName === 'script' && !isAllowedScript(attrs, headers))
        ? [tagName]
        : []),
      ...attrs
        .filter((each) => isDangerous(each) || (tagName === 'object' && each.name === 'data'))
        .map(({ name, value }) => `${tagName} ${name}=${value}`),
    ]),
  ];
}

/** Whether a script is a block of data, or on a page for iframes, whose policy allows only the script of the service by its hash. */
const isAllowedScript = (attrs: Element['attrs'], headers: Headers): boolean =>
  attrs.some(({ name, value }) => name === 'type' && value === 'application/ld+json') ||
  (attrs.length === 0 && headers.get('content-security-policy')?.includes('frame-ancestors *') === true);

const isDangerous = ({ name, value }: Element['attrs'][number]): boolean =>
  /^(?:on|srcdoc|formaction|http-equiv)/.test(name) ||
  (['href', 'src', 'action', 'poster', 'cite', 'xlink:href'].includes(name) &&
    value !== 'data:,' &&
    URL.canParse(value, 'http://site.test') &&
    !/^(?:https?|ftp|mailto|tel):$/.test(new URL(value, 'http://site.test').protocol));

/** Whether an element is part of a form that the service renders. Elements that authors write have no such classes on a form. */
const isServiceElement = ({ tagName, attrs }: Element): boolean =>
  ['form', 'input', 'select', 'option', 'iframe'].includes(tagName) && !attrs.some(isDangerous);

const classesOf = (element: Element): string[] => (attributeOf(element, 'class') ?? '').split(/\s+/);

const isContainer = (element: Element): boolean => classesOf(element).some((name) => containers.includes(name));

/**
 * Whether the structure of an element depends on the value: the name of a visitor, which is a link if the submitted URL is safe, the results of a
 * search, and the excerpt of a page for iframes.
 */
const isVariable = (element: Element, kind: string): boolean =>
  classesOf(element).includes('wp-block-comment-author-name') ||
  (kind === 'search' && classesOf(element).includes('wp-block-query')) ||
  (kind === 'frame' && element.tagName === 'div' && attributeOf(element, 'dir') === 'auto');

/** Returns the elements of a page with their depth and the names of their attributes, without those in containers. */
function outlineOf({ elements: [root] }: CrawledPage, kind: string): string[] {
  const lines: string[] = [];
  const add = (element: Element, depth: number) => {
    const names = element.attrs.map(({ name }) => name).sort();
    lines.push(`${depth} ${element.tagName} ${names.join(' ')}`);
    if (isContainer(element) || isVariable(element, kind)) return;
    for (const child of element.childNodes) if ('tagName' in child) add(child, depth + 1);
  };
  if (root) add(root, 0);
  return lines;
}
