// Serializes values as XML, for clients that request it.

/** Returns a value as an XML document with a root element of this name. */
export const xmlOf = (value: unknown, root: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, value)}\n`;

/** Returns an element, or one for each item of an array. Invalid element names become `item`. Undefined is omitted, as in JSON. */
function element(name: string, value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((each) => element(name, each)).join('');
  const tag = /^[A-Za-z_][\w.-]*$/.test(name) ? name : 'item';
  return `<${tag}>${contentOf(value)}</${tag}>`;
}

function contentOf(value: unknown): string {
  if (value === null) return '';
  if (typeof value !== 'object') return escaped(String(value));
  return Object.entries(value)
    .map(([name, each]) => element(name, each))
    .join('');
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text. Characters that are not allowed in XML are removed. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (character) => escapes[character] ?? '');
