// Values as XML, for clients that ask for it.

/** A value as a document of XML below a root element of this name. */
export const xmlOf = (value: unknown, root: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, value)}\n`;

/** A list is one element for each of its items; names that XML does not know are `item`. As in JSON, undefined is left out. */
function element(name: string, value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((each) => element(name, each)).join('');
  const tag = /^[A-Za-z_][\w.-]*$/.test(name) ? name : 'item';
  return `<${tag}>${inside(value)}</${tag}>`;
}

function inside(value: unknown): string {
  if (value === null) return '';
  if (typeof value !== 'object') return escaped(String(value));
  return Object.entries(value)
    .map(([name, each]) => element(name, each))
    .join('');
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML cannot hold are left out. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (character) => escapes[character] ?? '');
