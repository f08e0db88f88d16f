// Renders the pages of the site: the template of the theme that fits the page, as an HTML document without scripts.
import { randomUUID } from 'node:crypto';
import { senderKey } from '../access/sender-key.ts';
import { createRenderBlocks } from '../cms-v2/dynamic-blocks/fill-placeholders.ts';
import { createLoader } from '../cms-v2/dynamic-blocks/loader.ts';
import type { EntryDeps } from '../cms-v2/entries/deps.ts';
import { loadTemplates } from '../cms-v2/templates/load-templates.ts';
import { themeCssOf } from '../cms-v2/theme-styles/theme-css.ts';
import { cspHash, escapeText } from '../page-layout/document.ts';
import { fillContents } from '../rendering/dynamic/fill.ts';
import { formConditionCss } from '../rendering/dynamic/form-conditions.ts';
import type { PageView } from '../rendering/dynamic/page-view.ts';
import type { EntryView } from '../rendering/dynamic/views.ts';
import { containerCss } from '../theme/css/containers.ts';
import { WorkScope } from '../workers/work-scope.ts';
import type { PageClient } from './api-reads.ts';
import { blockStyles } from './block-styles.ts';
import { withFocusableScrollers } from './focusable-scrollers.ts';

/** The content of a page of the site, and the templates that can render it. */
export interface SitePage {
  /** Slugs of the templates that can render the page, the most specific one first. */
  readonly templates: readonly string[];
  readonly view: PageView;
  /** The entry that the page shows, or `noEntry`. */
  readonly entry: EntryView;
  /** Classes of the body. */
  readonly classes: readonly string[];
  /** Elements of the head, as HTML, among them the title. */
  readonly head: string;
  /** HTML that precedes the page, such as a note that it is a preview. */
  readonly notice?: string;
  /** CSS of the notice. */
  readonly noticeCss?: string;
  /** The stored content of the entry, whose blocks may have styles of their own. */
  readonly rawContent?: string;
}

/** An HTML document and its Content Security Policy. */
export interface RenderedPage {
  readonly html: string;
  readonly csp: string;
}

/** The entry of pages that show none. Blocks that display an entry are empty there. */
export const noEntry: EntryView = {
  ...{ id: 0, type: '', title: '', excerpt: '', url: '', date: '', modified: '', author: 0, parent: 0 },
  ...{ menuOrder: 0, meta: '{}', titleKey: '', featuredMedia: 0 },
};

/** ID of the main element, to which the first link of a page leads. */
const mainId = 'main';

/** The start tag that precedes what the template displays. */
export const contentStart = '<div class="wp-site-blocks">';

/** Maximum length of a content whose blocks have styles of their own, in characters. Longer ones would occupy the event loop for too long. */
const maxStyledLength = 100_000;

/** A function that renders pages. Its number of statements depends on the template only. Throws DatabaseOverloaded and WorkersBusy. */
export type RenderPage = (page: SitePage, client: PageClient) => Promise<RenderedPage>;

/** Creates the function that renders the pages of a site. */
export function createPageRenderer(deps: EntryDeps): RenderPage {
  return async (page, client) => {
    const { body, contents } = await renderBody(deps, page, client);
    const css = blockStyles + (await themeCssOf(deps));
    const blockCss = containerCss(contents, body) + formConditionCss(body);
    const styles = [css, blockCss, page.noticeCss ?? ''].filter((each) => each !== '');
    return renderDocument(deps, page, body, styles);
  };
}

/** Renders the body of a page. `contents` are the stored contents of which it consists. */
async function renderBody(
  deps: EntryDeps,
  page: SitePage,
  client: PageClient,
): Promise<{ readonly body: string; readonly contents: readonly string[] }> {
  const work = new WorkScope({ client: senderKey(client.from), signal: client.signal });
  const budget = { work, isLimited: true };
  const templates = await loadTemplates(deps, budget, 'cms_template', page.templates);
  const template = page.templates.map((slug) => templates.get(slug)).find((each) => each && each.raw.trim() !== '');
  const loader = createLoader(deps, work, client.tags);
  const { entry: pageEntry, ...view } = page.view;
  // The content is inserted last, so that it does not count toward the limits of the template. No text can contain the random mark.
  const contentMark = `\u0001${randomUUID()}\u0001`;
  const pageView = { ...view, ...(pageEntry && { entry: { ...pageEntry, content: contentMark } }) };
  const [filled = ''] = await fillContents(
    [{ stored: template?.stored ?? '', entry: page.entry, page: pageView }],
    loader,
    createRenderBlocks(deps, budget),
  );
  const html = withMainId(filled).replaceAll(contentMark, () => pageEntry?.content ?? '');
  return {
    body: withFocusableScrollers(html),
    contents: [template?.raw ?? '', ...loader.contents(), page.rawContent ?? ''].filter(
      ({ length }) => length <= maxStyledLength,
    ),
  };
}

/** Gives the main element an ID, so that the first link of the page can lead to it. */
const withMainId = (html: string): string => html.replace(/<main\b(?![^>]*\sid=)/, `<main id="${mainId}"`);

function renderDocument({ site }: EntryDeps, page: SitePage, body: string, styles: readonly string[]): RenderedPage {
  const language = (site.settings.values.language || 'en_US').replaceAll('_', '-');
  const styleElements = styles.map((css) => `<style>${css}</style>\n`).join('');
  const skipLink = body.includes(`<main id="${mainId}"`)
    ? `<a class="skip-link screen-reader-text" href="#${mainId}">Skip to content</a>\n`
    : '';
  const html = `<!doctype html>
<html lang="${escapeText(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${page.head}${styleElements}</head>
<body class="${page.classes.join(' ')}">
${skipLink}${page.notice ?? ''}${contentStart}
${body}
</div>
</body>
</html>
`;
  return { html, csp: sitePageCsp(styles, site.urls.uploads) };
}

/** Returns the Content Security Policy of a page with these style sheets. It forbids scripts, and embedding by other sites. */
const sitePageCsp = (styles: readonly string[], uploads: string): string =>
  [
    "default-src 'none'",
    "script-src 'none'",
    `style-src ${styles.map(cspHash).join(' ')}`,
    "style-src-attr 'unsafe-inline'",
    `font-src 'self' ${new URL(uploads).origin}`,
    'img-src http: https: data:',
    'media-src http: https:',
    "frame-src https: 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
