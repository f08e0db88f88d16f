import { compactAttributes } from './attributes.ts';
import { type Block, hasBlocks, parseBlocks } from './parse.ts';

/**
 * Serializes blocks for storage (rendering.md §4 "On save"), without `core/`, with canonical attributes, and with every block
 * closed. The text around and between blocks is unchanged. Parsing the result returns the same blocks.
 */
export function serializeBlocks(blocks: readonly (string | Block)[]): string {
  const out: string[] = [];
  const stack: (string | Block)[] = [...blocks].reverse();
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    if (typeof part === 'string') out.push(part);
    else if (part.name === null) out.push(...part.innerContent.filter((innerPart) => typeof innerPart === 'string'));
    else if (part.isVoid) out.push(`<!-- wp:${opening(part)} /-->`);
    else {
      out.push(`<!-- wp:${opening(part)} -->`);
      stack.push(`<!-- /wp:${shortName(part.name)} -->`);
      for (let at = part.innerContent.length - 1; at >= 0; at--) stack.push(part.innerContent[at] ?? '');
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
 * Returns the canonical form in which content is stored (rendering.md §4 "On save"). Content with block comments is parsed and
 * serialized; other content is unchanged. If `theme` is defined, it is set on each `template-part` without a theme.
 */
export function normalizeBlocks(content: string, theme?: string): string {
  if (!hasBlocks(content)) return content;
  const blocks = parseBlocks(content);
  if (theme !== undefined) addTheme(blocks, theme);
  return serializeBlocks(blocks);
}

/** Removes the name of a theme from the template parts in content. `normalizeBlocks` can add it, or that of another theme, again. */
export function removeTheme(content: string, theme: string): string {
  if (!hasBlocks(content)) return content;
  const blocks = parseBlocks(content);
  for (const block of templatePartsIn(blocks)) {
    if (block.attributes.theme === theme) block.json = compactAttributes(block.json, { omit: new Set(['theme']) });
  }
  return serializeBlocks(blocks);
}

function addTheme(blocks: readonly Block[], theme: string): void {
  for (const block of templatePartsIn(blocks)) {
    if (Object.hasOwn(block.attributes, 'theme')) continue;
    const themeProperty = compactAttributes(JSON.stringify({ theme }));
    block.json = block.json === '' ? themeProperty : `${block.json.slice(0, -1)},${themeProperty.slice(1)}`;
    block.attributes = { ...block.attributes, theme };
  }
}

/** Returns all template parts in blocks, including nested ones. */
function templatePartsIn(blocks: readonly Block[]): Block[] {
  const found: Block[] = [];
  const stack = [...blocks];
  for (let block = stack.pop(); block; block = stack.pop()) {
    if (block.name === 'core/template-part') found.push(block);
    for (const part of block.innerContent) if (typeof part !== 'string') stack.push(part);
  }
  return found;
}
