// Writes an export file in the WXR format for the measurement of imports. The same number of posts gives the same file.
import { closeSync, openSync, writeSync } from 'node:fs';
import { generateWords, phrase, pickSome, randomFor, sentences } from '../server/generate/words.ts';

/** A word of the last post only, to verify that it is found. */
export const lastWord = 'zyxwvut';

const seed = 27;
const [categoryCount, tagCount, authorCount] = [20, 100, 10] as const;
const firstRevisionId = 1_000_000;
const minute = 60_000;

const cdata = (name: string, text: string | number): string => `<${name}><![CDATA[${text}]]></${name}>`;
const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

/** Returns the text before the items: the site, its authors, categories and tags. */
const head = (): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"',
    ' xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"',
    ' xmlns:wp="http://wordpress.org/export/1.2/">',
    '<channel><title>Measured import</title><link>https://import.example</link>',
    '<wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>https://import.example</wp:base_site_url>',
    ...numbers(authorCount).map(
      (n) =>
        `<wp:author>${cdata('wp:author_login', `author${n}`)}${cdata('wp:author_email', `author${n}@import.example`)}${cdata('wp:author_display_name', `Author ${n}`)}</wp:author>`,
    ),
    ...numbers(categoryCount).map(
      (n) =>
        `<wp:category>${cdata('wp:category_nicename', `category-${n}`)}${cdata('wp:category_parent', '')}${cdata('wp:cat_name', `Category ${n}`)}</wp:category>`,
    ),
    ...numbers(tagCount).map(
      (n) => `<wp:tag>${cdata('wp:tag_slug', `tag-${n}`)}${cdata('wp:tag_name', `Tag ${n}`)}</wp:tag>`,
    ),
    '',
  ].join('\n');

interface Item {
  readonly id: number;
  readonly type: 'post' | 'revision';
  readonly parent: number;
  readonly author: string;
  readonly title: string;
  readonly slug: string;
  readonly content: string;
  readonly timestamp: number;
  readonly more: readonly string[];
}

const formatDate = (timestamp: number): string => new Date(timestamp).toISOString().slice(0, 19).replace('T', ' ');

function itemText({ id, type, parent, author, title, slug, content, timestamp, more }: Item): string {
  const date = formatDate(timestamp);
  return [
    `<item>${cdata('title', title)}<link>https://import.example/${slug}/</link>${cdata('dc:creator', author)}`,
    `<guid isPermaLink="false">https://import.example/?p=${id}</guid>`,
    `${cdata('content:encoded', content)}${cdata('excerpt:encoded', '')}<wp:post_id>${id}</wp:post_id>`,
    ...['post_date', 'post_date_gmt', 'post_modified', 'post_modified_gmt'].map((name) => cdata(`wp:${name}`, date)),
    `${cdata('wp:comment_status', 'open')}${cdata('wp:ping_status', 'closed')}${cdata('wp:post_name', slug)}`,
    `${cdata('wp:status', type === 'post' ? 'publish' : 'inherit')}<wp:post_parent>${parent}</wp:post_parent>`,
    `<wp:menu_order>0</wp:menu_order>${cdata('wp:post_type', type)}${cdata('wp:post_password', '')}`,
    ...more,
    '</item>\n',
  ].join('\n');
}

const commentText = (id: number, text: string, timestamp: number): string => {
  const date = formatDate(timestamp);
  return [
    `<wp:comment><wp:comment_id>${id}</wp:comment_id>${cdata('wp:comment_author', `Reader ${id % 500}`)}`,
    `${cdata('wp:comment_author_email', `reader${id % 500}@import.example`)}${cdata('wp:comment_date', date)}`,
    `${cdata('wp:comment_date_gmt', date)}${cdata('wp:comment_content', text)}${cdata('wp:comment_approved', 1)}`,
    `${cdata('wp:comment_type', 'comment')}<wp:comment_parent>0</wp:comment_parent></wp:comment>`,
  ].join('\n');
};

/** Returns a post with 2 KB of blocks, a category, two tags and two comments, and its revision with an earlier text. */
function postText(n: number, isLast: boolean, words: readonly string[]): string {
  const random = randomFor(seed, `post ${n}`);
  const blocks = Array.from(
    { length: 4 },
    () => `<!-- wp:paragraph -->\n<p>${sentences(random, words, 450)}</p>\n<!-- /wp:paragraph -->`,
  );
  const content = blocks.join('\n\n');
  const title = phrase(random, words, 3 + random(5));
  const timestamp = Date.UTC(2012, 0, 1) + n * 600 * minute;
  const category = 1 + random(categoryCount);
  const tags = pickSome(random, numbers(tagCount), 2);
  const common = { author: `author${1 + random(authorCount)}`, title };
  const more = [
    `<category domain="category" nicename="category-${category}"><![CDATA[Category ${category}]]></category>`,
    ...tags.map((tag) => `<category domain="post_tag" nicename="tag-${tag}"><![CDATA[Tag ${tag}]]></category>`),
    ...[1, 2].map((at) => commentText(2 * n + at, sentences(random, words, 100), timestamp + at * minute)),
  ];
  const slug = `post-${n}`;
  const text = isLast ? content.replace('</p>', ` ${lastWord}</p>`) : content;
  return [
    itemText({ ...common, id: n, type: 'post', parent: 0, slug, content: text, timestamp, more }),
    itemText({
      ...{ ...common, id: firstRevisionId + n, type: 'revision', parent: n, slug: `${n}-revision-v1` },
      ...{ content: blocks.slice(1).join('\n\n'), timestamp: timestamp - minute, more: [] },
    }),
  ].join('');
}

/** Writes an export file with this number of posts, each with a revision and two comments. */
export function writeExportFile(file: string, posts: number): void {
  const words = generateWords(seed);
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, head());
  for (const n of numbers(posts)) writeSync(descriptor, postText(n, n === posts, words));
  writeSync(descriptor, '</channel></rss>\n');
  closeSync(descriptor);
}
