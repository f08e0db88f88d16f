// Tests that the schema of sitemaps rejects what sitemaps.org/protocol.html forbids.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openSchema } from './xml-schema.ts';

const validate = openSchema('test/fixtures/sitemap.xsd');

const document = (root: string, content: string, namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9') =>
  `<?xml version="1.0" encoding="UTF-8"?><${root} xmlns="${namespace}">${content}</${root}>`;

const loc = '<loc>https://site.test/</loc>';
const url = (content: string) => document('urlset', `<url>${content}</url>`);

it('accepts sitemaps and their index', () => {
  for (const xml of [
    url(loc),
    url(`${loc}<lastmod>2026-11-24</lastmod>`),
    url(`<lastmod>2026-11-24T01:02:03Z</lastmod>${loc}<changefreq>daily</changefreq><priority>0.5</priority>`),
    url('<loc>https://site.test/?a=1&amp;b=%C3%BC</loc>'),
    document('sitemapindex', `<sitemap>${loc}</sitemap><sitemap>${loc}<lastmod>2026-11-24</lastmod></sitemap>`),
  ])
    assert.deepEqual(validate(xml), [], xml);
});

it('rejects documents with other elements, numbers of elements and values', () => {
  for (const [xml, message] of [
    [document('urlset', ''), /Missing child element/],
    [url(''), /Missing child element/],
    [url(`${loc}${loc}`), /loc.*not expected/],
    [url(`${loc}<title>x</title>`), /title.*not expected/],
    [url('<loc>/relative/</loc>'), /pattern/],
    [url('<loc>https://site.test/a b</loc>'), /pattern|anyURI/],
    [url('<loc>https://site.test/ü</loc>'), /pattern/],
    [url(`<loc>https://site.test/${'x'.repeat(2048)}</loc>`), /maxLength/],
    [url(`${loc}<lastmod>2026-11-24T01:02:03</lastmod>`), /timestamp/],
    [url(`${loc}<lastmod>2026-02-30</lastmod>`), /timestamp/],
    [url(`${loc}<changefreq>often</changefreq>`), /enumeration/],
    [url(`${loc}<priority>2</priority>`), /maxInclusive/],
    [document('sitemapindex', `<url>${loc}</url>`), /url.*not expected/],
    [document('urlset', `<url>${loc}</url>`, 'http://example.org/'), /No matching global declaration/],
    ['<urlset>', /Premature end/],
  ] as const) {
    const errors = validate(xml);
    assert.ok(errors.length > 0, xml);
    assert.match(errors.join('\n'), message, xml);
  }
});
