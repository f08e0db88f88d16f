// Content with every dynamic block that can refer to other records.

/** IDs of the records to which the blocks refer. */
export type ReferredIds = Readonly<
  Record<
    | ('draft' | 'private' | 'trashed' | 'draftPage' | 'parent' | 'automatic' | 'snippet' | 'guarded')
    | ('block' | 'navigation' | 'image' | 'privateImage' | 'sound')
    | ('writer' | 'ghost' | 'category' | 'tag' | 'cuisine' | 'drawer' | 'menu'),
    number
  >
>;

const blockWith = (name: string, attributes: object, inner = ''): string =>
  inner === ''
    ? `<!-- wp:${name} ${JSON.stringify(attributes)} /-->`
    : `<!-- wp:${name} ${JSON.stringify(attributes)} -->${inner}<!-- /wp:${name} -->`;

const entryFields = [
  ...['post-title', 'post-excerpt', 'post-content', 'post-author', 'post-author-biography', 'post-featured-image'],
  ...['post-date', 'comments-title', 'post-comments-count', 'read-more', 'post-navigation-link', 'breadcrumbs'],
]
  .map((name) => `<!-- wp:${name} {"isLink":true,"showBio":true,"showTitle":true} /-->`)
  .concat('<!-- wp:post-terms {"term":"nav_menu"} /--><!-- wp:post-terms {"term":"category"} /-->')
  .join('');

const query = (attributes: object): string =>
  blockWith(
    'query',
    { queryId: 7, query: attributes },
    `<div class="wp-block-query">${blockWith('post-template', {}, entryFields)}${blockWith('query-total', {})}</div>`,
  );

const terms = (taxonomy: string): string =>
  [
    blockWith('categories', { taxonomy, showEmpty: true, showPostCounts: true }),
    blockWith('tag-cloud', { taxonomy }),
    blockWith(
      'terms-query',
      { termQuery: { taxonomy, hideEmpty: false, perPage: 50 } },
      `<div>${blockWith('term-template', {}, '<!-- wp:term-name {"isLink":true} /--><!-- wp:term-description /-->')}</div>`,
    ),
  ].join('');

/** Returns contents of pages. Each has fewer lists than the maximum per entry. */
export function blocksThatReferTo(ids: ReferredIds): string[] {
  const entryIds = [ids.draft, ids.private, ids.trashed, ids.draftPage, ids.parent, ids.automatic, ids.snippet];
  const links = [...entryIds, ids.guarded].flatMap((id) =>
    ['navigation-link', 'navigation-submenu'].map((name) =>
      blockWith(name, { kind: 'post-type', id, label: 'Label', url: '/' }),
    ),
  );
  const types = [
    'post',
    'page',
    'recipe',
    'snippet',
    'memo',
    'nav_menu_item',
    'cms_block',
    'cms_navigation',
    'attachment',
  ];
  const taxonomies = ['category', 'post_tag', 'cuisine', 'drawer', 'nav_menu', 'cms_pattern_category'];
  const files = [ids.privateImage, ids.sound, ids.image];
  return [
    [...types.map((postType) => query({ postType, perPage: 50 }))].join(''),
    taxonomies.slice(0, 3).map(terms).join(''),
    taxonomies.slice(3).map(terms).join(''),
    [
      ...[...entryIds, ids.block].map((ref) => blockWith('block', { ref })),
      ...[...entryIds, ids.navigation].map((ref) => blockWith('navigation', { ref })),
      blockWith('navigation', {}, links.join('')),
      blockWith('template-part', { slug: 'veiledpart', theme: 'quarto' }),
      ...[ids.ghost, ids.writer].map((userId) => blockWith('avatar', { userId, isLink: true })),
      blockWith('latest-posts', { selectedAuthor: ids.ghost, displayAuthor: true, displayPostContent: true }),
      blockWith('latest-posts', {
        displayAuthor: true,
        displayPostContent: true,
        displayPostContentRadio: 'full_post',
      }),
      ...['latest-comments', 'page-list', 'archives', 'calendar', 'comments-title'].map((name) => blockWith(name, {})),
    ].join(''),
    [
      `[gallery ids="${files.join(',')}"]`,
      `[playlist ids="${files.join(',')}"]`,
      `[gallery id="${ids.private}"][playlist id="${ids.private}"]`,
      ...files.map((id) => `<img class="wp-image-${id}" src="/uploads/x.png">`),
      ...entryIds.map((id) => `\n\nhttp://site.test/?p=${id}\n\n`),
    ].join('\n\n'),
    [
      query({ search: 'veiledguardedcontent' }),
      query({ author: ids.ghost, postType: 'post' }),
      query({ parents: [ids.parent], postType: 'page' }),
      query({ taxQuery: { nav_menu: [ids.menu] } }),
      entryFields,
    ].join(''),
  ];
}
