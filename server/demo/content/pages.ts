// Declares the pages of the demo content. The text of a page is in pages/SLUG.html, like those of articles (articles.ts).

/** A page of the demo content. */
export interface DemoPage {
  readonly slug: string;
  readonly title: string;
  /** The slug of the parent page, which is declared before. */
  readonly parent?: string;
  /** Position in lists of pages. */
  readonly order: number;
}

/** Pages to which articles refer. */
export const pages: readonly DemoPage[] = [
  { slug: 'contact', title: 'Contact', order: 3 },
  { slug: 'privacy-policy', title: 'Privacy policy', order: 4 },
];

/** Pages that refer to articles and to other pages. */
export const overviewPages: readonly DemoPage[] = [
  { slug: 'contents', title: 'Contents', order: 1 },
  { slug: 'a-glossary-of-the-shore', title: 'A glossary of the shore', parent: 'contents', order: 1 },
  { slug: 'about', title: 'About', order: 2 },
];
