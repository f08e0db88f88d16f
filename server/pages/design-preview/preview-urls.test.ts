// Tests which URLs a preview of the design changes in a page, and that hostile HTML cannot use these changes.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { keepInPreview, type PreviewPage, previewedUrlOf } from './preview-urls.ts';

const page: PreviewPage = {
  urls: { home: 'http://site.test', front: 'http://site.test' },
  token: 'T0',
  url: new URL('http://site.test/greeting/?a=1'),
};

const urls: readonly (readonly [href: string, previewed: string | undefined])[] = [
  ['http://site.test/', 'http://site.test/?design_preview=T0'],
  ['http://site.test', 'http://site.test/?design_preview=T0'],
  ['/?p=5#comments', 'http://site.test/?p=5&design_preview=T0#comments'],
  ['2/', 'http://site.test/greeting/2/?design_preview=T0'],
  ['?query-1-page=2', 'http://site.test/greeting/?query-1-page=2&design_preview=T0'],
  ['?design_preview=other', 'http://site.test/greeting/?design_preview=T0'],
  ['https://site.test/', undefined],
  ['http://site.test.example/', undefined],
  ['http://site.test@example.com/', undefined],
  ['//example.com/', undefined],
  ['mailto:a@site.test', undefined],
  ['javascript:alert(1)', undefined],
  ['http://[', undefined],
  ['/uploads/a.png', undefined],
  ['/admin/site-editor', undefined],
  ['/account/sign-in', undefined],
  ['/rest/cms/v2/posts', undefined],
  ['/wp-json/', undefined],
  ['/feed/', undefined],
  ['/greeting/feed/atom/', undefined],
  ['/?feed=rss2', undefined],
  ['/greeting/embed/', undefined],
  ['/?rest_route=/', undefined],
  ['/robots.txt', undefined],
  ['/sitemap.xml', undefined],
];

for (const [href, expected] of urls)
  it(`the URL of ${href} in a preview is ${expected}`, () => assert.equal(previewedUrlOf(href, page), expected));

it('a front end with a path, and links to it, are displayed by the service', () => {
  const other = { ...page, urls: { home: 'http://site.test', front: 'https://front.test/blog' } };
  assert.equal(
    previewedUrlOf('https://front.test/blog/greeting/', other),
    'http://site.test/greeting/?design_preview=T0',
  );
  assert.equal(previewedUrlOf('https://front.test/blogs/', other), undefined);
});

const start = '<body><a href="/outside/">x</a><div class="wp-site-blocks">';
const hidden = '<input type=hidden name=design_preview value=T0>';
const documents: Readonly<Record<string, readonly [html: string, expected: string]>> = {
  'links in double and single quotes and without quotes': [
    `<a class="a" href="/b/?c=1&amp;d=2">x</a><A HREF='/b/'>x</A><a href=/b/ id=b>x</a>`,
    `<a class="a" href="http://site.test/b/?c=1&amp;d=2&amp;design_preview=T0">x</a><A HREF='http://site.test/b/?design_preview=T0'>x</A><a href=http://site.test/b/?design_preview=T0 id=b>x</a>`,
  ],
  'links to fragments, to other sites and without a URL are unchanged': [
    '<a href="#top">x</a><a href="https://example.com/">x</a><a id="y">x</a>',
    '<a href="#top">x</a><a href="https://example.com/">x</a><a id="y">x</a>',
  ],
  'an apostrophe cannot end a value': [
    `<a href='/a%27b/'>x</a><a title="<a href='/it's/'>">x</a>`,
    `<a href='http://site.test/a%27b/?design_preview=T0'>x</a><a title="<a href='http://site.test/it?design_preview=T0's/'>">x</a>`,
  ],
  'character references are not decoded to other URLs': [
    '<a href="&#x2f;b/">x</a><a href="&#x6a;avascript:alert(1)">x</a>',
    '<a href="&#x2f;b/">x</a><a href="&#x6a;avascript:alert(1)">x</a>',
  ],
  'searches and forms': [
    '<form role="search" method="get" action="http://site.test/"><form method="post" action="/b/#form-1"><form method="post"><form action="https://example.com/">',
    `<form role="search" method="get" action="http://site.test/">${hidden}<form method="post" action="http://site.test/b/?design_preview=T0#form-1"><form method="post"><form action="https://example.com/">`,
  ],
  'comments are unchanged': ['<!-- <a href="/b/"> -->', '<!-- <a href="/b/"> -->'],
};
for (const [name, [html, expected]] of Object.entries(documents))
  it(`a page in a preview: ${name}`, () => assert.equal(keepInPreview(start + html, page), start + expected));

it('a document without a template is unchanged', () => {
  const html = '<body><main><a href="/b/">x</a></main>';
  assert.equal(keepInPreview(html, page), html);
});

it('long and unbalanced pages take linear time', () => {
  const html = start + '<a href='.repeat(100_000) + '<a href="/'.repeat(100_000);
  assert.equal(keepInPreview(html, page).length > start.length, true);
});
