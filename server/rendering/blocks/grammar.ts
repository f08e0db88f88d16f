import { compactAttributes } from './attributes.ts';

/** What a block comment says. */
export interface BlockMark {
  kind: 'opener' | 'closer' | 'void';
  /** With its namespace: `core/paragraph`, `acme/box`. */
  name: string;
  attributes: Readonly<Record<string, unknown>>;
  /** The JSON as written, `''` when there is none. */
  json: string;
}

/** A block of a content, or a stretch of classic text (`name` null, one string in `pieces`). */
export interface Block {
  name: string | null;
  /** Empty for a block without attributes. */
  attributes: Readonly<Record<string, unknown>>;
  /** The attributes in their normal form, `''` when there are none. */
  json: string;
  /** What stands between the comments, in order: HTML and inner blocks. */
  pieces: (string | Block)[];
  /** Written as one comment, `<!-- wp:name /-->`. */
  isVoid: boolean;
}

const mark = /^\s+(\/)?wp:((?:[a-z][a-z0-9_-]*\/)?[a-z][a-z0-9_-]*)\s+(?:(\{.*\})\s+)?(\/)?$/s;

/**
 * Reads what stands between `<!--` and `-->` as a block comment (rendering.md §4 "Grammar"); undefined when it is a
 * plain comment, or when its JSON is broken.
 */
export function readBlockMark(comment: string): BlockMark | undefined {
  const found = mark.exec(comment);
  const [, closes, name, json = '', alone] = found ?? [];
  if (name === undefined || (closes && alone)) return undefined;
  const attributes = json ? readObject(json) : {};
  if (!attributes) return undefined;
  const kind = closes ? 'closer' : alone ? 'void' : 'opener';
  return { kind, name: name.includes('/') ? name : `core/${name}`, attributes, json };
}

/** Whether a content counts as made of blocks, which switches paragraphs off (rendering.md §4, §12). */
export function hasBlocks(content: string): boolean {
  return content.includes('<!-- wp:');
}

/**
 * Parses a content into its blocks, front to back (rendering.md §4). Never fails: broken JSON and stray closers stay
 * as text, blocks that are not closed end with the content or with the block around them. Linear, and without
 * recursion, so that depth is no danger.
 */
export function parseBlocks(content: string): Block[] {
  const tree = new TreeBuilder();
  let at = 0;
  let start = content.indexOf('<!--');
  while (start >= 0) {
    const end = content.indexOf('-->', start + 4);
    if (end < 0) break;
    const found = readBlockMark(content.slice(start + 4, end));
    if (found && tree.accepts(found)) {
      tree.addText(content.slice(at, start));
      tree.addMark(found);
      at = end + 3;
    }
    start = content.indexOf('<!--', found ? end + 3 : nextComment(content, start, end));
  }
  tree.addText(content.slice(at));
  return tree.roots;
}

/** A plain comment may hold the beginning of another one: it is looked at again from there. */
function nextComment(content: string, start: number, end: number): number {
  const last = content.lastIndexOf('<!--', end);
  return last > start ? last : end + 3;
}

class TreeBuilder {
  readonly roots: Block[] = [];
  readonly #open: Block[] = [];
  readonly #openNames = new Map<string, number>();

  accepts({ kind, name }: BlockMark): boolean {
    return kind !== 'closer' || (this.#openNames.get(name) ?? 0) > 0;
  }

  addText(html: string): void {
    if (html === '') return;
    const parent = this.#open.at(-1);
    if (parent) parent.pieces.push(html);
    else this.roots.push({ name: null, attributes: {}, json: '', pieces: [html], isVoid: false });
  }

  addMark({ kind, name, attributes, json }: BlockMark): void {
    if (kind === 'closer') {
      this.#close(name);
      return;
    }
    const block: Block = { name, attributes, json: compactAttributes(json), pieces: [], isVoid: kind === 'void' };
    (this.#open.at(-1)?.pieces ?? this.roots).push(block);
    if (kind === 'void') return;
    this.#open.push(block);
    this.#openNames.set(name, (this.#openNames.get(name) ?? 0) + 1);
  }

  /** Ends the innermost block of that name, and with it what was left open inside. */
  #close(name: string): void {
    for (let block = this.#open.pop(); block?.name; block = this.#open.pop()) {
      this.#openNames.set(block.name, (this.#openNames.get(block.name) ?? 1) - 1);
      if (block.name === name) return;
    }
  }
}

function readObject(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value of block attributes is an object with members. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
