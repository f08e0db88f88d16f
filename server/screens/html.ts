// HTML written down: whatever is put into it is text, unless it is HTML that was written down here.

/** HTML that may stand in a page as it is. */
export class Markup {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

/** What can be put into HTML; false and undefined are nothing. */
export type Piece = Markup | string | number | false | undefined | readonly Piece[];

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '');

function written(piece: Piece): string {
  if (piece === false || piece === undefined) return '';
  if (piece instanceof Markup) return piece.html;
  return typeof piece === 'object' ? piece.map(written).join('') : escaped(String(piece));
}

/**
 * HTML with pieces put into it, in texts and in quoted attributes.
 * @example html`<p title="${title}">${text}</p>`
 */
export const html = (texts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup =>
  new Markup(texts.map((text, at) => text + written(pieces[at])).join(''));

/** Text that was stored with its signs escaped, such as a site's title or the name of a user, as text again. */
export const plainOf = (stored: string): string =>
  stored.replace(/&(?:lt|gt|quot|#0?39|amp);/g, (entity) => entities[entity] ?? entity);

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#039;': "'",
  '&amp;': '&',
};
