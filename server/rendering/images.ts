import { splitMarkup } from './markup.ts';

const source = /\ssrc="/;
const width = /\swidth="[0-9]+"/;
const height = /\sheight="[0-9]+"/;
const loading = /\sloading=/;
const decoding = /\sdecoding=/;

/**
 * Gives pictures `decoding="async"` and pictures and frames of known size `loading="lazy"`, directly after the tag's
 * name, unless they say themselves (rendering.md §6). Only attributes in double quotes count; one without `src` stays
 * as it is. Sizes and sources of library pictures are not looked up here.
 */
export function loadLazily(html: string): string {
  if (!/<(?:img|iframe)/.test(html)) return html;
  return splitMarkup(html)
    .map((piece) => {
      const isPicture = piece.name === 'img';
      if (piece.kind !== 'tag' || piece.closes || !(isPicture || piece.name === 'iframe')) return piece.text;
      return withLoading(piece.text, piece.name, isPicture);
    })
    .join('');
}

function withLoading(tag: string, name: string, isPicture: boolean): string {
  if (!source.test(tag)) return tag;
  const sized = width.test(tag) && height.test(tag);
  const lazy = sized && !loading.test(tag) ? ' loading="lazy"' : '';
  const async = isPicture && !decoding.test(tag) ? ' decoding="async"' : '';
  return `<${name}${lazy}${async}${tag.slice(name.length + 1)}`;
}
