// Lists the blocks that accept styles and settings (templates-and-styles.md §8: registered block names).

const names = `accordion accordion-heading accordion-item accordion-panel archives audio avatar block breadcrumbs button
buttons calendar categories code column columns comment-author-avatar comment-author-name comment-content comment-date comment-edit-link
comment-reply-link comment-template comments comments-pagination comments-pagination-next comments-pagination-numbers
comments-pagination-previous comments-title cover details embed file footnotes freeform gallery group heading home-link
html icon image latest-comments latest-posts legacy-widget list list-item loginout math media-text missing more
navigation navigation-link navigation-overlay-close navigation-submenu nextpage page-list page-list-item paragraph
pattern playlist playlist-track post-author post-author-biography post-author-name post-comment post-comments-count post-comments-form post-comments-link
post-content post-date post-excerpt post-featured-image post-navigation-link post-template post-terms
post-time-to-read post-title preformatted pullquote query query-no-results query-pagination query-pagination-next
query-pagination-numbers query-pagination-previous query-title query-total quote read-more rss search separator
shortcode site-logo site-tagline site-title social-link social-links spacer tab-list tab-panel tab-panels table table-of-contents tabs tag-cloud
template-part term-count term-description term-name term-template terms-query text-columns verse video widget-group`;

/** Names of all blocks, with their namespace. */
export const knownBlocks: readonly string[] = names.split(/\s+/).map((name) => `core/${name}`);

/** Style variations of blocks, keyed by block name. */
export const knownVariations: Readonly<Record<string, readonly string[]>> = {
  'core/button': ['fill', 'outline'],
  'core/image': ['default', 'rounded'],
  'core/quote': ['default', 'plain'],
  'core/separator': ['default', 'wide', 'dots'],
  'core/site-logo': ['default', 'rounded'],
  'core/social-links': ['default', 'logos-only', 'pill-shape'],
  'core/table': ['regular', 'stripes'],
  'core/tag-cloud': ['default', 'outline'],
};
