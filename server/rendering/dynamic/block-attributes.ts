// The attributes that dynamic blocks read, as JSON schemas: what editors are told of them, and what a block may be asked to
// be shown with (protocol.md §20, block-types and block-renderer).

/** The attributes of a block by their names, each as a schema. */
export type Attributes = Readonly<Record<string, object>>;

const yes = { type: 'boolean', default: true };
const no = { type: 'boolean', default: false };
const text = { type: 'string' };
const number = { type: 'number' };
const members = { type: 'object' };
const list = { type: 'array' };
const preset = <V extends string | number>(value: V) => ({ type: typeof value, default: value });

/** What every block may have: what editors note about it, and how it looks. */
export const commonAttributes: Attributes = {
  lock: members,
  metadata: members,
  align: text,
  anchor: text,
  className: text,
  style: members,
  textAlign: text,
  textColor: text,
  backgroundColor: text,
  gradient: text,
  borderColor: text,
  fontSize: text,
  fontFamily: text,
  layout: members,
};

/** Of a link: where it opens, and what is said of it. */
const link = { linkTarget: text, opensInNewTab: no, rel: text, title: text };
const heading = (level: number) => ({ level: preset(level), levelOptions: list });
const choice = { displayAsDropdown: no, label: text, showLabel: yes, showPostCounts: no };
const menuItem = {
  ...link,
  label: text,
  type: text,
  description: text,
  id: number,
  url: text,
  kind: text,
  isTopLevelLink: { type: 'boolean' },
};

const own: Readonly<Record<string, Attributes>> = {
  archives: { ...choice, type: preset('monthly') },
  avatar: { ...link, userId: number, size: preset(96), isLink: no },
  block: { ref: number, content: members },
  categories: { ...choice, taxonomy: preset('category'), showHierarchy: no, showOnlyTopLevel: no, showEmpty: no },
  footnotes: {},
  'home-link': { ...link, label: text, description: text },
  'latest-posts': {
    categories: { type: 'array', items: { type: 'object' } },
    selectedAuthor: number,
    postsToShow: preset(5),
    displayPostContent: no,
    displayPostContentRadio: preset('excerpt'),
    excerptLength: preset(55),
    displayAuthor: no,
    displayPostDate: no,
    postLayout: preset('list'),
    columns: preset(3),
    order: preset('desc'),
    orderBy: preset('date'),
    displayFeaturedImage: no,
    featuredImageAlign: { type: 'string', enum: ['left', 'center', 'right'] },
    featuredImageSizeSlug: preset('thumbnail'),
    featuredImageSizeWidth: { type: ['number', 'null'], default: null },
    featuredImageSizeHeight: { type: ['number', 'null'], default: null },
    addLinkToFeaturedImage: no,
  },
  navigation: {
    ref: number,
    ariaLabel: text,
    overlayMenu: preset('mobile'),
    icon: preset('handle'),
    hasIcon: yes,
    showSubmenuIcon: yes,
    openSubmenusOnClick: no,
    maxNestingLevel: preset(5),
    templateLock: { type: ['string', 'boolean'], enum: ['all', 'insert', 'contentOnly', false] },
  },
  'navigation-link': menuItem,
  'navigation-submenu': menuItem,
  'page-list': { parentPageID: { type: 'integer', default: 0 }, isNested: no },
  'post-author': {
    avatarSize: preset(48),
    showAvatar: yes,
    showBio: { type: 'boolean' },
    byline: text,
    ...link,
    isLink: no,
  },
  'post-author-biography': {},
  'post-author-name': { ...link, isLink: no },
  'post-content': { tagName: preset('div') },
  'post-date': { datetime: text, format: text, isLink: no, displayType: preset('date') },
  'post-excerpt': { moreText: text, showMoreOnNewLine: yes, excerptLength: preset(55) },
  'post-template': {},
  'post-terms': { term: text, separator: preset(', '), prefix: preset(''), suffix: preset('') },
  'post-title': { ...link, ...heading(2), isLink: no },
  query: { queryId: number, query: members, tagName: preset('div'), namespace: text, enhancedPagination: no },
  'query-no-results': {},
  'query-pagination': { paginationArrow: preset('none'), showLabel: yes },
  'query-pagination-next': { label: text },
  'query-pagination-numbers': { midSize: preset(2) },
  'query-pagination-previous': { label: text },
  'query-total': { displayType: preset('total-results') },
  'read-more': { ...link, content: text },
  search: {
    label: text,
    showLabel: yes,
    placeholder: preset(''),
    width: number,
    widthUnit: text,
    buttonText: text,
    buttonPosition: preset('button-outside'),
    buttonUseIcon: no,
    query: members,
    isSearchFieldHidden: no,
  },
  'site-tagline': heading(0),
  'site-title': { ...link, ...heading(1), isLink: yes },
  'tag-cloud': {
    numberOfTags: { type: 'number', default: 45, minimum: 1, maximum: 100 },
    taxonomy: preset('post_tag'),
    showTagCounts: no,
    smallestFontSize: preset('8pt'),
    largestFontSize: preset('22pt'),
  },
};

/** All attributes of the dynamic blocks, by the names of the blocks. */
export const attributesOfDynamicBlocks: ReadonlyMap<string, Attributes> = new Map(
  Object.entries(own).map(([name, attributes]) => [`core/${name}`, { ...commonAttributes, ...attributes }]),
);
