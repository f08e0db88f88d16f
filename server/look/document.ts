// A whole page of HTML, and what its policy lets a browser do.
import { createHash } from 'node:crypto';
import type { ApiRoot } from './page.ts';
import { pageStyles } from './styles.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Text as it stands in HTML; entities stay. */
export const escapeText = (text: string) => text.replace(/&(?!#?\w+;)|[<>"]/g, (character) => escapes[character] ?? '');

export interface DocumentParts {
  /** As `en-US`. */
  readonly language: string;
  /** Plain text. */
  readonly title: string;
  /** Further elements of the head. */
  readonly head?: string;
  readonly body: string;
  /** Styles beside those of every page. */
  readonly styles?: string;
  readonly script?: string;
}

/** The page as HTML. */
export function documentOf({ language, title, head = '', body, styles = '', script }: DocumentParts): string {
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

/** The links to the roots of the service's APIs, for the head of a page: existing clients look for them there. */
export const linksToRoots = (roots: readonly ApiRoot[]): string =>
  roots.map(({ rel, address }) => `<link rel="${escapeText(rel)}" href="${escapeText(address)}">\n`).join('');

/** What stands in a policy for a style sheet or script of ours, so that no other is let in. */
export const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The policy's word for the styles of every page, with those that a page adds. */
export const styleSource = (styles = ''): string => sourceOf(pageStyles + styles);

/** The policy of a page of text and links: nothing runs, loads, is sent or framed. */
export const textPolicy = (styles = ''): string =>
  [
    "default-src 'none'",
    `style-src ${styleSource(styles)}`,
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
