// Knows the selectors of elements and blocks in rendered content.

/** Selectors of elements, in the order of their rules: general ones first. */
export const elementSelectors: ReadonlyMap<string, string> = new Map([
  ['link', 'a:where(:not(.wp-element-button))'],
  ['heading', 'h1,h2,h3,h4,h5,h6'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name): [string, string] => [name, name]),
  ['button', '.wp-element-button,.wp-block-button__link'],
  [
    'caption',
    [
      '.wp-element-caption',
      ...['audio', 'embed', 'gallery', 'image', 'table', 'video'].map((name) => `.wp-block-${name} figcaption`),
    ].join(),
  ],
  ['cite', 'cite'],
  [
    'textInput',
    'textarea,input:where([type=email],[type=number],[type=password],[type=search],[type=tel],[type=text],[type=url])',
  ],
  ['select', 'select'],
]);

/** States of elements and blocks, in the order of their rules. */
export const states = [':link', ':any-link', ':visited', ':hover', ':focus', ':focus-visible', ':active'] as const;

/** Selectors of a block. Groups of properties, such as `border`, may apply to another element than the root. */
export interface BlockSelectors {
  readonly root: string;
  readonly groups: Readonly<Record<string, string>>;
}

/** Returns selectors for the border and the shadow of the image in a block. */
const imageSelectors = (image: string) => ({ border: image, shadow: image });

/** Blocks whose styles apply to other elements than their wrapper. */
const specialSelectors: Readonly<Record<string, Partial<BlockSelectors>>> = {
  'core/avatar': { groups: imageSelectors('.wp-block-avatar img') },
  'core/button': {
    root: '.wp-block-button .wp-block-button__link',
    groups: { dimensions: '.wp-block-button' },
  },
  'core/calendar': { groups: { color: '.wp-block-calendar table,.wp-block-calendar th' } },
  'core/heading': { root: 'h1,h2,h3,h4,h5,h6' },
  'core/image': { groups: imageSelectors('.wp-block-image img') },
  'core/list-item': { root: '.wp-block-list>li' },
  'core/paragraph': { root: 'p' },
  'core/post-featured-image': { groups: imageSelectors('.wp-block-post-featured-image img') },
  'core/search': {
    groups: {
      typography:
        '.wp-block-search .wp-block-search__label,.wp-block-search .wp-block-search__input,.wp-block-search .wp-block-search__button',
    },
  },
  'core/site-logo': { groups: imageSelectors('.wp-block-site-logo img') },
  'core/table': { root: '.wp-block-table>table', groups: { spacing: '.wp-block-table' } },
};

/** Returns the selector of the class of a block, such as `.wp-block-group`. */
export const blockClass = (name: string): string => `.wp-block-${name.replace(/^core\//, '').replace('/', '-')}`;

/** Returns the selectors of a block; undefined if the name is not valid. */
export function blockSelectors(name: string): BlockSelectors | undefined {
  if (!/^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/.test(name)) return undefined;
  const special = Object.hasOwn(specialSelectors, name) ? specialSelectors[name] : undefined;
  return { root: blockClass(name), groups: {}, ...special };
}

/** Splits a selector list at its commas outside of parentheses. */
const alternatives = (selector: string): string[] => selector.split(/,(?![^(]*\))/);

const mapAlternatives = (selector: string, map: (alternative: string) => string): string =>
  alternatives(selector).map(map).join();

/** Returns selectors to which a function was applied. */
export const mapSelectors = (selectors: BlockSelectors, map: (selector: string) => string): BlockSelectors => ({
  root: map(selectors.root),
  groups: Object.fromEntries(Object.entries(selectors.groups).map(([group, selector]) => [group, map(selector)])),
});

/** Appends a class or state to the last element of each alternative. */
export const appendToLast = (selector: string, end: string): string => mapAlternatives(selector, (each) => each + end);

/** Appends a class to the first element of each alternative, which is the wrapper of the block. */
export const appendToFirst = (selector: string, end: string): string =>
  mapAlternatives(selector, (each) => each.replace(/^[^ >]+/, (first) => first + end));

/** Returns the selector of descendants of an element. */
export const descendants = (ancestor: string, selector: string): string =>
  alternatives(ancestor)
    .flatMap((each) => alternatives(selector).map((inner) => `${each} ${inner}`))
    .join();
