// Templates whose names say what they are for, and where parts are used (templates-and-styles.md §1, §5).

interface Told {
  readonly title: string;
  readonly description: string;
}

/** The standard templates by their names. What a file of such a name is called belongs to the name. */
export const standardTemplates: ReadonlyMap<string, Told> = new Map([
  ['index', { title: 'Index', description: 'Shows whatever no other template is for.' }],
  ['home', { title: 'Blog', description: 'Shows the latest posts.' }],
  ['front-page', { title: 'Front page', description: 'Shows the front page, a list of posts or a page.' }],
  ['singular', { title: 'Single entries', description: 'Shows a single entry of any kind.' }],
  ['single', { title: 'Single posts', description: 'Shows a single post.' }],
  ['page', { title: 'Pages', description: 'Shows a page that has no template of its own.' }],
  ['archive', { title: 'Archives', description: 'Shows the posts of a term, an author or a time.' }],
  ['author', { title: 'Authors', description: 'Shows the posts of an author.' }],
  ['category', { title: 'Categories', description: 'Shows the posts of a category.' }],
  ['taxonomy', { title: 'Terms', description: 'Shows the entries of a term of any taxonomy.' }],
  ['date', { title: 'Dates', description: 'Shows the posts of a day, a month or a year.' }],
  ['tag', { title: 'Tags', description: 'Shows the posts of a tag.' }],
  ['attachment', { title: 'Attachments', description: 'Shows a file with what belongs to it.' }],
  ['search', { title: 'Search results', description: 'Shows what a search has found.' }],
  ['privacy-policy', { title: 'Privacy policy', description: 'Shows the page of the privacy policy.' }],
  ['404', { title: 'Page not found', description: 'Shows that there is nothing at an address.' }],
]);

export interface PartArea {
  readonly area: string;
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  readonly area_tag: string;
}

/** Where parts are used; what is used anywhere else is in the last one. */
export const partAreas: readonly PartArea[] = [
  { area: 'header', label: 'Header', description: 'At the top of pages.', icon: 'header', area_tag: 'header' },
  { area: 'footer', label: 'Footer', description: 'At the end of pages.', icon: 'footer', area_tag: 'footer' },
  {
    area: 'navigation-overlay',
    label: 'Navigation overlay',
    description: 'Over the page while its navigation is open.',
    icon: 'navigation-overlay',
    area_tag: 'div',
  },
  { area: 'uncategorized', label: 'General', description: 'Anywhere.', icon: 'layout', area_tag: 'div' },
];

/** The area that a text names; the general one where it names none (templates-and-styles.md §5). */
export const areaOf = (text: string): string => (partAreas.some(({ area }) => area === text) ? text : 'uncategorized');
