// The XML form of what a site tells: one element for each member below the root.
import { SaxesParser } from 'saxes';

/** The members of a document; undefined where it is no XML, or has a document type: nothing in it is expanded. */
export function readXml(text: string): Readonly<Record<string, string>> | undefined {
  const members: Record<string, string> = Object.create(null);
  const parser = new SaxesParser();
  let depth = 0;
  let name = '';
  let isBroken = false;
  const refuse = () => {
    isBroken = true;
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth === 2) name = tag.name;
  });
  parser.on('closetag', () => {
    depth -= 1;
    if (depth < 2) name = '';
  });
  const add = (chars: string) => {
    if (depth === 2 && name !== '') members[name] = (members[name] ?? '') + chars;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  try {
    parser.write(text).close();
  } catch {
    return undefined;
  }
  return isBroken ? undefined : members;
}
