// Tests that clients discover the API from every URL of the service: from the Link header of a HEAD or GET request (RFC 8288), whatever its
// status, or from the link element of the page.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';
import { type InProcessService, startInProcess } from './service-in-process.ts';

/** The relations of the roots, with the paths of the roots. */
const roots = { 'cms:root': '/rest/', 'https://api.w.org/': '/wp-json/' } as const;

/** Returns the target of the link with a relation in a Link header, relative to a URL. */
function findInHeader(header: string | null, rel: string, base: string): string | undefined {
  for (const [, target = '', parameters = ''] of (header ?? '').matchAll(/<([^>]*)>((?:\s*;[^,;"]*(?:"[^"]*")?)*)/g)) {
    const [, quoted = '', token = ''] = /;\s*rel=(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters) ?? [];
    if ((quoted || token).split(/\s+/).includes(rel)) return new URL(target, base).href;
  }
  return undefined;
}

/** Returns the target of the link element with a relation in an HTML page, relative to a URL. */
function findInPage(html: string, rel: string, base: string): string | undefined {
  const open: DefaultTreeAdapterTypes.Node[] = [parse(html)];
  for (let node = open.pop(); node; node = open.pop()) {
    if ('childNodes' in node) open.push(...node.childNodes);
    if (!defaultTreeAdapter.isElementNode(node) || node.tagName !== 'link') continue;
    const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
    if (attributes.rel?.split(/\s+/).includes(rel)) return new URL(attributes.href ?? '', base).href;
  }
  return undefined;
}

/** Discovers a root as clients do: in the headers of HEAD, then in the headers and in the page of GET. Redirects are not followed. */
async function discover(url: string, rel: string, accept: string) {
  const options = { headers: { accept }, redirect: 'manual' } as const;
  const head = await fetch(url, { ...options, method: 'HEAD' });
  const get = await fetch(url, options);
  const html = await get.text();
  const isHtml = /^text\/html/.test(get.headers.get('content-type') ?? '');
  return {
    inHead: findInHeader(head.headers.get('link'), rel, url),
    inGet: findInHeader(get.headers.get('link'), rel, url),
    inPage: isHtml ? findInPage(html, rel, url) : 'no page',
    status: get.status,
  };
}

describe('the API', () => {
  let service: InProcessService;
  let urls: Record<string, string>;
  before(async () => {
    service = await startInProcess();
    const { body: post } = await service.request('POST', '/cms/v2/posts', {
      ...{ title: 'Seen', content: 'Words', status: 'publish', slug: 'seen' },
    });
    const { body: locked } = await service.request('POST', '/cms/v2/posts', {
      ...{ title: 'Locked', content: 'Secret', status: 'publish', password: 'p' },
    });
    const { body: preview } = await service.request('POST', '/octavo/v1/previews', { entry: post.id });
    urls = {
      'the home page': '/',
      'an entry': new URL(post.link).pathname,
      'the short URL of an entry': `/?p=${post.id}`,
      'an entry at another path': '/seen',
      'a protected entry': new URL(locked.link).pathname,
      'an entry in a frame': `${new URL(post.link).pathname}embed/`,
      'a preview': preview.link.slice(service.origin.length),
      'an invalid preview': `/?p=${post.id}&preview_nonce=x`,
      'a category': '/category/uncategorized/',
      'a feed': '/feed/',
      'a JSON feed': '/feed/json/',
      'the sitemap index': '/sitemap.xml',
      'another path of the sitemap index': '/wp-sitemap.xml',
      'robots.txt': '/robots.txt',
      'an unknown path': '/nothing/here/',
      'a malformed path': '/%ff',
      '/favicon.ico': '/favicon.ico',
      'an upload that does not exist': '/uploads/2026/01/none.png',
      'the sign-in screen': '/account/sign-in',
      'a redirect to the sign-in screen': '/account/profile',
      'the sign-in screen of existing tools': '/wp-login.php',
      'the account screens': '/account',
      'an unknown screen': '/account/none',
      'the admin': '/admin/',
      'the API reference': '/rest/docs',
    };
  });
  after(() => service.close());

  for (const [rel, path] of Object.entries(roots))
    for (const accept of ['text/html,*/*;q=0.8', '*/*'])
      it(`is found at every URL by ${rel} with Accept: ${accept}`, async () => {
        for (const [name, url] of Object.entries(urls)) {
          const { inHead, inGet, inPage, status } = await discover(service.origin + url, rel, accept);
          const root = service.origin + path;
          assert.deepEqual([inHead, inGet], [root, root], `${name}: ${status}`);
          // The pages of the service itself, and redirects, have only the header.
          const isPublic = !/^\/(?:account|admin|rest|wp-login)/.test(url);
          if (isPublic && inPage !== 'no page') assert.equal(inPage, root, `${name}: ${status}`);
        }
      });

  it('responds at the root that was found', async () => {
    for (const rel of Object.keys(roots)) {
      const { inHead = '' } = await discover(`${service.origin}/nothing/`, rel, 'text/html');
      const index: { name?: string } = JSON.parse(await (await fetch(inHead)).text());
      assert.equal(index.name, 'Octavo');
    }
  });

  it('is found from requests with other methods', async () => {
    for (const [method, path, status] of [
      ['PUT', '/', 405],
      ['DELETE', '/nothing/', 404],
      ['OPTIONS', '/nothing/', 404],
    ] as const) {
      const response = await fetch(service.origin + path, { method });
      assert.equal(response.status, status, `${method} ${path}`);
      assert.equal(findInHeader(response.headers.get('link'), 'cms:root', service.origin), `${service.origin}/rest/`);
    }
  });
});
