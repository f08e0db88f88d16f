import { compactAttributes } from './attributes.ts';
import { type Block, hasBlocks, parseBlocks } from './grammar.ts';

/**
 * Writes blocks back as stored text (rendering.md §4 "On save"): `core/` is dropped, attributes are in their normal
 * form, every block is closed. What stands around and between is unchanged. Parsing the result gives the same blocks.
 */
export function serializeBlocks(blocks: readonly (string | Block)[]): string {
  const out: string[] = [];
  const waiting: (string | Block)[] = [...blocks].reverse();
  for (let piece = waiting.pop(); piece !== undefined; piece = waiting.pop()) {
    if (typeof piece === 'string') out.push(piece);
    else if (piece.name === null) out.push(...piece.pieces.filter((part) => typeof part === 'string'));
    else if (piece.isVoid) out.push(`<!-- wp:${opening(piece)} /-->`);
    else {
      out.push(`<!-- wp:${opening(piece)} -->`);
      waiting.push(`<!-- /wp:${shortName(piece.name)} -->`);
      for (let at = piece.pieces.length - 1; at >= 0; at--) waiting.push(piece.pieces[at] ?? '');
    }
  }
  return out.join('');
}

function opening({ name, json }: Block): string {
  return shortName(name ?? '') + (json === '' ? '' : ` ${json}`);
}

function shortName(name: string): string {
  return name.startsWith('core/') ? name.slice('core/'.length) : name;
}

/**
 * The form in which a content is stored (rendering.md §4 "On save"): one with block comments is parsed and written
 * back, any other is unchanged. A `template-part` without a theme gets `theme`, when one is named.
 */
export function normalBlocks(content: string, theme?: string): string {
  if (!hasBlocks(content)) return content;
  const blocks = parseBlocks(content);
  if (theme !== undefined) nameTheme(blocks, theme);
  return serializeBlocks(blocks);
}

/** A content whose template parts name a theme, without that name: `normalBlocks` gives it back, or another one. */
export function withoutTheme(content: string, theme: string): string {
  if (!hasBlocks(content)) return content;
  const blocks = parseBlocks(content);
  for (const block of templatePartsIn(blocks)) {
    if (block.attributes.theme === theme) block.json = compactAttributes(block.json, { omit: new Set(['theme']) });
  }
  return serializeBlocks(blocks);
}

function nameTheme(blocks: readonly Block[], theme: string): void {
  for (const block of templatePartsIn(blocks)) {
    if (Object.hasOwn(block.attributes, 'theme')) continue;
    const member = compactAttributes(JSON.stringify({ theme }));
    block.json = block.json === '' ? member : `${block.json.slice(0, -1)},${member.slice(1)}`;
    block.attributes = { ...block.attributes, theme };
  }
}

/** The template parts of some blocks, however deep. */
function templatePartsIn(blocks: readonly Block[]): Block[] {
  const found: Block[] = [];
  const waiting = [...blocks];
  for (let block = waiting.pop(); block; block = waiting.pop()) {
    if (block.name === 'core/template-part') found.push(block);
    for (const piece of block.pieces) if (typeof piece !== 'string') waiting.push(piece);
  }
  return found;
}
