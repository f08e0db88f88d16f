// Declares the templates with a predefined purpose, and the areas of template parts (templates-and-styles.md §1, §5).

interface TemplateDescription {
  readonly title: string;
  readonly description: string;
}

/** Titles and descriptions of the standard templates by slug. They take precedence over those that a theme declares. */
export const standardTemplates: ReadonlyMap<string, TemplateDescription> = new Map([
  ['index', { title: 'Index', description: 'Shows any page that has no more specific template.' }],
  ['home', { title: 'Blog', description: 'Shows the latest posts.' }],
  ['front-page', { title: 'Front page', description: 'Shows the front page, a list of posts or a page.' }],
  ['singular', { title: 'Single entries', description: 'Shows a single entry of any type.' }],
  ['single', { title: 'Single posts', description: 'Shows a single post.' }],
  ['page', { title: 'Pages', description: 'Shows a page that has no specific template.' }],
  ['archive', { title: 'Archives', description: 'Shows the posts of a term, an author or a period.' }],
  ['author', { title: 'Authors', description: 'Shows the posts of an author.' }],
  ['category', { title: 'Categories', description: 'Shows the posts of a category.' }],
  ['taxonomy', { title: 'Terms', description: 'Shows the entries of a term of any taxonomy.' }],
  ['date', { title: 'Dates', description: 'Shows the posts of a day, a month or a year.' }],
  ['tag', { title: 'Tags', description: 'Shows the posts of a tag.' }],
  ['attachment', { title: 'Attachments', description: 'Shows a media file and its details.' }],
  ['search', { title: 'Search results', description: 'Shows the results of a search.' }],
  ['privacy-policy', { title: 'Privacy policy', description: 'Shows the privacy policy page.' }],
  ['404', { title: 'Page not found', description: 'Shows that there is nothing at an address.' }],
]);

export interface PartArea {
  readonly area: string;
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  readonly area_tag: string;
}

/** Areas of template parts; the last one is the default. */
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

/** Returns `text` if it is the name of an area, otherwise `uncategorized` (templates-and-styles.md §5). */
export const resolveArea = (text: string): string =>
  partAreas.some(({ area }) => area === text) ? text : 'uncategorized';
