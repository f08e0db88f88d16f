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
const classAttribute = /\sclass\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

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

/** The classes of a start tag, as written. */
export function classesOf(tag: string): string[] {
  const found = classAttribute.exec(tag);
  return (found?.[1] ?? found?.[2] ?? found?.[3] ?? '').split(/\s+/).filter((name) => name !== '');
}

/**
 * A start tag with classes added behind those it has; none is repeated. Where there was no class attribute, it becomes
 * the first one (rendering.md §4 "Classes added at render").
 */
export function addClasses(tag: string, names: readonly string[]): string {
  const present = classesOf(tag);
  const added = names.filter((name) => !present.includes(name));
  if (added.length === 0) return tag;
  const value = ` class="${[...present, ...added].join(' ').replaceAll('"', '&quot;')}"`;
  if (classAttribute.test(tag)) return tag.replace(classAttribute, () => value);
  return tag.replace(/^<[^\s/>]+/, (name) => name + value);
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
