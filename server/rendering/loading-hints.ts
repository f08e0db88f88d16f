import { tokenizeMarkup } from './markup.ts';

const source = /\ssrc="/;
const width = /\swidth="[0-9]+"/;
const height = /\sheight="[0-9]+"/;
const loading = /\sloading=/;
const decoding = /\sdecoding=/;

/**
 * Adds `decoding="async"` to images, and `loading="lazy"` to images and iframes with dimensions, directly after the tag
 * name, unless the attributes are present (rendering.md §6). Only attributes in double quotes are recognized; elements without
 * `src` are unchanged. `srcset`, `sizes` and missing dimensions of images in the media library are not added.
 */
export function addLoadingHints(html: string): string {
  if (!/<(?:img|iframe)/.test(html)) return html;
  return tokenizeMarkup(html)
    .map((token) => {
      const isImage = token.name === 'img';
      if (token.kind !== 'tag' || token.isClosing || !(isImage || token.name === 'iframe')) return token.text;
      return addLoadingAttributes(token.text, token.name, isImage);
    })
    .join('');
}

function addLoadingAttributes(tag: string, name: string, isImage: boolean): string {
  if (!source.test(tag)) return tag;
  const hasDimensions = width.test(tag) && height.test(tag);
  const lazy = hasDimensions && !loading.test(tag) ? ' loading="lazy"' : '';
  const async = isImage && !decoding.test(tag) ? ' decoding="async"' : '';
  return `<${name}${lazy}${async}${tag.slice(name.length + 1)}`;
}
