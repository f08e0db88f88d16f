import { linkUrls, setLinkRelations } from './comment-links.ts';
import { escapeLooseAmpersands, tokenizeMarkup } from './markup.ts';
import { addParagraphs } from './paragraphs.ts';
import { commentMarkup } from './sanitise/allowed-markup.ts';
import { OpenElements } from './sanitise/open-elements.ts';
import { sanitize } from './sanitise/sanitise.ts';
import { replaceSmileys } from './smileys.ts';
import { applyTypography } from './typography.ts';

/** Version of the renderer, increased whenever a stored comment may render differently. */
export const COMMENT_RENDERER_VERSION = 2;

/** Returns `content.rendered` of a comment (rendering.md §1). It does not sanitize, and does not expand shortcodes and blocks. */
export function renderComment(raw: string): string {
  const text = escapeLooseAmpersands(applyTypography(linkUrls(raw)));
  return addParagraphs(closeElements(replaceSmileys(text)));
}

/**
 * Returns a submitted comment in the form in which it is stored (rendering.md §9, §10). It is trimmed, and sanitized unless the
 * author may post unrestricted HTML. Its links get the attribute `rel`.
 */
export function prepareComment(submittedContent: string, mayPostAnyHtml: boolean): string {
  const text = submittedContent.toWellFormed().trim();
  return setLinkRelations(mayPostAnyHtml ? text : sanitize(text, commentMarkup)).trim();
}

/** Returns the number of links in a rendered comment. */
export const countLinks = (rendered: string): number => rendered.match(/<a [^>]*href/gi)?.length ?? 0;

const voidElements: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** Closes open elements and removes unmatched end tags. */
function closeElements(html: string): string {
  if (!html.includes('<')) return html;
  const open = new OpenElements();
  let out = '';
  for (const { kind, text, name, isClosing } of tokenizeMarkup(html)) {
    const element = name.toLowerCase();
    if (kind !== 'tag' || element === '') out += text;
    else if (isClosing) out += open.close(element);
    else if (voidElements.has(element) || text.endsWith('/>')) out += open.pass(element) + text;
    else {
      out += open.pass(element);
      // Elements beyond the maximum depth are omitted.
      if (open.open(element, name)) out += text;
    }
  }
  return out + open.closeAll();
}
