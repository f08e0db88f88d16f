import { linkAddresses, markLinks } from './comment-links.ts';
import { escapeLooseAmpersands, splitMarkup } from './markup.ts';
import { paragraphs } from './paragraphs.ts';
import { commentMarkup } from './sanitise/allowed-markup.ts';
import { OpenElements } from './sanitise/open-elements.ts';
import { sanitise } from './sanitise/sanitise.ts';
import { smileys } from './smileys.ts';
import { typographic } from './typography.ts';

/** Grows whenever the same stored comment may render differently. */
export const COMMENT_RENDERER_VERSION = 2;

/** `content.rendered` of a comment (rendering.md §1): no shortcodes, no blocks. Nothing is filtered here. */
export function renderComment(raw: string): string {
  const text = escapeLooseAmpersands(typographic(linkAddresses(raw)));
  return paragraphs(closeElements(smileys(text)));
}

/**
 * A comment as it is stored (rendering.md §9, §10): trimmed, filtered by the list for comments unless its writer may post any
 * HTML, its links marked.
 */
export function storedComment(sent: string, mayPostAnyHtml: boolean): string {
  const text = sent.toWellFormed().trim();
  return markLinks(mayPostAnyHtml ? text : sanitise(text, commentMarkup)).trim();
}

/** How many links the shown text has. */
export const countLinks = (rendered: string): number => rendered.match(/<a [^>]*href/gi)?.length ?? 0;

const voids: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** Closes what is left open and leaves out what closes nothing. */
function closeElements(html: string): string {
  if (!html.includes('<')) return html;
  const open = new OpenElements();
  let out = '';
  for (const { kind, text, name, closes } of splitMarkup(html)) {
    const element = name.toLowerCase();
    if (kind !== 'tag' || element === '') out += text;
    else if (closes) out += open.close(element);
    else if (voids.has(element) || text.endsWith('/>')) out += open.pass(element) + text;
    else {
      out += open.pass(element);
      // What would lie too deep is left out.
      if (open.open(element, name)) out += text;
    }
  }
  return out + open.closeAll();
}
