// Declares the nesting rules and the context of blocks, keyed by block name without the namespace.

/** Nesting rules and context of a block. */
export interface BlockStructure {
  /** Allowed direct parents; null if every block is allowed. */
  readonly parent: readonly string[] | null;
  /** Blocks of which at least one must be an ancestor; null if every ancestor is allowed. */
  readonly ancestor: readonly string[] | null;
  /** Allowed direct children; null if every block is allowed. */
  readonly allows: readonly string[] | null;
  /** Names of the context values that the block reads. */
  readonly uses: readonly string[];
  /** Names of the attributes whose values inner blocks can read, keyed by the name of the context value. */
  readonly provides: Readonly<Record<string, string>>;
}

const structureDefinitions: Readonly<Record<string, string>> = {
  accordion:
    'allows accordion-item; provides core/accordion-icon-position=iconPosition core/accordion-show-icon=showIcon core/accordion-heading-level=headingLevel',
  'accordion-heading':
    'parent accordion-item; uses core/accordion-icon-position core/accordion-show-icon core/accordion-heading-level',
  'accordion-item':
    'parent accordion; allows accordion-heading accordion-panel; provides core/accordion-open-by-default=openByDefault',
  'accordion-panel': 'parent accordion-item; uses core/accordion-open-by-default',
  avatar: 'uses postType postId commentId',
  block: 'provides pattern/overrides=content',
  breadcrumbs: 'uses postId postType templateSlug',
  button: 'parent buttons',
  buttons: 'allows button',
  categories: 'uses enhancedPagination',
  column: 'parent columns',
  columns: 'allows column',
  'comment-author-avatar': 'ancestor comment-template; uses commentId',
  'comment-author-name': 'ancestor comment-template; uses commentId',
  'comment-content': 'ancestor comment-template; uses commentId',
  'comment-date': 'ancestor comment-template; uses commentId',
  'comment-edit-link': 'ancestor comment-template; uses commentId',
  'comment-reply-link': 'ancestor comment-template; uses commentId',
  'comment-template': 'parent comments; uses postId',
  comments: 'uses postId postType',
  'comments-pagination':
    'parent comments; allows comments-pagination-previous comments-pagination-numbers comments-pagination-next; provides comments/paginationArrow=paginationArrow',
  'comments-pagination-next': 'parent comments-pagination; uses postId comments/paginationArrow',
  'comments-pagination-numbers': 'parent comments-pagination; uses postId',
  'comments-pagination-previous': 'parent comments-pagination; uses postId comments/paginationArrow',
  'comments-title': 'ancestor comments; uses postId postType',
  cover: 'uses postId postType',
  footnotes: 'uses postId postType',
  gallery:
    'allows image; uses galleryId postId postType; provides allowResize imageCrop fixedHeight navigationButtonType',
  'home-link':
    'parent navigation; uses textColor customTextColor backgroundColor customBackgroundColor fontSize customFontSize style',
  image: 'uses allowResize imageCrop fixedHeight navigationButtonType postId postType queryId galleryId',
  list: 'allows list-item',
  'list-item': 'parent list; allows list',
  'media-text': 'uses postId postType',
  navigation:
    'allows navigation-link search social-links page-list spacer home-link icon site-title site-logo navigation-submenu loginout buttons; provides textColor customTextColor backgroundColor customBackgroundColor overlayTextColor customOverlayTextColor overlayBackgroundColor customOverlayBackgroundColor fontSize customFontSize showSubmenuIcon submenuVisibility openSubmenusOnClick style maxNestingLevel',
  'navigation-link':
    'parent navigation; allows navigation-link navigation-submenu page-list; uses textColor customTextColor backgroundColor customBackgroundColor overlayTextColor customOverlayTextColor overlayBackgroundColor customOverlayBackgroundColor fontSize customFontSize showSubmenuIcon maxNestingLevel style',
  'navigation-submenu':
    'parent navigation; uses textColor customTextColor backgroundColor customBackgroundColor overlayTextColor customOverlayTextColor overlayBackgroundColor customOverlayBackgroundColor fontSize customFontSize showSubmenuIcon maxNestingLevel openSubmenusOnClick submenuVisibility style; provides core/isInsideSubmenu=isParentSubmenu',
  nextpage: 'parent post-content',
  'page-list':
    'allows page-list-item; uses textColor customTextColor backgroundColor customBackgroundColor overlayTextColor customOverlayTextColor overlayBackgroundColor customOverlayBackgroundColor fontSize customFontSize showSubmenuIcon style openSubmenusOnClick submenuVisibility core/isInsideSubmenu',
  'page-list-item':
    'parent page-list; uses textColor customTextColor backgroundColor customBackgroundColor overlayTextColor customOverlayTextColor overlayBackgroundColor customOverlayBackgroundColor fontSize customFontSize showSubmenuIcon style openSubmenusOnClick submenuVisibility',
  playlist: 'allows playlist-track; provides showArtists showImages',
  'playlist-track': 'parent playlist; uses showArtists showImages',
  'post-author': 'uses postType postId queryId',
  'post-author-biography': 'uses postType postId',
  'post-author-name': 'uses postType postId',
  'post-comment':
    'allows avatar comment-author-name comment-content comment-date comment-edit-link comment-reply-link; provides commentId',
  'post-comments-count': 'uses postId',
  'post-comments-form': 'uses postId postType',
  'post-comments-link': 'uses postType postId',
  'post-content': 'uses postId postType queryId',
  'post-date': 'uses postId postType queryId',
  'post-excerpt': 'uses postId postType queryId',
  'post-featured-image': 'uses postId postType queryId',
  'post-navigation-link': 'uses postType',
  'post-template':
    'ancestor query; uses queryId query displayLayout templateSlug previewPostType enhancedPagination postType postId',
  'post-terms': 'uses postId postType',
  'post-time-to-read': 'uses postId postType',
  'post-title': 'uses postId postType queryId',
  query: 'uses templateSlug postType; provides queryId query displayLayout enhancedPagination',
  'query-no-results': 'ancestor query; uses queryId query',
  'query-pagination':
    'ancestor query; allows query-pagination-previous query-pagination-numbers query-pagination-next; uses queryId query; provides paginationArrow showLabel',
  'query-pagination-next': 'parent query-pagination; uses queryId query paginationArrow showLabel enhancedPagination',
  'query-pagination-numbers': 'parent query-pagination; uses queryId query enhancedPagination',
  'query-pagination-previous':
    'parent query-pagination; uses queryId query paginationArrow showLabel enhancedPagination',
  'query-title': 'uses query',
  'query-total': 'ancestor query; uses queryId query',
  'read-more': 'uses postId',
  'social-link':
    'parent social-links; uses openInNewTab showLabels iconColor iconColorValue iconBackgroundColor iconBackgroundColorValue',
  'social-links':
    'allows social-link; provides openInNewTab showLabels iconColor iconColorValue iconBackgroundColor iconBackgroundColorValue',
  spacer: 'uses orientation',
  'tab-list': 'parent tabs; uses core/tabs-list',
  'tab-panel': 'parent tab-panels; uses core/tabs-id; provides core/tab-label=label',
  'tab-panels': 'parent tabs; allows tab-panel',
  tabs: 'allows tab-list tab-panels; uses core/tabs-list core/tabs-id',
  'term-count': 'uses termId taxonomy',
  'term-description': 'uses termId taxonomy',
  'term-name': 'uses termId taxonomy',
  'term-template': 'ancestor terms-query; uses termQuery',
  'terms-query': 'uses templateSlug; provides termQuery',
};

/** Returns the structure of a block. A block that is not declared here may be placed anywhere. */
export function structureOf(name: string): BlockStructure {
  const clauses = new Map(
    (structureDefinitions[name] ?? '').split('; ').map((clause) => {
      const [keyword = '', ...values] = clause.split(' ');
      return [keyword, values] as const;
    }),
  );
  const namesOf = (keyword: string) => clauses.get(keyword)?.map((each) => `core/${each}`) ?? null;
  const contextEntries = (clauses.get('provides') ?? []).map((each) => {
    const [context = '', attribute = context] = each.split('=');
    return [context, attribute] as const;
  });
  return {
    parent: namesOf('parent'),
    ancestor: namesOf('ancestor'),
    allows: namesOf('allows'),
    uses: clauses.get('uses') ?? [],
    provides: Object.fromEntries(contextEntries),
  };
}
