// Renders the page of the API reference. Its scripts load the OpenAPI document and display it; the page itself is nearly empty.
import { randomBytes } from 'node:crypto';
import { escapeText } from '../page-layout/document.ts';
import { screenPaths } from '../screens/paths.ts';
import { assetNames } from './docs-assets.ts';
import type { Mount } from './mounts.ts';

/** An HTML page with its content security policy. */
export interface DocsPage {
  readonly html: string;
  readonly policy: string;
}

/**
 * Returns the page of a mount with a new nonce for its scripts and style sheets. All URLs in it are relative to the page, so that
 * the reference works at every host name of the service.
 */
export function renderDocsPage({ spelling, path }: Pick<Mount, 'spelling' | 'path'>): DocsPage {
  const nonce = randomBytes(16).toString('base64');
  const { viewer, script, style } = assetNames();
  // The path of the mount has one segment, so the home URL is the parent folder of the page.
  const home = '../'.repeat(path.split('/').length - 1);
  const data = {
    document: 'openapi.json',
    'nonce-header': spelling.header('X-CMS-Nonce'),
    'nonce-url': home + screenPaths.nonce.slice(1),
    'sign-in-url': home + screenPaths.signIn.slice(1),
  };
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escapeText(value)}"`);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference</title>
<meta property="csp-nonce" content="${nonce}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/${style}" nonce="${nonce}">
<script src="docs/${script}" nonce="${nonce}" defer></script>
<script src="docs/${viewer}" nonce="${nonce}" defer></script>
</head>
<body>
<section class="account" aria-label="Credentials" hidden></section>
<div id="reference"${attributes.join('')}><main><p class="message" role="status">Loading the API reference…</p></main></div>
<noscript><p class="message">The API reference needs JavaScript. <a href="openapi.json">openapi.json</a> contains the same content.</p></noscript>
</body>
</html>
`;
  return { html, policy: policyOf(nonce) };
}

/**
 * Returns the policy: only scripts of this page, requests to this origin, no frames. The viewer sets style attributes, which no nonce
 * can allow.
 */
const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
