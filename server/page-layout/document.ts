// Renders HTML documents, and computes their Content Security Policy.
import { createHash } from 'node:crypto';
import type { ApiRoot } from './page.ts';
import { pageStyles } from './styles.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Escapes text for HTML and for attributes in double quotes. Existing entities are preserved. */
export const escapeText = (text: string) => text.replace(/&(?!#?\w+;)|[<>"]/g, (character) => escapes[character] ?? '');

export interface DocumentOptions {
  /** Language tag, such as `en-US`. */
  readonly language: string;
  /** Elements of the head with the title, as HTML. */
  readonly head: string;
  readonly body: string;
  /** CSS in addition to the styles of all pages. */
  readonly styles?: string;
  readonly script?: string;
}

/** Returns a complete HTML document with the styles of all pages. */
export function renderDocument({ language, head, body, styles = '', script }: DocumentOptions): string {
  return `<!doctype html>
<html lang="${escapeText(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}<style>${pageStyles}${styles}</style>
</head>
<body>
${body}
${script === undefined ? '' : `<script>${script}</script>\n`}</body>
</html>
`;
}

/** Returns the head of a page about the service: a title without markup, which may contain HTML entities, and an empty icon. */
export const simpleHead = (title: string): string =>
  `<title>${escapeText(title)}</title>\n<link rel="icon" href="data:,">\n`;

/** Returns the `link` elements for the head of a page, from which clients discover the root URLs of the APIs. */
export const apiRootLinks = (roots: readonly ApiRoot[]): string =>
  roots.map(({ rel, url }) => `<link rel="${escapeText(rel)}" href="${escapeText(url)}">\n`).join('');

/** Returns the `link` element with which feed readers find the feed of the site. */
export const feedLink = (site: string, url: string): string =>
  `<link rel="alternate" type="application/rss+xml" title="${escapeText(site)}" href="${escapeText(url)}">\n`;

/** Returns the CSP source expression that allows an inline style sheet or script by its hash. */
export const cspHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns the CSP source expression for the styles of all pages, followed by the additional `styles` of one page. */
export const styleCspSource = (styles = ''): string => cspHash(pageStyles + styles);

/** Returns the CSP of a page that contains only text and links. It forbids scripts, external resources, forms and embedding. */
export const textPageCsp = (styles = ''): string =>
  [
    "default-src 'none'",
    `style-src ${styleCspSource(styles)}`,
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
