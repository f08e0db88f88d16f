// Describes all known blocks (protocol.md §20). Descriptions of dynamic blocks contain the attributes that the service
// renders, those of static blocks the attributes that editors save.
import { isRecord } from '../../rendering/blocks/parse.ts';
import { commonAttributes, dynamicBlockAttributes } from '../../rendering/dynamic/block-attributes.ts';
import { dynamicBlocks } from '../../rendering/dynamic/blocks/index.ts';
import { knownBlocks, knownVariations } from '../global-styles/known-blocks.ts';
import { blockDescriptions } from './block-descriptions.ts';
import { savedAttributesOf } from './saved-attributes.ts';

/** Nesting rules and context of a block. */
interface BlockStructure {
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
function structureOf(name: string): BlockStructure {
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

/**
 * Supports of static blocks. The editor applies all features to the HTML that it saves. A leading `-` means false; a list after `=`
 * contains the only values that the editor offers; all other supports are true.
 */
const staticSupports: Readonly<Record<string, string>> = {
  accordion:
    'align=wide,full anchor ariaLabel background.backgroundImage background.backgroundSize background.gradient color.background color.gradients -html layout shadow spacing.blockGap spacing.margin=top,bottom spacing.padding typography.fontSize typography.lineHeight',
  'accordion-heading':
    '-align anchor color.background color.gradients -lock shadow spacing.padding typography.fontSize',
  'accordion-item':
    'color.background color.gradients -html -layout.allowEditing shadow spacing.blockGap spacing.margin=top,bottom spacing.padding typography.fontSize typography.lineHeight',
  'accordion-panel':
    'allowedBlocks color.background color.gradients -html -layout.allowEditing -lock shadow spacing.blockGap spacing.padding typography.fontSize typography.lineHeight',
  audio: 'align anchor spacing.margin spacing.padding',
  button:
    '-align -alignWide anchor color.gradients dimensions.width -reusable spacing.padding=horizontal,vertical splitting typography.fontSize typography.lineHeight typography.textAlign',
  buttons:
    'align=wide,full anchor color.gradients -color.text -html -layout.allowInheriting -layout.allowSwitching spacing.blockGap=horizontal,vertical spacing.margin=top,bottom spacing.padding typography.fontSize typography.lineHeight',
  code: 'align=wide anchor color.background color.gradients color.text spacing.margin=top,bottom spacing.padding typography.fontSize typography.lineHeight',
  column:
    'allowedBlocks anchor color.button color.gradients color.heading color.link -html layout -reusable shadow spacing.blockGap spacing.padding typography.fontSize typography.lineHeight',
  columns:
    'align=wide,full anchor color.button color.gradients color.heading color.link -html -layout.allowEditing -layout.allowInheriting -layout.allowSwitching shadow spacing.blockGap.sides=horizontal,vertical spacing.margin=top,bottom spacing.padding typography.fontSize typography.lineHeight',
  comments:
    'align=wide,full anchor color.gradients color.heading color.link -html spacing.margin spacing.padding typography.fontSize typography.lineHeight',
  cover:
    'align allowedBlocks anchor -color.background -color.enableContrastChecker color.heading color.text dimensions.aspectRatio filter.duotone -html -layout.allowJustification shadow spacing.blockGap spacing.margin=top,bottom spacing.padding typography.fontSize typography.lineHeight',
  details:
    'align=wide,full allowedBlocks anchor color.gradients color.link -html -layout.allowEditing spacing.blockGap spacing.margin spacing.padding typography.fontSize typography.lineHeight',
  embed: 'align anchor spacing.margin',
  file: 'align anchor color.gradients color.link -color.text spacing.margin spacing.padding',
  freeform: '-className -customClassName -lock -renaming -reusable',
  gallery:
    'align anchor color.background color.gradients -color.text -html layout.allowEditing -layout.allowInheriting -layout.allowJustification -layout.allowOrientation -layout.allowSwitching -layout.allowVerticalAlignment -layout.allowWrap spacing.blockGap.sides=horizontal,vertical spacing.margin spacing.padding',
  group:
    'align=wide,full allowedBlocks anchor ariaLabel background.backgroundImage background.backgroundSize background.gradient color.button color.gradients color.heading color.link dimensions.minHeight dimensions.minWidth -html position.sticky shadow spacing.blockGap=horizontal,vertical spacing.margin=top,bottom spacing.padding typography.fontSize typography.lineHeight',
  heading:
    'align=wide,full anchor className color.gradients color.link spacing.margin spacing.padding splitting typography.fitText typography.fontSize typography.lineHeight typography.textAlign',
  html: '-className -customClassName -html',
  icon: 'align=left,center,right anchor dimensions.width -html spacing.margin spacing.padding',
  image: 'align=left,center,right,wide,full anchor -color.background -color.text filter.duotone spacing.margin',
  list: 'align=wide,full anchor color.gradients color.link -html spacing.margin spacing.padding typography.fontSize typography.lineHeight',
  'list-item':
    'anchor -className color.background color.gradients color.link -html spacing.margin spacing.padding splitting typography.fontSize typography.lineHeight',
  math: 'anchor color.gradients -html spacing.margin spacing.padding typography.fontSize',
  'media-text':
    'align=wide,full allowedBlocks anchor color.gradients color.heading color.link -html spacing.margin spacing.padding typography.fontSize typography.lineHeight',
  missing: '-className -customClassName -html -inserter -lock -renaming -reusable',
  more: '-className -customClassName -html -multiple',
  'navigation-overlay-close': '-color.gradients spacing.padding typography.fontSize typography.lineHeight',
  nextpage: '-className -customClassName -html',
  'page-list-item': 'anchor -html -inserter -lock -reusable',
  paragraph:
    'align=wide,full anchor -className color.gradients color.link spacing.margin spacing.padding splitting typography.fitText typography.fontSize typography.lineHeight typography.textAlign typography.textColumns typography.textIndent',
  playlist: 'align anchor color.gradients color.link spacing.margin spacing.padding typography.fontSize',
  'post-comment': '-html -inserter',
  'post-navigation-link':
    'anchor color.link -html -reusable typography.fontSize typography.lineHeight typography.textAlign',
  'post-time-to-read':
    'anchor color.gradients -html spacing.margin spacing.padding typography.fontSize typography.lineHeight typography.textAlign',
  preformatted: 'anchor color.gradients spacing.margin spacing.padding typography.fontSize typography.lineHeight',
  pullquote:
    'align=left,right,wide,full anchor background.backgroundImage background.backgroundSize background.gradient color.background color.gradients color.link dimensions.minHeight spacing.margin spacing.padding typography.fontSize typography.lineHeight typography.textAlign',
  'query-title':
    'align=wide,full anchor color.gradients -html spacing.margin spacing.padding typography.fontSize typography.lineHeight typography.textAlign',
  quote:
    'align=left,right,wide,full allowedBlocks anchor background.backgroundImage background.backgroundSize background.gradient color.gradients color.heading color.link dimensions.minHeight -html -layout.allowEditing spacing.blockGap spacing.margin spacing.padding typography.fontSize typography.lineHeight',
  separator:
    'align=center,wide,full anchor color.background -color.enableContrastChecker color.gradients -color.text spacing.margin=top,bottom',
  shortcode: '-className -customClassName -html',
  'social-link': 'anchor -html -reusable',
  'social-links':
    'align=left,center,right anchor color.background -color.enableContrastChecker color.gradients -color.text -html -layout.allowInheriting -layout.allowSwitching -layout.allowVerticalAlignment spacing.blockGap=horizontal,vertical spacing.margin spacing.padding spacing.units=px,em,rem,vh,vw',
  spacer: 'anchor spacing.margin=top,bottom',
  'tab-list':
    'ariaLabel color.background color.text -html -layout.allowOrientation -layout.allowVerticalAlignment -layout.allowWrap -lock spacing.blockGap spacing.padding typography.fontSize',
  'tab-panel': 'anchor color.background color.text -html layout spacing.blockGap spacing.padding typography.fontSize',
  'tab-panels': 'color.background color.heading color.link color.text -html -lock spacing.padding typography.fontSize',
  table: 'align anchor color.gradients spacing.margin spacing.padding typography.fontSize typography.lineHeight',
  'table-of-contents':
    'anchor ariaLabel color.background color.gradients color.link color.text -html spacing.margin spacing.padding typography.fontSize typography.lineHeight',
  tabs: 'align anchor color.background color.text -html -layout.allowEditing spacing.blockGap spacing.margin spacing.padding typography.fontSize',
  'text-columns': '-inserter',
  verse:
    'anchor background.backgroundImage background.backgroundSize background.gradient color.gradients color.link dimensions.minHeight spacing.margin spacing.padding typography.fontSize typography.lineHeight typography.textAlign',
  video: 'align anchor spacing.margin spacing.padding',
};

/** Supports of the wrapper element that the service renders for dynamic blocks. */
const dynamicSupports =
  'align anchor color.background color.link color.text -html typography.fontSize typography.textAlign';

/** Supports of dynamic blocks that are rendered with the saved wrapper element, or without a wrapper element. */
const dynamicExceptions: Readonly<Record<string, string>> = Object.fromEntries([
  ...['query', 'terms-query'].map((name) => [name, 'align anchor -html layout'] as const),
  ...['block', 'pattern', 'comment-edit-link', 'post-comments-form', 'query-pagination-previous'].map(withoutWrapper),
  ...['', '-next', '-numbers', '-previous'].map((end) => withoutWrapper(`comments-pagination${end}`)),
]);

function withoutWrapper(name: string): readonly [string, string] {
  return [name, '-className -customClassName -html'];
}

/** Returns the supports of a block as a nested object, with the property names that block editors use. */
const supportsOf = (name: string, isDynamic: boolean): object =>
  parseSupports((isDynamic ? (dynamicExceptions[name] ?? dynamicSupports) : staticSupports[name]) ?? '');

function parseSupports(text: string): object {
  const supports: Record<string, unknown> = {};
  for (const token of text.split(' ').filter((each) => each !== '')) {
    const [path = '', values] = token.replace(/^-/, '').split('=');
    const names = path.split('.');
    const property = names.pop() ?? '';
    let target = supports;
    for (const name of names) {
      const known = target[name];
      const next: Record<string, unknown> = isRecord(known) ? known : {};
      target[name] = next;
      target = next;
    }
    target[property] = values ? values.split(',') : !token.startsWith('-');
  }
  return supports;
}

export interface DescribedBlock extends BlockStructure {
  readonly name: string;
  readonly title: string;
  readonly category: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly attributes: object;
  readonly selectors: object;
  readonly supports: object;
  readonly styles: readonly object[];
  readonly isDynamic: boolean;
}

/** Names of the context values that the service reads when it renders dynamic blocks. */
const renderedContext: ReadonlySet<string> = new Set([
  ...['postId', 'postType', 'commentId', 'termId', 'taxonomy', 'query', 'queryId', 'termQuery'],
]);

/** CSS selectors of the elements to which the styles of a block apply, for blocks whose own class does not select these elements. */
const rootSelectors: Readonly<Record<string, string>> = {
  button: '.wp-block-button .wp-block-button__link',
  icon: '.wp-block-icon svg',
  'list-item': '.wp-block-list > li',
  paragraph: 'p',
  table: '.wp-block-table > table',
};

const toTitle = (style: string): string =>
  style
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

function describeBlock(name: string): DescribedBlock {
  const shortName = name.replace(/^core\//, '');
  const isDynamic = dynamicBlocks.has(name);
  const [title, category, description, ...keywords] = blockDescriptions[shortName] ?? [toTitle(shortName), 'text', ''];
  const structure = structureOf(shortName);
  const root = rootSelectors[shortName];
  return {
    ...{ name, title, category, description, keywords, isDynamic },
    ...structure,
    uses: isDynamic ? structure.uses.filter((contextName) => renderedContext.has(contextName)) : structure.uses,
    attributes: dynamicBlockAttributes.get(name) ?? { ...commonAttributes, ...savedAttributesOf(shortName) },
    selectors: root === undefined ? {} : { root },
    supports: supportsOf(shortName, isDynamic),
    styles: (knownVariations[name] ?? []).map((style, at) => ({
      name: style,
      label: toTitle(style),
      ...(at === 0 && { isDefault: true }),
    })),
  };
}

/** All blocks, keyed by name, in alphabetical order. */
export const describedBlocks: ReadonlyMap<string, DescribedBlock> = new Map(
  [...new Set([...knownBlocks, ...dynamicBlocks.keys()])].sort().map((name) => [name, describeBlock(name)]),
);
