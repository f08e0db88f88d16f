// What a parser finds in HTML that could run something or that no list allows, judged without the filter's own code:
// on the tree of parse5, and on addresses as the URL standard reads them.
import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5';
import type { AllowedMarkup } from './allowed-markup.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const dangerous =
  /^(?:script|style|iframe|frame|frameset|object|embed|applet|form|input|select|svg|link|meta|base|template|noscript|xmp|plaintext|title|noembed|noframes|foreignobject|mglyph|annotation-xml|image|animate|set|use|portal)$/i;
const runs = /^(?:on|formaction|srcdoc|srcset|xlink:href|ping|background$|action$|is$)/i;
const addresses = /^(?:href|src|poster|cite|data|longdesc|usemap|action)$/i;
const protocols: ReadonlySet<string> = new Set(
  'http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal urn'
    .split(' ')
    .map((name) => `${name}:`),
);
/** Elements that a parser puts in by itself. */
const implied: ReadonlySet<string> = new Set(['html', 'head', 'body', 'tbody', 'tr', 'colgroup']);

/** An address read as browsers do, from a page of this protocol. One that cannot be read leads nowhere. */
const leadsAstray = (address: string): boolean =>
  URL.canParse(address, 'https://example.org/a/') &&
  !protocols.has(new URL(address, 'https://example.org/a/').protocol);

const address = /url\(\s*["']?([^"')]*)[^)]*\)?/gi;
const runsInStyle = /expression\s*\(|(?:^|;)\s*(?:behaviou?r|-[a-z]+-binding)\s*:|[}<>]/i;

/** What a style could load or run: its escapes and comments are seen through, as a browser does. */
function isUnsafeStyle(style: string): boolean {
  const plain = style
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, code: string) =>
      String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(code, 16))),
    )
    .replace(/\/\*.*?\*\/|\\|[\0-\x1f]/g, '');
  const loads = [...plain.matchAll(address)].some(([, found = '']) => leadsAstray(found));
  return loads || runsInStyle.test(plain.replace(address, ''));
}

function elementsOf(root: Node): Element[] {
  const found: Element[] = [];
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('content' in node) waiting.push(node.content);
    if ('childNodes' in node) waiting.push(...node.childNodes);
    if ('tagName' in node) found.push(node);
  }
  return found;
}

function judge({ tagName, attrs }: Element): string[] {
  const shows = tagName !== 'object' || attrs.some(({ name }) => name === 'data');
  const found = dangerous.test(tagName) && shows ? [`<${tagName}>`] : [];
  for (const { name, value } of attrs) {
    const bad =
      runs.test(name) || (addresses.test(name) && leadsAstray(value)) || (name === 'style' && isUnsafeStyle(value));
    if (bad) found.push(`${tagName} ${name}=${value}`);
  }
  return found;
}

/** What no list allows: an element or an attribute that is not on it. Elements of HTML stay out of `math`. */
function judgeByList({ tagName, attrs }: Element, { elements, data }: AllowedMarkup): string[] {
  const allowed = elements.get(tagName);
  if (!allowed) return implied.has(tagName) && attrs.length === 0 ? [] : [`<${tagName}>`];
  return attrs
    .filter(({ name }) => !(allowed.has(name.toLowerCase()) || (data && /^data-[a-z0-9_-]+$/.test(name))))
    .map(({ name }) => `${tagName} ${name}`);
}

const contexts = ['', '<div>', '<table>', '<table><tr><td>', '<ul><li>', '<svg>', '<math><mtext>', '<select>'];
const ownFindings: ReadonlySet<string> = new Set(['<svg>', '<select>', '<title>']);

/**
 * Whether an element is one that the service itself puts into texts: data that run nowhere, and the frame of an entry of
 * `http://x.test`, which may run its own script and nothing else.
 */
export function isOurs({ tagName, attrs, childNodes }: Element): boolean {
  const value = (name: string) => attrs.find((each) => each.name === name)?.value ?? '';
  if (tagName === 'iframe')
    return (
      value('sandbox') === 'allow-scripts' &&
      value('src').startsWith('http://x.test/') &&
      !attrs.some(({ name }) => runs.test(name))
    );
  const [data] = childNodes;
  if (tagName !== 'script' || value('type') !== 'application/json' || attrs.length !== 2) return false;
  if (childNodes.length !== 1 || data?.nodeName !== '#text' || !('value' in data)) return false;
  return typeof JSON.parse(data.value) === 'object' && !/[<>&]/.test(data.value);
}

/**
 * Whatever could run in some HTML, wherever it may come to stand: in a page and inside other elements, with and without
 * scripting. An object may stay when it shows nothing, and `accepted` may let elements pass.
 */
export function everyReading(text: string, accepted: (element: Element) => boolean = () => false): string[] {
  return [true, false].flatMap((scriptingEnabled) =>
    [
      ...contexts.map((before) => parseFragment(before + text, { scriptingEnabled })),
      parse(`<!DOCTYPE html><title>t</title><body>${text}`, { scriptingEnabled }),
    ].flatMap((root) =>
      elementsOf(root)
        .filter((element) => !accepted(element))
        .flatMap(judge)
        .filter((found) => !ownFindings.has(found)),
    ),
  );
}

/** What stands in some HTML that a list does not allow, read as the inside of an element. */
export function notAllowed(text: string, markup: AllowedMarkup): string[] {
  return [true, false].flatMap((scriptingEnabled) =>
    elementsOf(parseFragment(text, { scriptingEnabled })).flatMap((element) => judgeByList(element, markup)),
  );
}

/** Whether some HTML keeps to its place: what is written behind it does not become part of it. */
export function staysInside(text: string): boolean {
  const root = parseFragment(`<section>${text}</section><s></s>`);
  const [section, behind] = root.childNodes;
  return root.childNodes.length === 2 && section?.nodeName === 'section' && behind?.nodeName === 's';
}
