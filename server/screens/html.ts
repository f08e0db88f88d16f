// Implements HTML templates. Interpolated values are escaped unless they are `Markup`.

/** HTML that is inserted without escaping. */
export class Markup {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

/** A value that can be interpolated into HTML; false and undefined render as the empty string. */
export type HtmlValue = Markup | string | number | false | undefined | readonly HtmlValue[];

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

function renderValue(value: HtmlValue): string {
  if (value === false || value === undefined) return '';
  if (value instanceof Markup) return value.html;
  return typeof value === 'object' ? value.map(renderValue).join('') : escapeHtml(String(value));
}

/**
 * Returns HTML with the values escaped and inserted. Values may be used in text and in quoted attributes.
 * @example html`<p title="${title}">${text}</p>`
 */
export const html = (strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Markup =>
  new Markup(strings.map((text, at) => text + renderValue(values[at])).join(''));

/** Returns the plain text of a value that is stored with HTML entities, such as the title of a site or the name of a user. */
export const decodeEntities = (stored: string): string =>
  stored.replace(/&(?:lt|gt|quot|#0?39|amp);/g, (entity) => entities[entity] ?? entity);

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#039;': "'",
  '&amp;': '&',
};
