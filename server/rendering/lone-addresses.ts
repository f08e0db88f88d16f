import { splitMarkup } from './markup.ts';

const alone = /^([ \t]*)(https?:\/\/[^\s<>"'[\]]+)([ \t]*)$/gim;
const kinds: readonly (readonly [kind: string, ending: RegExp])[] = [
  ['audio', /\.(?:mp3|ogg|flac|m4a|wav)$/i],
  ['video', /\.(?:mp4|m4v|webm|ogv|flv)$/i],
];
/** What is in these is shown as it is. */
const literal: ReadonlySet<string> = new Set(['pre', 'code', 'script', 'style', 'textarea']);

/**
 * Turns an address of a sound or a film that stands alone on its line, or alone in a `<p>`, into the shortcode of its
 * player (rendering.md §5); all others stay text. Line ends inside tags, comments and literal elements begin no line.
 */
export function playLoneAddresses(html: string): string {
  if (!/\.(?:mp3|ogg|flac|m4a|wav|mp4|m4v|webm|ogv|flv)/i.test(html)) return html;
  let inside = '';
  const pieces = splitMarkup(html);
  return pieces
    .map(({ kind, text, name, closes }, at) => {
      if (kind === 'tag' && !closes && inside === '' && literal.has(name)) inside = name;
      else if (kind === 'tag' && closes && name === inside) inside = '';
      if (kind !== 'text' || inside !== '') return text;
      const before = pieces[at - 1];
      const after = pieces[at + 1];
      const begins = !before || (before.name === 'p' && !before.closes);
      const ends = !after || (after.name === 'p' && after.closes);
      return text.replace(alone, (line: string, lead: string, address: string, tail: string, start: number) => {
        const isWhole = (start > 0 || begins) && (start + line.length < text.length || ends);
        const player = isWhole ? playerOf(address) : undefined;
        return player === undefined ? line : `${lead}[${player} src="${address}"]${tail}`;
      });
    })
    .join('');
}

/** The player that shows an address by its ending, `audio` or `video`; undefined for what cannot be played. */
export function playerOf(address: string): string | undefined {
  const [path = ''] = address.split(/[?#]/, 1);
  return kinds.find(([, ending]) => ending.test(path))?.[0];
}
