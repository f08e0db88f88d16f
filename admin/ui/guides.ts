// The guides that the admin contains, and the form in which the build writes them: a tree instead of HTML, so that nothing in a guide can
// become markup or code.

/** The names of the guides, which are those of pages in the folder `docs`: the ones for people who write, manage or run a site. */
export const guideNames = [
  ...(['admin', 'import', 'backups', 'roles', 'mail', 'webhooks', 'ai-tools', 'content-types', 'events'] as const),
  ...(['install', 'configuration', 'command-line', 'operations', 'upgrade', 'reverse-proxy', 'security'] as const),
];

export type GuideName = (typeof guideNames)[number];

/** A guide, or a section of one after `#`, such as `admin#lists`. Tests check that all sections exist. */
export type HelpTarget = GuideName | `${GuideName}#${string}`;

/** Text, or text with a meaning. Links lead to a guide or to a URL with the scheme `http` or `https`. */
export type Inline =
  | string
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'strong'; readonly content: readonly Inline[] }
  | { readonly type: 'emphasis'; readonly content: readonly Inline[] }
  | { readonly type: 'guide-link'; readonly target: HelpTarget; readonly content: readonly Inline[] }
  | { readonly type: 'web-link'; readonly url: string; readonly content: readonly Inline[] };

/** A heading below the title of the guide. */
export interface Heading {
  readonly type: 'heading';
  readonly level: 2 | 3 | 4;
  /** The ID, which is unique in the guide. */
  readonly id: string;
  readonly content: readonly Inline[];
}

/** A list. */
export interface List {
  readonly type: 'list';
  /** The number of the first item; absent if the items have no numbers. */
  readonly start?: number;
  readonly items: readonly (readonly Block[])[];
}

/** A table with one row of headings. */
export interface Table {
  readonly type: 'table';
  readonly headings: readonly (readonly Inline[])[];
  readonly rows: readonly (readonly (readonly Inline[])[])[];
}

/** A part of a guide. `text` is a paragraph without margins, as in lists. */
export type Block =
  | Heading
  | List
  | Table
  | { readonly type: 'paragraph' | 'text'; readonly content: readonly Inline[] }
  | { readonly type: 'code-block'; readonly text: string };

/** A guide. */
export interface Guide {
  readonly title: string;
  readonly blocks: readonly Block[];
}
