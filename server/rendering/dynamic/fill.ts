// Fills the placeholders in the content of entries, level by level. All blocks of a level declare the data that they need, the data
// is loaded for all of them at once, and each block renders its HTML. The blocks in this HTML form the next level. The number of
// statements depends on the depth of nesting, not on the number of blocks.
import { type Block, parseBlocks } from '../blocks/parse.ts';
import { serializeBlocks } from '../blocks/serialize.ts';
import {
  type ContentParts,
  MAX_DYNAMIC_BLOCKS,
  parseParts,
  renderBlockParts,
  serializeParts,
} from '../content-parts.ts';
import type { BlockContext, InnerBlocks, InnerContent, RenderedBlock } from './dynamic-block.ts';
import { isList, keyOf, type LoadedData, type Need } from './needs.ts';
import type { PageView } from './page-view.ts';
import { placeholderRenderers } from './shortcodes/index.ts';
import type { EntryView } from './views.ts';

/** Maximum depth of nested dynamic blocks. Deeper blocks are omitted. */
const MAX_LEVELS = 8;
/** Maximum number of different lists per entry. Blocks that need more are omitted. */
const MAX_LISTS = 20;
/** Maximum number of different URLs per entry that are resolved to entries. Further URLs are rendered as text. */
const MAX_DISTINCT_URLS = 100;
/** Maximum number of URL lookups per entry, including repetitions by blocks. */
const MAX_URL_LOOKUPS = 1000;
/** Length of the HTML of dynamic blocks per entry, in characters, after which further blocks are omitted. */
const MAX_RENDERED_LENGTH = 1_000_000;

/** Stored content with placeholders, and the context of its blocks. */
export interface ContentWithPlaceholders {
  readonly stored: string;
  readonly entry: EntryView;
  /** The page of the site, if the content is its template. The template may display the content of the entry. */
  readonly page?: PageView;
}

/** A loader and cache of the data that blocks need. */
export interface Loader {
  load(needs: readonly Need[]): Promise<void>;
  readonly data: LoadedData;
}

/** A function that renders stored blocks to parts, in the form of `serializeParts`. */
export type RenderBlocks = (stored: string) => Promise<string>;

const renderInProcess: RenderBlocks = async (stored) => serializeParts(renderBlockParts(parseBlocks(stored)));

/** Usage of the limits by one entry. Limits are per entry, so that its HTML does not depend on other entries of a list. */
interface LimitUsage {
  blocks: number;
  text: number;
  /** Approximate length of the stored inner blocks that were rendered, in characters. */
  rendered: number;
  urlLookups: number;
  readonly lists: Set<string>;
  readonly urls: Set<string>;
}

interface Placeholder {
  readonly block: Block;
  readonly context: BlockContext;
  readonly usage: LimitUsage;
  readonly needs: readonly Need[];
  /** Whether the placeholder is directly in the content, not in blocks that may repeat it. */
  readonly isInContent: boolean;
  content: readonly (string | Placeholder)[];
}

/** Returns the content of entries as HTML, in the given order. Loads data once per level, at most eight times. */
export async function fillContents(
  contents: readonly ContentWithPlaceholders[],
  loader: Loader,
  renderBlocks: RenderBlocks = renderInProcess,
): Promise<string[]> {
  const filler = new Filler(renderBlocks);
  const roots = contents.map((content) => {
    const usage = {
      blocks: 0,
      text: 0,
      rendered: 0,
      urlLookups: 0,
      lists: new Set<string>(),
      urls: new Set<string>(),
    };
    return createPlaceholders(parseParts(content.stored), rootContextOf(content), usage, true);
  });
  let level = roots.flatMap(placeholdersIn);
  for (let depth = 0; level.length > 0 && depth < MAX_LEVELS; depth += 1) {
    const { admitted = [], rejected = [] } = Object.groupBy(level, (placeholder) =>
      isWithinLimits(placeholder) ? 'admitted' : 'rejected',
    );
    for (const placeholder of rejected) placeholder.content = renderFallback(placeholder);
    await loader.load(admitted.flatMap(({ needs }) => needs));
    for (const placeholder of admitted) placeholder.content = await filler.show(placeholder, loader.data);
    level = admitted.flatMap(({ content }) => placeholdersIn(content));
  }
  return roots.map(textOf);
}

/** Returns the context of the blocks that are directly in content. Element IDs on a page begin with 0, the ID of no entry. */
const rootContextOf = ({ entry, page }: ContentWithPlaceholders): BlockContext => ({
  entry,
  enclosingIds: page ? [] : [entry.id],
  key: '',
  ...(page && { page }),
  ...(page?.term && { term: page.term }),
});

const placeholdersIn = (content: readonly (string | Placeholder)[]): Placeholder[] =>
  content.filter((part) => typeof part !== 'string');

const textOf = (content: readonly (string | Placeholder)[]): string =>
  content.map((part) => (typeof part === 'string' ? part : textOf(part.content))).join('');

/** Creates placeholders for the dynamic blocks among the parts of content. Blocks beyond a limit are replaced with their fallback. */
function createPlaceholders(
  parts: ContentParts,
  context: BlockContext,
  usage: LimitUsage,
  isInContent = false,
): (string | Placeholder)[] {
  return parts.flatMap((part): (string | Placeholder)[] => {
    if (typeof part === 'string') return [part];
    const filler = placeholderRenderers.get(part.name ?? '');
    const isFull =
      usage.blocks >= MAX_DYNAMIC_BLOCKS ||
      (filler?.renderFallback !== undefined && usage.urlLookups >= MAX_URL_LOOKUPS);
    if (isFull) return renderFallback({ block: part, usage, isInContent });
    usage.blocks += 1;
    const blockContext = { ...context, key: `${context.enclosingIds[0] ?? 0}-${usage.blocks}` };
    const needs = filler?.needs?.(part, blockContext) ?? [];
    if (filler?.renderFallback) usage.urlLookups += needs.length;
    return [{ block: part, context: blockContext, usage, needs, isInContent, content: [] }];
  });
}

/**
 * Returns the fallback of a block beyond a limit. Fallbacks that are directly in the content are always rendered. Those inside other
 * blocks, which may repeat them, are omitted when the HTML exceeds the maximum length. Both count toward this length.
 */
function renderFallback({ block, usage, isInContent }: Pick<Placeholder, 'block' | 'usage' | 'isInContent'>): string[] {
  if (!isInContent && usage.text > MAX_RENDERED_LENGTH) return [];
  const fallback = placeholderRenderers.get(block.name ?? '')?.renderFallback?.(block) ?? '';
  usage.text += fallback.length;
  return [fallback];
}

/** Whether the lists and URLs that a block needs are within the limits of its entry. If so, counts them as used. */
const isWithinLimits = ({ needs, usage: { lists, urls } }: Placeholder): boolean =>
  tryAddKeys(needs.filter(isList), lists, MAX_LISTS) &&
  tryAddKeys(
    needs.filter(({ kind }) => kind === 'entry at URL'),
    urls,
    MAX_DISTINCT_URLS,
  );

function tryAddKeys(needs: readonly Need[], usedKeys: Set<string>, maxKeys: number): boolean {
  const newKeys = [...new Set(needs.map(keyOf))].filter((key) => !usedKeys.has(key));
  if (usedKeys.size + newKeys.length > maxKeys) return false;
  for (const key of newKeys) usedKeys.add(key);
  return true;
}

/** Removes the page breaks of other content, which must not divide the content that displays it. */
const withoutPageBreaks = (parts: ContentParts): ContentParts =>
  parts.map((part) => (typeof part === 'string' ? part.replaceAll('<!--nextpage-->', '') : part));

class Filler {
  /** Cached parts by their source. Loops repeat blocks, which are therefore rendered only once. */
  readonly #parts = new Map<Block['innerContent'] | string, ContentParts>();
  readonly #renderBlocks: RenderBlocks;

  constructor(renderBlocks: RenderBlocks) {
    this.#renderBlocks = renderBlocks;
  }

  async show(placeholder: Placeholder, found: LoadedData): Promise<readonly (string | Placeholder)[]> {
    const { block, context, usage } = placeholder;
    if (usage.text > MAX_RENDERED_LENGTH) return renderFallback(placeholder);
    const renderedBlock: RenderedBlock =
      placeholderRenderers.get(block.name ?? '')?.render(block, context, found) ?? '';
    const content: (string | Placeholder)[] = [];
    for (const part of typeof renderedBlock === 'string' ? [renderedBlock] : renderedBlock) {
      if (usage.text > MAX_RENDERED_LENGTH) return [];
      const expandedParts =
        typeof part === 'string' ? [part] : createPlaceholders(await this.#partsOf(part, usage), part.context, usage);
      for (const each of expandedParts) {
        if (typeof each === 'string') usage.text += each.length;
        content.push(each);
      }
    }
    return content;
  }

  /** Returns the cached or new parts of inner blocks or content; empty if the length limit of the entry is exceeded. */
  async #partsOf(part: InnerBlocks | InnerContent, usage: LimitUsage): Promise<ContentParts> {
    const source = 'stored' in part ? part.stored : part.innerContent;
    const known = this.#parts.get(source);
    if (known) return known;
    const parts =
      typeof source === 'string' ? withoutPageBreaks(parseParts(source)) : await this.#render(source, usage);
    this.#parts.set(source, parts);
    return parts;
  }

  async #render(innerContent: Block['innerContent'], usage: LimitUsage): Promise<ContentParts> {
    const length = approximateLength(innerContent);
    usage.rendered += length;
    if (usage.rendered > MAX_RENDERED_LENGTH) return [];
    // Most blocks are short, so they are rendered in this process.
    return length <= MAX_IN_PROCESS_LENGTH
      ? renderBlockParts(innerContent)
      : parseParts(await this.#renderBlocks(serializeBlocks(innerContent)));
  }
}

/** Maximum length of blocks that are rendered in this process, in characters. Longer ones would block the event loop. */
const MAX_IN_PROCESS_LENGTH = 2000;

/** Returns the approximate length of stored blocks, in characters. */
function approximateLength(innerContent: Block['innerContent']): number {
  let length = 0;
  const stack = [...innerContent];
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    length += typeof part === 'string' ? part.length : 20 + part.json.length;
    if (typeof part !== 'string') for (const inner of part.innerContent) stack.push(inner);
  }
  return length;
}
