import { compactAttributes } from './attributes.ts';

/** A parsed block comment. */
export interface BlockComment {
  kind: 'opener' | 'closer' | 'void';
  /** Name with namespace, such as `core/paragraph`. */
  name: string;
  attributes: Readonly<Record<string, unknown>>;
  /** The JSON of the attributes as written; `''` if there is none. */
  json: string;
}

/** A block, or classic text. For classic text, `name` is null and `innerContent` has one string. */
export interface Block {
  name: string | null;
  /** Attributes; an empty object when there are none. */
  attributes: Readonly<Record<string, unknown>>;
  /** Attributes as canonical JSON; `''` when there are none. */
  json: string;
  /** HTML and inner blocks between the comments, in order. */
  innerContent: (string | Block)[];
  /** Whether the block is self-closing, `<!-- wp:name /-->`. */
  isVoid: boolean;
}

const blockCommentPattern = /^\s+(\/)?wp:((?:[a-z][a-z0-9_-]*\/)?[a-z][a-z0-9_-]*)\s+(?:(\{.*\})\s+)?(\/)?$/s;

/**
 * Parses the text between `<!--` and `-->` as a block comment (rendering.md §4 "Grammar"). Returns undefined for a plain comment and
 * for malformed JSON.
 */
export function parseBlockComment(comment: string): BlockComment | undefined {
  const found = blockCommentPattern.exec(comment);
  const [, closes, name, json = '', isSelfClosing] = found ?? [];
  if (name === undefined || (closes && isSelfClosing)) return undefined;
  const attributes = json ? parseObject(json) : {};
  if (!attributes) return undefined;
  const kind = closes ? 'closer' : isSelfClosing ? 'void' : 'opener';
  return { kind, name: name.includes('/') ? name : `core/${name}`, attributes, json };
}

/** Whether content contains blocks, so that no paragraphs are added (rendering.md §4, §12). */
export function hasBlocks(content: string): boolean {
  return content.includes('<!-- wp:');
}

/**
 * Parses content to blocks (rendering.md §4). It never throws. Comments with malformed JSON, and closing comments without an open
 * block, remain text; unclosed blocks end with their parent or with the content. Runs in linear time, and without recursion, so that
 * any depth is safe.
 */
export function parseBlocks(content: string): Block[] {
  const tree = new TreeBuilder();
  let at = 0;
  let start = content.indexOf('<!--');
  while (start >= 0) {
    const end = content.indexOf('-->', start + 4);
    if (end < 0) break;
    const found = parseBlockComment(content.slice(start + 4, end));
    if (found && tree.accepts(found)) {
      tree.addText(content.slice(at, start));
      tree.addComment(found);
      at = end + 3;
    }
    start = content.indexOf('<!--', found ? end + 3 : nextSearchPosition(content, start, end));
  }
  tree.addText(content.slice(at));
  return tree.roots;
}

/** Returns the next search position after a plain comment, which may contain the beginning of another comment. */
function nextSearchPosition(content: string, start: number, end: number): number {
  const last = content.lastIndexOf('<!--', end);
  return last > start ? last : end + 3;
}

class TreeBuilder {
  readonly roots: Block[] = [];
  readonly #open: Block[] = [];
  readonly #openNames = new Map<string, number>();

  accepts({ kind, name }: BlockComment): boolean {
    return kind !== 'closer' || (this.#openNames.get(name) ?? 0) > 0;
  }

  addText(html: string): void {
    if (html === '') return;
    const parent = this.#open.at(-1);
    if (parent) parent.innerContent.push(html);
    else this.roots.push({ name: null, attributes: {}, json: '', innerContent: [html], isVoid: false });
  }

  addComment({ kind, name, attributes, json }: BlockComment): void {
    if (kind === 'closer') {
      this.#close(name);
      return;
    }
    const block: Block = { name, attributes, json: compactAttributes(json), innerContent: [], isVoid: kind === 'void' };
    (this.#open.at(-1)?.innerContent ?? this.roots).push(block);
    if (kind === 'void') return;
    this.#open.push(block);
    this.#openNames.set(name, (this.#openNames.get(name) ?? 0) + 1);
  }

  /** Closes the innermost block with a name, and all unclosed blocks inside it. */
  #close(name: string): void {
    for (let block = this.#open.pop(); block?.name; block = this.#open.pop()) {
      this.#openNames.set(block.name, (this.#openNames.get(block.name) ?? 1) - 1);
      if (block.name === name) return;
    }
  }
}

function parseObject(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value in block attributes is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
