import { paragraphs } from '../paragraphs.ts';
import type { BlockRenderer } from './block-renderer.ts';
import type { Block } from './grammar.ts';
import { socialLink, socialLinks } from './social-links.ts';
import { classOnTag, firstTag } from './tags.ts';

const headings: readonly string[] = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** The static blocks that are more than their saved HTML (rendering.md §4), by name. */
export const staticRenderers: ReadonlyMap<string, BlockRenderer> = new Map([
  ['core/paragraph', withClass(['p'], 'wp-block-paragraph')],
  ['core/heading', withClass(headings, 'wp-block-heading')],
  ['core/list', withClass(['ul', 'ol'], 'wp-block-list')],
  ['core/button', withText(['a', 'button'])],
  ['core/image', withSource],
  ['core/shortcode', shortcodeText],
  ['core/social-links', socialLinks],
  ['core/social-link', socialLink],
]);

/** Adds a class to the first of some elements; a block without one stays as it is. */
function withClass(names: readonly string[], className: string): BlockRenderer {
  return ({ pieces }) => classOnTag(pieces, (html) => firstTag(html, names), [className]);
}

/** Shows a block only when one of some elements holds text. */
function withText(names: readonly string[]): BlockRenderer {
  return ({ pieces }) => {
    const html = pieces.filter((piece) => typeof piece === 'string').join('');
    const tag = firstTag(html, names);
    const inner = tag ? html.slice(tag.end).split(`</${tag.name}`)[0] : '';
    return inner?.trim() ? pieces : [];
  };
}

/** An address that is not empty. */
const hasSource = /\ssrc\s*=\s*(?:"[^"]|'[^']|[^"'\s>])/i;

/** Shows a picture block only when its picture has an address. */
function withSource({ pieces }: Block): Block['pieces'] {
  for (const html of pieces) {
    if (typeof html !== 'string') continue;
    const picture = firstTag(html, ['img']);
    if (picture) return hasSource.test(html.slice(picture.start, picture.end)) ? pieces : [];
  }
  return [];
}

/** The text of a shortcode block is classic text: it gets its paragraphs here, its shortcodes with the content. */
function shortcodeText({ pieces }: Block): Block['pieces'] {
  return pieces.map((piece) => (typeof piece === 'string' ? paragraphs(piece) : piece));
}
