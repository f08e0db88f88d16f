import { addParagraphs } from '../paragraphs.ts';
import type { BlockRenderer } from './block-renderer.ts';
import { type Block, parseBlocks } from './parse.ts';
import { socialLink, socialLinks } from './social-links.ts';
import { addClassesToTag, firstTag } from './tags.ts';
import { wrapperAttributes } from './text.ts';

const headings: readonly string[] = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** Renderers of the static blocks whose rendered HTML differs from their saved HTML (rendering.md §4), by name. */
export const staticRenderers: ReadonlyMap<string, BlockRenderer> = new Map([
  ['core/paragraph', addClass(['p'], 'wp-block-paragraph')],
  ['core/heading', addClass(headings, 'wp-block-heading')],
  ['core/list', addClass(['ul', 'ol'], 'wp-block-list')],
  ['core/button', requireText(['a', 'button'])],
  ['core/image', requireSource],
  ['core/shortcode', addShortcodeParagraphs],
  ['core/comments', expandLegacyComments],
  ['core/post-comments', expandLegacyComments],
  ['core/social-links', socialLinks],
  ['core/social-link', socialLink],
]);

/** Returns a renderer that adds a class to the first of the named elements, if there is one. */
function addClass(names: readonly string[], className: string): BlockRenderer {
  return ({ innerContent }) => addClassesToTag(innerContent, (html) => firstTag(html, names), [className]);
}

/** Returns a renderer that omits a block if the first of the named elements is empty or there is none. */
function requireText(names: readonly string[]): BlockRenderer {
  return ({ innerContent }) => {
    const html = innerContent.filter((part) => typeof part === 'string').join('');
    const tag = firstTag(html, names);
    const inner = tag ? html.slice(tag.end).split(`</${tag.name}`)[0] : '';
    return inner?.trim() ? innerContent : [];
  };
}

/** A pattern that matches a `src` attribute that is not empty. */
const hasSource = /\ssrc\s*=\s*(?:"[^"]|'[^']|[^"'\s>])/i;

/** Omits an image block that has no image, or whose image has no source. */
function requireSource({ innerContent }: Block): Block['innerContent'] {
  for (const html of innerContent) {
    if (typeof html !== 'string') continue;
    const imageTag = firstTag(html, ['img']);
    if (imageTag) return hasSource.test(html.slice(imageTag.start, imageTag.end)) ? innerContent : [];
  }
  return [];
}

/** Adds paragraphs to the classic text of a shortcode block. The shortcodes are expanded later, with all others in the content. */
function addShortcodeParagraphs({ innerContent }: Block): Block['innerContent'] {
  return innerContent.map((part) => (typeof part === 'string' ? addParagraphs(part) : part));
}

/** The blocks of a comments block that has none of its own. */
const defaultComments = parseBlocks(`<!-- wp:comments-title /-->
<!-- wp:comment-template --><!-- wp:comment-author-avatar {"width":40} /--><!-- wp:comment-author-name /--><!-- wp:comment-date /--><!-- wp:comment-content /--><!-- wp:comment-reply-link /--><!-- /wp:comment-template -->
<!-- wp:comments-pagination --><!-- wp:comments-pagination-previous /--><!-- wp:comments-pagination-numbers /--><!-- wp:comments-pagination-next /--><!-- /wp:comments-pagination -->
<!-- wp:post-comments-form /-->`);

/** Adds the default blocks to a comments block of an older editor, which has no inner blocks and, since it was renamed, `legacy`. */
function expandLegacyComments(block: Block): Block['innerContent'] {
  const { name, attributes, innerContent } = block;
  const isLegacy = name === 'core/post-comments' || attributes.legacy === true;
  const isEmpty = innerContent.every((part) => typeof part === 'string' && part.trim() === '');
  if (!isLegacy || !isEmpty) return innerContent;
  const wrapper = wrapperAttributes({ ...block, name: 'core/comments' });
  return [`<div${wrapper}>`, ...defaultComments, '</div>'];
}
