// The home page: a few words for people, and for clients the header that names the REST root.

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Text as it stands in HTML; entities stay. */
export const escapeText = (text: string) => text.replace(/&(?!#?\w+;)|[<>"]/g, (character) => escapes[character] ?? '');

/** A page of HTML that names the site and the roots of its service. */
export function homePage(
  site: { readonly title: string; readonly description: string },
  roots: readonly string[],
): string {
  const items = roots.map((root) => `<li><a href="${escapeText(root)}">${escapeText(root)}</a></li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeText(site.title)}</title>
</head>
<body>
<h1>${escapeText(site.title)}</h1>
<p>${escapeText(site.description)}</p>
<p>The content of this site is served at:</p>
<ul>${items.join('')}</ul>
</body>
</html>
`;
}
