import { splitMarkup } from './markup.ts';
import { findShortcodes } from './shortcodes.ts';

const alone = /^([ \t]*)(https?:\/\/[^\s<>"'[\]]+)([ \t]*)$/gim;
const kinds: readonly (readonly [kind: string, ending: RegExp])[] = [
  ['audio', /\.(?:mp3|ogg|flac|m4a|wav)$/i],
  ['video', /\.(?:mp4|m4v|webm|ogv|flv)$/i],
];
/** How many addresses of one content something is looked for at, repeated ones counted each time; the others stay what they are. */
export const mostAddresses = 100;
/** A longer address leads nowhere here. Characters. */
export const longestAddress = 2000;

/** What is in these is shown as it is. */
const literal: ReadonlySet<string> = new Set(['pre', 'code', 'kbd', 'tt', 'script', 'style', 'textarea']);

/**
 * Turns an address that stands alone on its line, or alone in a `<p>`, into a shortcode (rendering.md §5): that of a sound or
 * a film into its player, all others into `[embed]`. Line ends inside tags, comments, shortcodes and literal elements begin
 * no line.
 */
export function bracketLoneAddresses(html: string): string {
  if (!/(?:^|>)[ \t]*https?:\/\//im.test(html)) return html;
  const inShortcode = follower(html.includes('[') ? [...findShortcodes(html)] : []);
  let inside = '';
  let from = 0;
  let left = mostAddresses;
  const pieces = splitMarkup(html);
  return pieces
    .map(({ kind, text, name, closes }, at) => {
      const offset = from;
      from += text.length;
      if (kind === 'tag' && !closes && inside === '' && literal.has(name)) inside = name;
      else if (kind === 'tag' && closes && name === inside) inside = '';
      if (kind !== 'text' || inside !== '') return text;
      const before = pieces[at - 1];
      const after = pieces[at + 1];
      const begins = !before || (before.name === 'p' && !before.closes);
      const ends = !after || (after.name === 'p' && after.closes);
      return text.replace(alone, (line: string, lead: string, address: string, tail: string, start: number) => {
        const isWhole = (start > 0 || begins) && (start + line.length < text.length || ends);
        if (!isWhole || inShortcode(offset + start)) return line;
        const player = playerOf(address);
        if (!player) {
          if (left === 0 || address.length > longestAddress) return line;
          left -= 1;
        }
        return `${lead}[${player ?? 'embed alone="1"'} src="${address}" /]${tail}`;
      });
    })
    .join('');
}

/** Whether a place is inside one of some shortcodes, for places asked for in growing order. */
function follower(shortcodes: readonly { readonly start: number; readonly end: number }[]) {
  let next = 0;
  return (place: number): boolean => {
    while ((shortcodes[next]?.end ?? Number.POSITIVE_INFINITY) <= place) next += 1;
    return (shortcodes[next]?.start ?? Number.POSITIVE_INFINITY) <= place;
  };
}

/** The player that shows an address by its ending, `audio` or `video`; undefined for what cannot be played. */
export function playerOf(address: string): string | undefined {
  const [path = ''] = address.split(/[?#]/, 1);
  return kinds.find(([, ending]) => ending.test(path))?.[0];
}
