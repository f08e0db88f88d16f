// What all pages have: the head, the name of the site, the stylesheet, and headers that let nothing run or load.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { palette } from '../look/palette.ts';
import { html, type Markup, plainOf } from './html.ts';
import type { Page, ScreenAnswer } from './screen.ts';

/** The one stylesheet of all pages. */
export const stylesheet = palette + readFileSync(new URL('./style.css', import.meta.url), 'utf8');

/** Changes with the stylesheet, so that browsers may keep what they have. */
const edition = createHash('sha256').update(stylesheet).digest('hex').slice(0, 12);

/** What a page of a site is set in. */
export interface Frame {
  /** The title of the site, as it is stored. */
  readonly siteTitle: string;
  /** The path of the home, without a slash at its end: what all our addresses begin with. */
  readonly base: string;
}

/** A whole page of HTML. */
export const pageHtml = ({ title, body, wide = false }: Page, { siteTitle, base }: Frame): Markup => {
  const name = plainOf(siteTitle) || 'Octavo';
  return html`<!doctype html>
<html lang="en"${wide && html` class="wide"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title === name ? name : `${title} · ${name}`}</title>
<link rel="stylesheet" href="${base}/account/style.css?${edition}">
</head>
<body>
<header class="site"><a href="${base}/">${name}</a></header>
<main>
${body}
</main>
</body>
</html>
`;
};

/** Headers of every answer of ours: nobody keeps it, frames it, or guesses what it is. */
export const always = [
  ['Cache-Control', 'no-cache, must-revalidate, max-age=0, no-store, private'],
  ['Expires', 'Wed, 11 Jan 1984 05:00:00 GMT'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['X-Robots-Tag', 'noindex'],
  // Forms of ours name their origin; other sites hear nothing of addresses that may hold a secret.
  ['Referrer-Policy', 'same-origin'],
] as const;

/** A page as it is sent. */
export function pageAnswer(page: Page, frame: Frame, status: number, more: ScreenAnswer['headers']): ScreenAnswer {
  const formTargets = ["'self'", ...(page.leadsTo ?? [])].join(' ');
  const policy = `default-src 'none'; style-src 'self'; form-action ${formTargets}; base-uri 'none'; frame-ancestors 'none'`;
  return {
    status,
    headers: [...always, ['Content-Type', 'text/html; charset=UTF-8'], ['Content-Security-Policy', policy], ...more],
    body: pageHtml(page, frame).html,
  };
}

/** Something that a page says above everything else; what is wrong is read out at once. */
export const told = (text: string | Markup | undefined, kind: 'good' | 'bad' = 'bad'): Markup | undefined =>
  text === undefined
    ? undefined
    : kind === 'bad'
      ? html`<div class="told bad" role="alert" id="told"><p>${text}</p></div>`
      : html`<div class="told" role="status"><p>${text}</p></div>`;
