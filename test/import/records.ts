// Creates exports from XML strings, and imports them, for tests.

import type { SiteConfig } from '../../server/config/site-config.ts';
import { openDatabase } from '../../server/database/open.ts';
import { importSite } from '../../server/import/import-site.ts';
import type { Report } from '../../server/import/report.ts';
import { openTestSite, streamOf, type TestSite } from './site.ts';

/** Opens a new site with an in-memory database. */
export const newSite = async (config: SiteConfig = {}): Promise<TestSite> =>
  openTestSite(await openDatabase({ kind: 'memory' }), config);

/** Imports an export of these records into a site. */
export const importing = (site: TestSite, ...records: string[]): Promise<Report> =>
  importSite(site, streamOf(exportOf(...records)));

/** Returns an export with these records. Each record is an XML element as a string. */
export const exportOf = (...records: readonly string[]): string =>
  `<rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"><channel><title>Old site</title><wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://old.example</wp:base_blog_url>${records.join('')}</channel></rss>`;

/** Returns an `item` element with the given fields. */
export function itemOf(id: number, fields: Readonly<Record<string, string | number>>, more = ''): string {
  const all = {
    post_type: 'post',
    status: 'publish',
    post_date: '2020-01-02 03:04:05',
    post_date_gmt: '2020-01-02 03:04:05',
    ...fields,
  };
  const tagged = Object.entries(all).map(([name, value]) => {
    const tag =
      { title: 'title', content: 'content:encoded', excerpt: 'excerpt:encoded', creator: 'dc:creator', guid: 'guid' }[
        name
      ] ?? `wp:${name}`;
    return `<${tag}><![CDATA[${value}]]></${tag}>`;
  });
  return `<item><wp:post_id>${id}</wp:post_id>${tagged.join('')}${more}</item>`;
}

/** Returns the element that declares a category. */
export const categoryOf = (slug: string, name: string, parent = ''): string =>
  `<wp:category><wp:term_id>1</wp:term_id><wp:category_nicename>${slug}</wp:category_nicename><wp:category_parent>${parent}</wp:category_parent><wp:cat_name><![CDATA[${name}]]></wp:cat_name></wp:category>`;

/** Returns the element that declares an author. */
export const authorOf = (login: string, email = '', name = ''): string =>
  `<wp:author><wp:author_login><![CDATA[${login}]]></wp:author_login><wp:author_email>${email}</wp:author_email><wp:author_display_name><![CDATA[${name}]]></wp:author_display_name></wp:author>`;

/** Returns the element of a meta field of an item. */
export const metaOf = (key: string, value: string): string =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;

/** Returns the element that assigns a term to an item. */
export const inTerm = (domain: string, slug: string, name: string): string =>
  `<category domain="${domain}" nicename="${slug}"><![CDATA[${name}]]></category>`;
