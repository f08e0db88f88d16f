// Fills the holes of contents, level by level: all blocks of a level say what they need, it is loaded for all of them at
// once, each makes its HTML, and the blocks inside that are the next level. The number of statements depends on how deep
// blocks are nested and not on how many there are.
import { type Block, parseBlocks } from '../blocks/grammar.ts';
import { serializeBlocks } from '../blocks/serialize.ts';
import { blockParts, MAX_DYNAMIC_BLOCKS, type Parts, packParts, unpackParts } from '../parts.ts';
import type { Context, Inner, Shown, Whole } from './dynamic-block.ts';
import { type Found, isList, keyOf, type Need } from './needs.ts';
import { fillers } from './shortcodes/index.ts';
import type { ShownEntry } from './shown.ts';

/** Dynamic blocks inside one another; what is deeper gives nothing. */
const mostLevels = 8;
/** Different lists that one content shows; blocks that need more give nothing. */
const mostLists = 20;
/** Different addresses that one content looks for entries at; what stands for more is shown plain. */
const mostDifferentAddresses = 100;
/** Addresses of one content that are looked at, those that its blocks repeat counted each time. */
const mostAsked = 1000;
/** How much HTML the dynamic blocks of one content may make; once it is reached, the others give nothing. Characters. */
const mostText = 1_000_000;

/** A content with holes, and the entry it belongs to. */
export interface HoledContent {
  readonly stored: string;
  readonly entry: ShownEntry;
}

/** Loads what blocks need. What was loaded once stays found. */
export interface Loader {
  load(needs: readonly Need[]): Promise<void>;
  readonly found: Found;
}

/** Renders blocks, in the form in which they are stored, to parts as `packParts` packs them. */
export type RenderBlocks = (stored: string) => Promise<string>;

const renderHere: RenderBlocks = async (stored) => packParts(blockParts(parseBlocks(stored)));

/** What one content has used up. Limits are its own, so that it looks the same beside whichever others it is shown. */
interface Allowance {
  blocks: number;
  text: number;
  /** Characters of blocks that were rendered to be shown inside others. */
  rendered: number;
  asked: number;
  readonly lists: Set<string>;
  readonly addresses: Set<string>;
}

interface Hole {
  readonly block: Block;
  readonly context: Context;
  readonly allowance: Allowance;
  readonly needs: readonly Need[];
  /** It stands in the content itself, whose author wrote it once, and not in what blocks of it repeat. */
  readonly once: boolean;
  content: readonly (string | Hole)[];
}

/** The contents as HTML, in their order. Loads at most once per level, at most eight times. */
export async function fillContents(
  contents: readonly HoledContent[],
  loader: Loader,
  renderBlocks: RenderBlocks = renderHere,
): Promise<string[]> {
  const filler = new Filler(renderBlocks);
  const roots = contents.map(({ stored, entry }) => {
    const allowance = {
      blocks: 0,
      text: 0,
      rendered: 0,
      asked: 0,
      lists: new Set<string>(),
      addresses: new Set<string>(),
    };
    return place(unpackParts(stored), { entry, within: [entry.id], mark: '' }, allowance, true);
  });
  let level = roots.flatMap(holesIn);
  for (let depth = 0; level.length > 0 && depth < mostLevels; depth += 1) {
    const { admitted = [], refused = [] } = Object.groupBy(level, (hole) => (mayNeed(hole) ? 'admitted' : 'refused'));
    for (const hole of refused) hole.content = plainOf(hole);
    await loader.load(admitted.flatMap(({ needs }) => needs));
    for (const hole of admitted) hole.content = await filler.show(hole, loader.found);
    level = admitted.flatMap(({ content }) => holesIn(content));
  }
  return roots.map(textOf);
}

const holesIn = (content: readonly (string | Hole)[]): Hole[] => content.filter((part) => typeof part !== 'string');

const textOf = (content: readonly (string | Hole)[]): string =>
  content.map((part) => (typeof part === 'string' ? part : textOf(part.content))).join('');

/** The parts of a content in a context; of the blocks in it those that the content may still show. */
function place(parts: Parts, context: Context, allowance: Allowance, once = false): (string | Hole)[] {
  return parts.flatMap((part): (string | Hole)[] => {
    if (typeof part === 'string') return [part];
    const filler = fillers.get(part.name ?? '');
    const isFull =
      allowance.blocks >= MAX_DYNAMIC_BLOCKS || (filler?.plain !== undefined && allowance.asked >= mostAsked);
    if (isFull) return plainOf({ block: part, allowance, once });
    allowance.blocks += 1;
    const own = { ...context, mark: `${context.within[0]}-${allowance.blocks}` };
    const needs = filler?.needs?.(part, own) ?? [];
    if (filler?.plain) allowance.asked += needs.length;
    return [{ block: part, context: own, allowance, needs, once, content: [] }];
  });
}

/**
 * What stands in the place of a block for which a limit is reached. Words that the author wrote once always stand; those that
 * blocks repeat count as text that they make, and give nothing once there is too much of it.
 */
function plainOf({ block, allowance, once }: Pick<Hole, 'block' | 'allowance' | 'once'>): string[] {
  if (!once && allowance.text > mostText) return [];
  const plain = fillers.get(block.name ?? '')?.plain?.(block) ?? '';
  allowance.text += plain.length;
  return [plain];
}

/** Whether a content may show the lists, and look at the addresses, that a block needs. */
const mayNeed = ({ needs, allowance: { lists, addresses } }: Hole): boolean =>
  mayHave(needs.filter(isList), lists, mostLists) &&
  mayHave(
    needs.filter(({ kind }) => kind === 'addressed'),
    addresses,
    mostDifferentAddresses,
  );

function mayHave(needs: readonly Need[], had: Set<string>, most: number): boolean {
  const more = [...new Set(needs.map(keyOf))].filter((key) => !had.has(key));
  if (had.size + more.length > most) return false;
  for (const key of more) had.add(key);
  return true;
}

class Filler {
  /** The parts of what loops repeat, which is finished once. */
  readonly #parts = new Map<Block['pieces'] | string, Parts>();
  readonly #renderBlocks: RenderBlocks;

  constructor(renderBlocks: RenderBlocks) {
    this.#renderBlocks = renderBlocks;
  }

  async show(hole: Hole, found: Found): Promise<readonly (string | Hole)[]> {
    const { block, context, allowance } = hole;
    if (allowance.text > mostText) return plainOf(hole);
    const shown: Shown = fillers.get(block.name ?? '')?.render(block, context, found) ?? '';
    const content: (string | Hole)[] = [];
    for (const part of typeof shown === 'string' ? [shown] : shown) {
      if (allowance.text > mostText) return [];
      const placed =
        typeof part === 'string' ? [part] : place(await this.#partsOf(part, allowance), part.context, allowance);
      for (const each of placed) {
        if (typeof each === 'string') allowance.text += each.length;
        content.push(each);
      }
    }
    return content;
  }

  /** What is repeated is rendered once. Nothing, where its content has had as much rendered as it may. */
  async #partsOf(part: Inner | Whole, allowance: Allowance): Promise<Parts> {
    const source = 'stored' in part ? part.stored : part.pieces;
    const known = this.#parts.get(source);
    if (known) return known;
    const parts = typeof source === 'string' ? unpackParts(source) : await this.#render(source, allowance);
    this.#parts.set(source, parts);
    return parts;
  }

  async #render(pieces: Block['pieces'], allowance: Allowance): Promise<Parts> {
    const length = lengthOf(pieces);
    allowance.rendered += length;
    if (allowance.rendered > mostText) return [];
    // Most blocks hold little, which is rendered here.
    return length <= MAX_RENDERED_HERE
      ? blockParts(pieces)
      : unpackParts(await this.#renderBlocks(serializeBlocks(pieces)));
  }
}

/** Characters of blocks that are rendered while others wait. */
const MAX_RENDERED_HERE = 2000;

/** The length of some blocks as they are stored, about. */
function lengthOf(pieces: Block['pieces']): number {
  let length = 0;
  const waiting = [...pieces];
  for (let piece = waiting.pop(); piece !== undefined; piece = waiting.pop()) {
    length += typeof piece === 'string' ? piece.length : 20 + piece.json.length;
    if (typeof piece !== 'string') for (const inner of piece.pieces) waiting.push(inner);
  }
  return length;
}
