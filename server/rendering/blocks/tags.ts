import type { Block } from './parse.ts';

/** A tag in the HTML of a block. */
export interface BlockTag {
  /** Name in lower case. */
  name: string;
  isClosing: boolean;
  start: number;
  end: number;
}

const tagPattern = /<(\/?)([A-Za-z][A-Za-z0-9-]*)(?=[\s/>])[^<>]*>/g;
/** A pattern that matches attributes consecutively, so that text in the value of an attribute is never mistaken for another attribute. */
const attributePattern = /([\s/]+)([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)))?/y;

/** Yields the tags of stored block HTML in order, except those inside comments. */
export function* tagsOf(html: string): Generator<BlockTag> {
  let comment = html.indexOf('<!--');
  let commentEnd = comment;
  for (const { 0: text, 1: slash, 2: name = '', index } of html.matchAll(tagPattern)) {
    while (comment >= 0 && comment < index && commentEnd <= index) {
      commentEnd = html.indexOf('-->', comment + 4);
      if (commentEnd < 0) return;
      if (commentEnd <= index) comment = html.indexOf('<!--', commentEnd);
    }
    if (comment >= 0 && comment < index) continue;
    yield { name: name.toLowerCase(), isClosing: slash === '/', start: index, end: index + text.length };
  }
}

/** Returns the first start tag of the named elements. */
export function firstTag(html: string, names: readonly string[]): BlockTag | undefined {
  for (const tag of tagsOf(html)) if (!tag.isClosing && names.includes(tag.name)) return tag;
  return undefined;
}

/** Returns the position and the raw value of the first attribute of a start tag with this name, which is in lower case. */
export function findAttribute(
  tag: string,
  attributeName: string,
): { start: number; end: number; value: string } | undefined {
  attributePattern.lastIndex = /^<[^\s/>]+/.exec(tag)?.[0].length ?? tag.length;
  for (let found = attributePattern.exec(tag); found; found = attributePattern.exec(tag)) {
    const [whole, blank = '', name = '', double, single, bare] = found;
    if (name.toLowerCase() !== attributeName) continue;
    const value = double ?? single ?? bare ?? '';
    return { start: found.index + blank.length, end: found.index + whole.length, value };
  }
  return undefined;
}

const split = (value: string) => value.split(/\s+/).filter((name) => name !== '');

/** Returns the classes of a start tag, as written. */
export const classesOf = (tag: string): string[] => split(findAttribute(tag, 'class')?.value ?? '');

/**
 * Returns a start tag with classes appended to existing ones, without duplicates. A new class attribute becomes the first
 * attribute (rendering.md §4 "Classes added at render").
 */
function addClasses(tag: string, names: readonly string[]): string {
  const attribute = findAttribute(tag, 'class');
  const present = split(attribute?.value ?? '');
  const added = names.filter((name) => !present.includes(name));
  if (added.length === 0) return tag;
  const written = `class="${[...present, ...added].join(' ').replaceAll('"', '&quot;')}"`;
  if (attribute) return tag.slice(0, attribute.start) + written + tag.slice(attribute.end);
  return tag.replace(/^<[^\s/>]+/, (name) => `${name} ${written}`);
}

/**
 * Returns the inner content of a block with classes added to a start tag: the first one that `findTag` finds in any of the HTML
 * strings. If it finds none, the inner content is unchanged.
 */
export function addClassesToTag(
  innerContent: Block['innerContent'],
  findTag: (html: string) => BlockTag | undefined,
  names: readonly string[],
): Block['innerContent'] {
  for (const [index, html] of innerContent.entries()) {
    const tag = typeof html === 'string' ? findTag(html) : undefined;
    if (typeof html !== 'string' || !tag) continue;
    const changed = html.slice(0, tag.start) + addClasses(html.slice(tag.start, tag.end), names) + html.slice(tag.end);
    return [...innerContent.slice(0, index), changed, ...innerContent.slice(index + 1)];
  }
  return innerContent;
}
