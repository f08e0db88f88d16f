// Tests that the validator of HTML finds violations, and that the pages of the service have none.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { findHtmlErrors } from './html-validation.ts';
import { type InProcessService, startInProcess } from './service-in-process.ts';

const documentWith = (body: string, head = '') =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>x</title>${head}</head><body>${body}</body></html>`;

describe('the validator of HTML', () => {
  it('accepts valid documents', async () => {
    const head = '<link rel="cms:root" href="/rest/"><meta property="og:type" content="article">';
    const json = '<script type="application/ld+json">{"a":1}</script>';
    assert.deepEqual(
      await findHtmlErrors(documentWith('<p>One &amp; two<br>three <img src="/a" alt="">', head + json)),
      [],
    );
  });

  for (const [body, rule] of [
    ['<p>One<div>two</div></p>', 'close-order'],
    ['<ul><p>x</p></ul>', 'element-permitted-content'],
    ['<a href="/"><button>x</button></a>', 'element-permitted-content'],
    ['<p id="a">x</p><p id="a">x</p>', 'no-dup-id'],
    ['<img alt="" alt="x" src="/a">', 'no-dup-attr'],
    ['<input type="unknown">', 'attribute-allowed-values'],
    ['<center>x</center>', 'deprecated'],
    ['<p title="x"class="y">x</p>', 'attr-spacing'],
    ['<main>a</main><main>b</main>', 'no-multiple-main'],
    ['<p>&nonsense;</p>', 'unrecognized-char-ref'],
    ['<label for="none">x</label>', 'no-missing-references'],
    ['<img alt="x">', 'element-required-attributes'],
  ] as const)
    it(`reports ${rule} for ${body}`, async () => {
      const errors = await findHtmlErrors(documentWith(body));
      assert.ok(
        errors.some((error) => error.startsWith(`${rule}: `)),
        errors.join('\n') || 'no errors',
      );
    });

  it('reports a missing document type and title', async () => {
    const errors = (await findHtmlErrors('<html lang="en"><head></head><body></body></html>')).join('\n');
    assert.match(errors, /doctype/i);
    assert.match(errors, /title/);
  });
});

describe('the pages of the service are valid HTML', () => {
  let service: InProcessService;
  const urls = new Map<string, string>();
  before(async () => {
    service = await startInProcess();
    const create = async (path: string, more: object) =>
      (await service.request('POST', path, { title: 'A "title" & <b>more</b>', content: 'Words', ...more })).body;
    const add = (name: string, link: string) => urls.set(name, link.slice(service.origin.length));
    const parts = '<!-- wp:paragraph --><p>One</p><!-- /wp:paragraph --><!--nextpage--><p>Two</p>';
    const post = await create('/cms/v2/posts', { status: 'publish', content: parts });
    add('an entry', post.link);
    add('page 2 of an entry', `${post.link}2/`);
    add('an entry in a frame', `${post.link}embed/`);
    add('a page', (await create('/cms/v2/pages', { status: 'publish' })).link);
    add('a protected entry', (await create('/cms/v2/posts', { status: 'publish', password: 'p' })).link);
    const draft = await create('/cms/v2/posts', {});
    add('a preview', (await service.request('POST', '/octavo/v1/previews', { entry: draft.id })).body.link);
    add('an invalid preview', `${service.origin}/?p=${draft.id}&preview_nonce=x`);
    const paths = { 'the home page': '/', 'an archive': '/category/uncategorized/', 'a search': '/?s=words' };
    const others = {
      'an author': '/author/admin/',
      'a 404 page': '/nothing/',
      'the sign-in screen': '/account/sign-in',
    };
    for (const [name, path] of Object.entries({ ...paths, ...others })) urls.set(name, path);
  });
  after(() => service.close());

  it('in each kind of page', async () => {
    assert.ok(urls.size >= 13);
    const errors: Record<string, string[]> = {};
    for (const [name, path] of urls) {
      const response = await fetch(service.origin + path, { headers: { accept: 'text/html' } });
      assert.match(response.headers.get('content-type') ?? '', /^text\/html/, name);
      const found = await findHtmlErrors(await response.text());
      if (found.length > 0) errors[name] = found;
    }
    assert.deepEqual(errors, {});
  });
});
