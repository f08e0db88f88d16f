// Detects executable or disallowed HTML independently of the code of the sanitizer: in the tree of parse5, and in URLs that are
// parsed by the URL standard.
import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5';
import type { AllowedMarkup } from '../../server/rendering/sanitise/allowed-markup.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const dangerous =
  /^(?:script|style|iframe|frame|frameset|object|embed|applet|form|input|select|svg|link|meta|base|template|noscript|xmp|plaintext|title|noembed|noframes|foreignobject|mglyph|annotation-xml|image|animate|set|use|portal)$/i;
const executableAttributes = /^(?:on|formaction|srcdoc|srcset|xlink:href|ping|background$|action$|is$)/i;
const urlAttributes = /^(?:href|src|poster|cite|data|longdesc|usemap|action)$/i;
const protocols: ReadonlySet<string> = new Set(
  'http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal urn'
    .split(' ')
    .map((name) => `${name}:`),
);
/** Elements that parsers add implicitly. */
const impliedElements: ReadonlySet<string> = new Set(['html', 'head', 'body', 'tbody', 'tr', 'colgroup']);

/** Whether a URL, resolved as browsers do, has a disallowed protocol. Invalid URLs are harmless. */
const hasDisallowedProtocol = (urlInStyle: string): boolean =>
  URL.canParse(urlInStyle, 'https://example.org/a/') &&
  !protocols.has(new URL(urlInStyle, 'https://example.org/a/').protocol);

const urlInStyle = /url\(\s*["']?([^"')]*)[^)]*\)?/gi;
const executableStyle = /expression\s*\(|(?:^|;)\s*(?:behaviou?r|-[a-z]+-binding)\s*:|[}<>]/i;

/** Whether a style could load or execute something. Escapes and comments are resolved as browsers do. */
function isUnsafeStyle(style: string): boolean {
  const plain = style
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, code: string) =>
      String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(code, 16))),
    )
    .replace(/\/\*.*?\*\/|\\|[\0-\x1f]/g, '');
  const loads = [...plain.matchAll(urlInStyle)].some(([, found = '']) => hasDisallowedProtocol(found));
  return loads || executableStyle.test(plain.replace(urlInStyle, ''));
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

function findExecutable({ tagName, attrs }: Element): string[] {
  const hasData = tagName !== 'object' || attrs.some(({ name }) => name === 'data');
  const found = dangerous.test(tagName) && hasData ? [`<${tagName}>`] : [];
  for (const { name, value } of attrs) {
    const isDangerous =
      executableAttributes.test(name) ||
      (urlAttributes.test(name) && hasDisallowedProtocol(value)) ||
      (name === 'style' && isUnsafeStyle(value));
    if (isDangerous) found.push(`${tagName} ${name}=${value}`);
  }
  return found;
}

/** Returns the element or the attributes that a list does not allow. */
function findDisallowed({ tagName, attrs }: Element, { elements, allowsDataAttributes }: AllowedMarkup): string[] {
  const allowed = elements.get(tagName);
  if (!allowed) return impliedElements.has(tagName) && attrs.length === 0 ? [] : [`<${tagName}>`];
  return attrs
    .filter(
      ({ name }) => !(allowed.has(name.toLowerCase()) || (allowsDataAttributes && /^data-[a-z0-9_-]+$/.test(name))),
    )
    .map(({ name }) => `${tagName} ${name}`);
}

const contexts = ['', '<div>', '<table>', '<table><tr><td>', '<ul><li>', '<svg>', '<math><mtext>', '<select>'];
const contextFindings: ReadonlySet<string> = new Set(['<svg>', '<select>', '<title>']);

/**
 * Whether an element is one that the service itself adds: JSON data, which is not executed, or the sandboxed iframe of an entry of
 * `http://x.test`.
 */
export function isServiceElement({ tagName, attrs, childNodes }: Element): boolean {
  const value = (name: string) => attrs.find((each) => each.name === name)?.value ?? '';
  if (tagName === 'iframe')
    return (
      value('sandbox') === 'allow-scripts' &&
      value('src').startsWith('http://x.test/') &&
      !attrs.some(({ name }) => executableAttributes.test(name))
    );
  const [data] = childNodes;
  if (tagName !== 'script' || value('type') !== 'application/json' || attrs.length !== 2) return false;
  if (childNodes.length !== 1 || data?.nodeName !== '#text' || !('value' in data)) return false;
  return typeof JSON.parse(data.value) === 'object' && !/[<>&]/.test(data.value);
}

/**
 * Returns the executable elements and attributes of HTML. The HTML is parsed as a page and inside various elements, with and
 * without scripting. An `object` without `data` is harmless. Elements for which the predicate returns true are skipped.
 */
export function findingsInAllContexts(text: string, isAccepted: (element: Element) => boolean = () => false): string[] {
  return [true, false].flatMap((scriptingEnabled) =>
    [
      ...contexts.map((before) => parseFragment(before + text, { scriptingEnabled })),
      parse(`<!DOCTYPE html><title>t</title><body>${text}`, { scriptingEnabled }),
    ].flatMap((root) =>
      elementsOf(root)
        .filter((element) => !isAccepted(element))
        .flatMap(findExecutable)
        .filter((found) => !contextFindings.has(found)),
    ),
  );
}

/** Returns the elements and attributes of HTML that a list does not allow. */
export function disallowedMarkup(text: string, markup: AllowedMarkup): string[] {
  return [true, false].flatMap((scriptingEnabled) =>
    elementsOf(parseFragment(text, { scriptingEnabled })).flatMap((element) => findDisallowed(element, markup)),
  );
}

/** Whether HTML is self-contained, so that the markup after it does not become part of it. */
export function isSelfContained(text: string): boolean {
  const root = parseFragment(`<section>${text}</section><s></s>`);
  const [section, behind] = root.childNodes;
  return root.childNodes.length === 2 && section?.nodeName === 'section' && behind?.nodeName === 's';
}
