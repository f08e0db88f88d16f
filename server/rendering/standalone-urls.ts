import { tokenizeMarkup } from './markup.ts';
import { findShortcodes } from './shortcodes.ts';

const urlOnLine = /^([ \t]*)(https?:\/\/[^\s<>"'[\]]+)([ \t]*)$/gim;
const playerExtensions: readonly (readonly [kind: string, extension: RegExp])[] = [
  ['audio', /\.(?:mp3|ogg|flac|m4a|wav)$/i],
  ['video', /\.(?:mp4|m4v|webm|ogv|flv)$/i],
];
/** Maximum number of URLs per entry that are converted to embeds, including repeated ones. Further URLs are unchanged. */
export const maxUrls = 100;
/** Maximum length of a URL that is converted to an embed, in characters. */
export const maxUrlLength = 2000;

/** Elements whose content is not processed. */
const literalElements: ReadonlySet<string> = new Set(['pre', 'code', 'kbd', 'tt', 'script', 'style', 'textarea']);

/**
 * Converts each URL that is alone on a line or in a `<p>` to a shortcode (rendering.md §5). The URL of an audio or video file
 * becomes the shortcode of its player, any other URL `[embed]`. Line ends inside tags, comments, shortcodes and literal elements do
 * not count.
 */
export function wrapStandaloneUrls(html: string): string {
  if (!/(?:^|>)[ \t]*https?:\/\//im.test(html)) return html;
  const isInShortcode = positionsInShortcodes(html.includes('[') ? [...findShortcodes(html)] : []);
  let inside = '';
  let from = 0;
  let remaining = maxUrls;
  const tokens = tokenizeMarkup(html);
  return tokens
    .map(({ kind, text, name, isClosing }, at) => {
      const offset = from;
      from += text.length;
      if (kind === 'tag' && !isClosing && inside === '' && literalElements.has(name)) inside = name;
      else if (kind === 'tag' && isClosing && name === inside) inside = '';
      if (kind !== 'text' || inside !== '') return text;
      const before = tokens[at - 1];
      const after = tokens[at + 1];
      const begins = !before || (before.name === 'p' && !before.isClosing);
      const ends = !after || (after.name === 'p' && after.isClosing);
      return text.replace(urlOnLine, (line: string, lead: string, url: string, tail: string, start: number) => {
        const isStandalone = (start > 0 || begins) && (start + line.length < text.length || ends);
        if (!isStandalone || isInShortcode(offset + start)) return line;
        const player = playerOfUrl(url);
        if (!player) {
          if (remaining === 0 || url.length > maxUrlLength) return line;
          remaining -= 1;
        }
        return `${lead}[${player ?? 'embed alone="1"'} src="${url}" /]${tail}`;
      });
    })
    .join('');
}

/** Returns a function that checks whether a position is inside a shortcode. It must be called with ascending positions. */
function positionsInShortcodes(shortcodes: readonly { readonly start: number; readonly end: number }[]) {
  let next = 0;
  return (position: number): boolean => {
    while ((shortcodes[next]?.end ?? Number.POSITIVE_INFINITY) <= position) next += 1;
    return (shortcodes[next]?.start ?? Number.POSITIVE_INFINITY) <= position;
  };
}

/** Returns `audio` or `video` by the extension of a URL; undefined for other files. */
export function playerOfUrl(url: string): string | undefined {
  const [path = ''] = url.split(/[?#]/, 1);
  return playerExtensions.find(([, extension]) => extension.test(path))?.[0];
}
