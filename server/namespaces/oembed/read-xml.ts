// Parses oEmbed responses in XML, which contain one element per property below the root.
import { SaxesParser } from 'saxes';

/**
 * Returns the properties of a document; undefined if it is not well-formed. Documents with a DOCTYPE are rejected, too, because a
 * DOCTYPE could declare entities that expand to very long text.
 */
export function readXml(text: string): Readonly<Record<string, string>> | undefined {
  const properties: Record<string, string> = Object.create(null);
  const parser = new SaxesParser();
  let depth = 0;
  let name = '';
  let isBroken = false;
  const markBroken = () => {
    isBroken = true;
  };
  parser.on('error', markBroken);
  parser.on('doctype', markBroken);
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth === 2) name = tag.name;
  });
  parser.on('closetag', () => {
    depth -= 1;
    if (depth < 2) name = '';
  });
  const add = (chars: string) => {
    if (depth === 2 && name !== '') properties[name] = (properties[name] ?? '') + chars;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  try {
    parser.write(text).close();
  } catch {
    return undefined;
  }
  return isBroken ? undefined : properties;
}
