// Writes XML 1.0.

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for content and for attributes in double quotes. Characters that XML documents cannot contain are removed. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => escapes[character] ?? '');

/** XML, in contrast to text that must be escaped. */
export interface Xml {
  readonly xml: string;
}

/** Returns an element with attributes and content, which is text or a list of elements. An undefined element is left out. */
export function element(
  name: string,
  content: string | readonly (Xml | undefined)[],
  attributes: Readonly<Record<string, string>> = {},
): Xml {
  const start = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeXml(value)}"`)].join(' ');
  if (content.length === 0) return { xml: `<${start}/>` };
  const inner = typeof content === 'string' ? escapeXml(content) : content.map((each) => each?.xml ?? '').join('');
  return { xml: `<${start}>${inner}</${name}>` };
}

/** Returns an XML document with a root element. */
export const xmlDocument = (root: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`;
