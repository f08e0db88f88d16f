import { fnv1aHash } from './fnv1a-hash.ts';
import { type Block, isRecord } from './parse.ts';
import { addClassesToTag, type BlockTag, classesOf, tagsOf } from './tags.ts';

type Kind = 'flow' | 'constrained' | 'flex' | 'grid';

/** Layout blocks with their default layout (rendering.md §4 "Layout"). */
const defaultLayouts: ReadonlyMap<string, Kind> = new Map([
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

/** Whether a block has layout classes (rendering.md §4). */
export function hasLayout(name: string): boolean {
  return defaultLayouts.has(name);
}

/**
 * Returns the inner content of a layout block with the layout classes added to its wrapper (rendering.md §4 "Layout"). The
 * wrapper is the element around the inner blocks, or the first element of a block without inner blocks.
 */
export function addLayoutClasses(block: Block): Block['innerContent'] {
  const names = layoutClasses(block);
  const wraps = block.innerContent.length > 1;
  return addClassesToTag(block.innerContent, (html) => (wraps ? wrapper(html) : firstStart(html)), names);
}

function firstStart(html: string): BlockTag | undefined {
  return tagsOf(html).find(({ isClosing }) => !isClosing);
}

/** Returns the innermost element with classes that is open at the end of the HTML. If there is none, returns the first element. */
function wrapper(html: string): BlockTag | undefined {
  const open: BlockTag[] = [];
  for (const tag of tagsOf(html)) {
    if (!tag.isClosing) open.push(tag);
    else if (open.at(-1)?.name === tag.name) open.pop();
  }
  const classed = open.findLast(({ start, end }) => classesOf(html.slice(start, end)).length > 0);
  return classed ?? firstStart(html);
}

/** The layout of a block, as its classes express it. */
export interface BlockLayout {
  readonly kind: Kind;
  /** Attributes of the layout; an empty object if there are none. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The class that only this block and equal ones have; undefined if the layout has no settings of its own. */
  readonly containerClass: string | undefined;
}

/** Returns the layout of a block of the namespace `core`. Blocks without a layout attribute have their default layout. */
export function layoutOfBlock(block: Block): BlockLayout {
  const name = shortName(block);
  const attributes = isRecord(block.attributes.layout) ? block.attributes.layout : {};
  const kind = layoutOf(attributes, defaultLayouts.get(block.name ?? '') ?? 'flow');
  const containerClass = needsContainerClass(block, attributes, kind)
    ? `wp-container-core-${name}-is-layout-${fnv1aHash(`${name}${block.json}`)}`
    : undefined;
  return { kind, attributes, containerClass };
}

const shortName = ({ name }: Block): string => (name ?? '').slice('core/'.length);

/** Returns the layout classes of a block (rendering.md §4 "Layout"). */
export function layoutClasses(block: Block): string[] {
  const name = shortName(block);
  const { kind, attributes, containerClass } = layoutOfBlock(block);
  const gallery = name === 'gallery' ? [`wp-block-gallery-${Number.parseInt(fnv1aHash(galleryKey(block)), 16)}`] : [];
  return [
    ...gallery,
    ...layoutSettingClasses(attributes),
    `is-layout-${kind}`,
    ...(containerClass === undefined ? [] : [containerClass]),
    `wp-block-${name}-is-layout-${kind}`,
  ];
}

function layoutOf(layout: Record<string, unknown>, own: Kind): Kind {
  const { type } = layout;
  if (type === 'default') return 'flow';
  if (type === 'constrained' || type === 'flex' || type === 'grid') return type;
  return layout.inherit === true || layout.contentSize !== undefined ? 'constrained' : own;
}

function layoutSettingClasses({ orientation, justifyContent, flexWrap }: Record<string, unknown>): string[] {
  const names: string[] = [];
  if (orientation === 'vertical' || orientation === 'horizontal') names.push(`is-${orientation}`);
  if (typeof justifyContent === 'string' && /^[a-z-]+$/.test(justifyContent)) {
    names.push(`is-content-justification-${justifyContent}`);
  }
  if (flexWrap === 'nowrap') names.push('is-nowrap');
  return names;
}

function needsContainerClass(block: Block, layout: Record<string, unknown>, kind: Kind): boolean {
  const style = isRecord(block.attributes.style) ? block.attributes.style : {};
  const spacing = isRecord(style.spacing) ? style.spacing : {};
  if (spacing.blockGap !== undefined || kind === 'grid' || block.name === 'core/columns') return true;
  const relevantSettings =
    kind === 'flex' ? ['orientation', 'justifyContent', 'flexWrap', 'verticalAlignment'] : ['contentSize', 'wideSize'];
  const justified = kind === 'constrained' && layout.justifyContent !== undefined;
  return justified || relevantSettings.some((setting) => layout[setting] !== undefined && layout[setting] !== '');
}

/** Returns the attributes and HTML of a gallery, from which its class is computed. */
const galleryKey = ({ json, innerContent }: Block): string =>
  json + innerContent.filter((part) => typeof part === 'string').join('');
