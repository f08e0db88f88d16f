// HTML documents and their Content Security Policy.
import { createHash } from 'node:crypto';
import type { ApiRoot } from './page.ts';
import { pageStyles } from './styles.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Returns text escaped for HTML; existing entities are kept. */
export const escapeText = (text: string) => text.replace(/&(?!#?\w+;)|[<>"]/g, (character) => escapes[character] ?? '');

export interface DocumentOptions {
  /** Language tag, such as `en-US`. */
  readonly language: string;
  /** Title as plain text. */
  readonly title: string;
  /** Additional elements of the head, as HTML. */
  readonly head?: string;
  readonly body: string;
  /** CSS in addition to that of every page. */
  readonly styles?: string;
  readonly script?: string;
}

/** Returns an HTML document. */
export function renderDocument({ language, title, head = '', body, styles = '', script }: DocumentOptions): string {
  return `<!doctype html>
<html lang="${escapeText(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)}</title>
<link rel="icon" href="data:,">
<style>${pageStyles}${styles}</style>
${head}</head>
<body>
${body}
${script === undefined ? '' : `<script>${script}</script>\n`}</body>
</html>
`;
}

/** Returns the links to the roots of the service's APIs for the head of a page, where existing clients look for them. */
export const apiRootLinks = (roots: readonly ApiRoot[]): string =>
  roots.map(({ rel, url }) => `<link rel="${escapeText(rel)}" href="${escapeText(url)}">\n`).join('');

/** Returns the CSP source of an inline style sheet or script, by its hash. */
export const cspHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns the CSP source of the styles of every page followed by those of one page. */
export const styleCspSource = (styles = ''): string => cspHash(pageStyles + styles);

/** Returns the CSP of a page of text and links: no scripts, resources, forms or frames. */
export const textPageCsp = (styles = ''): string =>
  [
    "default-src 'none'",
    `style-src ${styleCspSource(styles)}`,
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
