import type { Block } from './grammar.ts';

/** A tag found in the HTML of a block. */
export interface BlockTag {
  /** In lower case. */
  name: string;
  closes: boolean;
  start: number;
  end: number;
}

const anyTag = /<(\/?)([A-Za-z][A-Za-z0-9-]*)(?=[\s/>])[^<>]*>/g;
/** One attribute after another, so that what stands in the value of one is never taken for another. */
const anyAttribute = /([\s/]+)([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)))?/y;

/** The tags in a piece of stored block HTML, in order; those inside comments do not count. */
export function* tagsOf(html: string): Generator<BlockTag> {
  let comment = html.indexOf('<!--');
  let commentEnd = comment;
  for (const { 0: text, 1: slash, 2: name = '', index } of html.matchAll(anyTag)) {
    while (comment >= 0 && comment < index && commentEnd <= index) {
      commentEnd = html.indexOf('-->', comment + 4);
      if (commentEnd < 0) return;
      if (commentEnd <= index) comment = html.indexOf('<!--', commentEnd);
    }
    if (comment >= 0 && comment < index) continue;
    yield { name: name.toLowerCase(), closes: slash === '/', start: index, end: index + text.length };
  }
}

/** The first start tag of one of some elements. */
export function firstTag(html: string, names: readonly string[]): BlockTag | undefined {
  for (const tag of tagsOf(html)) if (!tag.closes && names.includes(tag.name)) return tag;
  return undefined;
}

/** Where the class attribute of a start tag stands, and its value as written. */
function classAttribute(tag: string): { start: number; end: number; value: string } | undefined {
  anyAttribute.lastIndex = /^<[^\s/>]+/.exec(tag)?.[0].length ?? tag.length;
  for (let found = anyAttribute.exec(tag); found; found = anyAttribute.exec(tag)) {
    const [whole, blank = '', name = '', double, single, bare] = found;
    if (name.toLowerCase() !== 'class') continue;
    const value = double ?? single ?? bare ?? '';
    return { start: found.index + blank.length, end: found.index + whole.length, value };
  }
  return undefined;
}

const split = (value: string) => value.split(/\s+/).filter((name) => name !== '');

/** The classes of a start tag, as written. */
export const classesOf = (tag: string): string[] => split(classAttribute(tag)?.value ?? '');

/**
 * A start tag with classes added behind those it has; none is repeated. Where there was no class attribute, it becomes
 * the first one (rendering.md §4 "Classes added at render").
 */
export function addClasses(tag: string, names: readonly string[]): string {
  const attribute = classAttribute(tag);
  const present = split(attribute?.value ?? '');
  const added = names.filter((name) => !present.includes(name));
  if (added.length === 0) return tag;
  const written = `class="${[...present, ...added].join(' ').replaceAll('"', '&quot;')}"`;
  if (attribute) return tag.slice(0, attribute.start) + written + tag.slice(attribute.end);
  return tag.replace(/^<[^\s/>]+/, (name) => `${name} ${written}`);
}

/**
 * The pieces of a block with classes added to one start tag: the one that `choose` finds in the first piece of HTML in
 * which it finds any. When it finds none the pieces stay as they are.
 */
export function classOnTag(
  pieces: Block['pieces'],
  choose: (html: string) => BlockTag | undefined,
  names: readonly string[],
): Block['pieces'] {
  for (const [index, html] of pieces.entries()) {
    const tag = typeof html === 'string' ? choose(html) : undefined;
    if (typeof html !== 'string' || !tag) continue;
    const changed = html.slice(0, tag.start) + addClasses(html.slice(tag.start, tag.end), names) + html.slice(tag.end);
    return [...pieces.slice(0, index), changed, ...pieces.slice(index + 1)];
  }
  return pieces;
}
