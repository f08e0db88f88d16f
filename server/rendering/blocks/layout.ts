import { type Block, isRecord } from './grammar.ts';
import { shortName } from './short-name.ts';
import { type BlockTag, classesOf, classOnTag, tagsOf } from './tags.ts';

type Kind = 'flow' | 'constrained' | 'flex' | 'grid';

/** The blocks that arrange what is in them, with the way they do when they do not say (rendering.md §4 "Layout"). */
const ownKind: ReadonlyMap<string, Kind> = new Map([
  ['core/group', 'flow'],
  ['core/column', 'flow'],
  ['core/quote', 'flow'],
  ['core/details', 'flow'],
  ['core/cover', 'flow'],
  ['core/query', 'flow'],
  ['core/columns', 'flex'],
  ['core/buttons', 'flex'],
  ['core/social-links', 'flex'],
  ['core/gallery', 'flex'],
]);

/** Whether a block arranges its inner blocks and therefore carries layout classes (rendering.md §4). */
export function hasLayout(name: string): boolean {
  return ownKind.has(name);
}

/**
 * The pieces of a layout block with its classes at the end of the wrapper's class list (rendering.md §4 "Layout"). The
 * wrapper is the element around the inner blocks; a block without inner blocks carries them on its first tag.
 */
export function withLayoutClasses(block: Block): Block['pieces'] {
  const names = layoutClasses(block);
  const wraps = block.pieces.length > 1;
  return classOnTag(block.pieces, (html) => (wraps ? wrapper(html) : firstStart(html)), names);
}

function firstStart(html: string): BlockTag | undefined {
  return tagsOf(html).find(({ closes }) => !closes);
}

/** The innermost element with classes that is open at the end of the HTML, else the first tag. */
function wrapper(html: string): BlockTag | undefined {
  const open: BlockTag[] = [];
  for (const tag of tagsOf(html)) {
    if (!tag.closes) open.push(tag);
    else if (open.at(-1)?.name === tag.name) open.pop();
  }
  const classed = open.findLast(({ start, end }) => classesOf(html.slice(start, end)).length > 0);
  return classed ?? firstStart(html);
}

function layoutClasses(block: Block): string[] {
  const name = (block.name ?? '').slice('core/'.length);
  const layout = isRecord(block.attributes.layout) ? block.attributes.layout : {};
  const kind = kindOf(layout, ownKind.get(block.name ?? '') ?? 'flow');
  const container = needsOwnRules(block, layout, kind)
    ? [`wp-container-core-${name}-is-layout-${shortName(`${name}${block.json}`)}`]
    : [];
  const gallery = name === 'gallery' ? [`wp-block-gallery-${Number.parseInt(shortName(contentOf(block)), 16)}`] : [];
  return [...gallery, ...stated(layout), `is-layout-${kind}`, ...container, `wp-block-${name}-is-layout-${kind}`];
}

function kindOf(layout: Record<string, unknown>, own: Kind): Kind {
  const { type } = layout;
  if (type === 'default') return 'flow';
  if (type === 'constrained' || type === 'flex' || type === 'grid') return type;
  return layout.inherit === true || layout.contentSize !== undefined ? 'constrained' : own;
}

function stated({ orientation, justifyContent, flexWrap }: Record<string, unknown>): string[] {
  const names: string[] = [];
  if (orientation === 'vertical' || orientation === 'horizontal') names.push(`is-${orientation}`);
  if (typeof justifyContent === 'string' && /^[a-z-]+$/.test(justifyContent)) {
    names.push(`is-content-justification-${justifyContent}`);
  }
  if (flexWrap === 'nowrap') names.push('is-nowrap');
  return names;
}

function needsOwnRules(block: Block, layout: Record<string, unknown>, kind: Kind): boolean {
  const style = isRecord(block.attributes.style) ? block.attributes.style : {};
  const spacing = isRecord(style.spacing) ? style.spacing : {};
  if (spacing.blockGap !== undefined || kind === 'grid' || block.name === 'core/columns') return true;
  const own =
    kind === 'flex' ? ['orientation', 'justifyContent', 'flexWrap', 'verticalAlignment'] : ['contentSize', 'wideSize'];
  const justified = kind === 'constrained' && layout.justifyContent !== undefined;
  return justified || own.some((member) => layout[member] !== undefined && layout[member] !== '');
}

/** What tells one gallery from another: its attributes and its HTML. */
const contentOf = ({ json, pieces }: Block): string =>
  json + pieces.filter((piece) => typeof piece === 'string').join('');
