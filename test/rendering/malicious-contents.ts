// Attacks through block attributes by authors without `unfiltered_html`, and a detector of dangerous output.
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

const urlAttributes = ['href', 'src', 'srcset', 'action', 'formaction', 'poster', 'data', 'xlink:href'];

/** Returns the elements and attributes of a parsed document that could execute code. */
export function findDangers(html: string): string[] {
  const dangers: string[] = [];
  const walk = (node: DefaultTreeAdapterTypes.Node): void => {
    if (['script', 'iframe', 'object', 'embed', 'svg', 'base', 'meta'].includes(node.nodeName))
      dangers.push(node.nodeName);
    for (const { name, value } of 'attrs' in node ? node.attrs : []) {
      if (name.startsWith('on')) dangers.push(name);
      const url = value.replace(/[\u0000-\u0020]/g, '');
      if (urlAttributes.includes(name) && /^(javascript|vbscript|data):/i.test(url)) dangers.push(`${name}=${value}`);
      if (name === 'style' && /url|expression|@import|;.*;/i.test(value)) dangers.push(`style=${value}`);
    }
    for (const child of 'childNodes' in node ? node.childNodes : []) walk(child);
  };
  walk(parseFragment(html));
  return dangers;
}

/** Values that try to break out of their context or to execute code. */
export const maliciousValues = [
  '"><script>alert(1)</script>',
  "' onmouseover=alert(1) x='",
  '" onmouseover="alert(1)',
  '&quot; onmouseover=&quot;alert(1)',
  '&#34;&gt;&lt;script&gt;alert(1)&lt;/script&gt;',
  'javascript:alert(1)',
  ' java\tscript:alert(1)',
  'java&#115;cript:alert(1)',
  'javascript&colon;alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '--><script>alert(1)</script><!--',
  '1px;background:url(javascript:alert(1))',
  '\u0001["<script>"]',
  '<!--\u00010-->',
  '</title></style></textarea><script>alert(1)</script>',
  '🙂'.repeat(50),
  '\ud800<script>',
];

/** Values that are not strings and cannot be converted to strings. */
export const nonStringValues: readonly unknown[] = [
  { toString: 1 },
  { toString: { a: 1 }, valueOf: 2, length: -1 },
  [{ toString: null }],
  JSON.parse('{"__proto__":{"toString":1},"constructor":null}'),
];

/** Returns content with all dynamic blocks, and with the value in every attribute that they read. */
export function maliciousContents(value: unknown): string[] {
  const all = {
    className: value,
    anchor: value,
    align: value,
    textAlign: value,
    textColor: value,
    backgroundColor: value,
    fontSize: value,
    style: {
      color: { text: value, background: value },
      typography: { textAlign: value },
      elements: { link: { color: { text: value } } },
    },
    label: value,
    buttonText: value,
    placeholder: value,
    width: value,
    widthUnit: value,
    buttonPosition: value,
    url: value,
    title: value,
    description: value,
    rel: value,
    linkTarget: value,
    kind: value,
    id: value,
    ref: value,
    ariaLabel: value,
    service: value,
    layout: { type: value, orientation: value, justifyContent: value, columnCount: value },
    format: value,
    moreText: value,
    content: value,
    byline: value,
    separator: value,
    prefix: value,
    suffix: value,
    term: 'category',
    slug: value,
    theme: undefined,
    tagName: value,
    area: value,
    feedURL: value,
    src: value,
    artist: value,
    album: value,
    length: value,
    bracketType: value,
    sizeSlug: value,
    month: 1,
    year: 2026,
    displayContent: 'full',
    smallestFontSize: value,
    largestFontSize: value,
    numberOfTags: value,
    postsToShow: value,
    columns: value,
    postLayout: 'grid',
    categories: [value],
    selectedAuthor: value,
    queryId: value,
    size: value,
    level: value,
    type: value,
    showTagCounts: true,
    isLink: true,
    displayAsDropdown: true,
    displayPostDate: true,
    displayAuthor: true,
    displayPostContent: true,
    openInNewTab: true,
    query: {
      perPage: 1,
      postType: value,
      search: value,
      orderBy: value,
      author: value,
      taxQuery: { [typeof value === 'string' ? value : 'category']: [value] },
    },
  };
  const json = (more: object = {}) =>
    JSON.stringify({ ...all, ...more })
      .replaceAll('<', '\\u003c')
      .replaceAll('>', '\\u003e')
      .replaceAll('--', '\\u002d\\u002d');
  const selfClosingBlocks =
    'latest-posts archives categories tag-cloud search page-list site-title site-tagline post-title post-date post-excerpt post-author post-author-name post-author-biography avatar post-terms read-more footnotes block navigation navigation-link navigation-submenu home-link social-link query-total query-pagination-next breadcrumbs calendar latest-comments loginout pattern playlist-track post-comments-count post-comments-link post-featured-image rss site-logo template-part comments-title query-title post-navigation-link post-comments-form comments-pagination'.split(
      ' ',
    );
  const inner = selfClosingBlocks.map((name) => `<!-- wp:${name} ${json()} /-->`).join('');
  const plain = json({ query: { perPage: 1 } });
  const links = ['navigation-link', 'search', 'home-link'].map((name) => `<!-- wp:${name} ${json()} /-->`).join('');
  const postBlocks = ['post-title', 'post-terms', 'post-author', 'read-more']
    .map((name) => `<!-- wp:${name} ${json()} /-->`)
    .join('');
  const commentBlocks = ['author-name', 'author-avatar', 'content', 'date', 'edit-link', 'reply-link']
    .map((name) => `<!-- wp:comment-${name} ${json()} /-->`)
    .join('');
  const termBlocks = ['name', 'count', 'description'].map((name) => `<!-- wp:term-${name} ${json()} /-->`).join('');
  return [
    inner,
    `<!-- wp:navigation ${json()} -->${links}<!-- wp:navigation-submenu ${json()} -->${links}<!-- /wp:navigation-submenu --><!-- /wp:navigation -->` +
      `<!-- wp:social-links ${json()} --><ul><!-- wp:social-link ${json()} /--></ul><!-- /wp:social-links -->`,
    `<!-- wp:query ${plain} --><div><!-- wp:post-template ${json()} -->${postBlocks}<!-- /wp:post-template --><!-- wp:query-pagination ${json()} --><!-- wp:query-pagination-numbers ${json()} /--><!-- wp:query-pagination-next ${json()} /--><!-- /wp:query-pagination --><!-- wp:query-no-results ${json()} -->x<!-- /wp:query-no-results --></div><!-- /wp:query -->`,
    `<!-- wp:comment-template ${json()} -->${commentBlocks}<!-- /wp:comment-template -->` +
      `<!-- wp:terms-query ${plain} --><div><!-- wp:term-template ${json()} -->${termBlocks}<!-- /wp:term-template --></div><!-- /wp:terms-query -->`.repeat(
        4,
      ),
  ];
}
