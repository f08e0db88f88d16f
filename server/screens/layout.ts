// Renders the layout of all screens: head, site name and style sheet. The response headers forbid external resources, and scripts
// except that of the page.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { palette } from '../page-layout/palette.ts';
import { decodeEntities, html, Markup } from './html.ts';
import type { Language } from './locale.ts';
import type { Page, ScreenResponse } from './types.ts';

/** The style sheet of all screens. */
export const stylesheet = palette + readFileSync(new URL('./style.css', import.meta.url), 'utf8');

/** Hash of the style sheet. It is part of the URL, so that browsers may cache the style sheet forever. */
const stylesheetVersion = createHash('sha256').update(stylesheet).digest('hex').slice(0, 12);

/** Properties of the site and of the request that every page uses. */
export interface PageLayout {
  /** The title of the site, with HTML entities. */
  readonly siteTitle: string;
  /** The path of the home URL, without a trailing slash. All paths of the site begin with it. */
  readonly base: string;
  readonly language: Language;
}

/** Returns the complete HTML document of a page. */
const pageHtml = ({ title, body, isWide = false, script }: Page, { siteTitle, base, language }: PageLayout): Markup => {
  const name = decodeEntities(siteTitle) || 'Octavo';
  return html`<!doctype html>
<html lang="${language}"${isWide && html` class="wide"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title === name ? name : `${title} · ${name}`}</title>
<link rel="stylesheet" href="${base}/account/style.css?${stylesheetVersion}">
</head>
<body>
<header class="site"><a href="${base}/">${name}</a></header>
<main>
${body}
</main>
${script !== undefined && html`<script>${new Markup(script)}</script>`}
</body>
</html>
`;
};

/** Headers of every response except the style sheet. They forbid caching, embedding in iframes, MIME type sniffing and indexing. */
export const commonHeaders = [
  ['Cache-Control', 'no-cache, must-revalidate, max-age=0, no-store, private'],
  ['Expires', 'Wed, 11 Jan 1984 05:00:00 GMT'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['X-Robots-Tag', 'noindex'],
  // The forms of this site need the Origin header. Other sites must not receive URLs, which may contain a secret.
  ['Referrer-Policy', 'same-origin'],
] as const;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');

/** Returns the response with a page. */
export function pageResponse(
  page: Page,
  layout: PageLayout,
  status: number,
  more: ScreenResponse['headers'],
): ScreenResponse {
  const formTargets = ["'self'", ...(page.formTargets ?? [])].join(' ');
  const scripts = page.script === undefined ? '' : ` script-src 'sha256-${sha256(page.script)}';`;
  const policy = `default-src 'none'; style-src 'self';${scripts} form-action ${formTargets}; base-uri 'none'; frame-ancestors 'none'`;
  return {
    status,
    headers: [
      ...commonHeaders,
      ['Content-Type', 'text/html; charset=UTF-8'],
      ['Content-Security-Policy', policy],
      ...more,
    ],
    body: pageHtml(page, layout).html,
  };
}

/** Returns a notice for the top of a page. Screen readers announce errors immediately. */
export const noticeMarkup = (text: string | Markup | undefined, kind: 'good' | 'bad' = 'bad'): Markup | undefined =>
  text === undefined
    ? undefined
    : kind === 'bad'
      ? html`<div class="notice bad" role="alert" id="notice"><p>${text}</p></div>`
      : html`<div class="notice" role="status"><p>${text}</p></div>`;
