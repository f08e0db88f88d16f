// Selects and sorts the files of the shortcodes `gallery` and `playlist` (rendering.md §5).
import type { Block } from '../../blocks/parse.ts';
import { integerInRange, positiveIntegersIn } from '../../blocks/text.ts';
import type { BlockContext } from '../dynamic-block.ts';
import type { FileView } from '../views.ts';

/** Returns the IDs of the files that a shortcode lists. */
export const listedFileIds = ({ attributes }: Block): number[] =>
  positiveIntegersIn(attributes.ids ?? attributes.include);

/** Returns the ID of the entry whose files are rendered if the shortcode lists none. */
export const ownerEntryId = ({ attributes }: Block, { entry }: BlockContext): number =>
  integerInRange(attributes.id, entry.id, 1, Number.MAX_SAFE_INTEGER);

/**
 * Returns the found files that are public or attached to the entry that contains the shortcode, in the order of the shortcode. If
 * the shortcode lists no files, its attribute `exclude` omits some.
 */
export function selectFiles<File extends FileView>(
  block: Block,
  { entry }: BlockContext,
  found: readonly File[],
): File[] {
  const isListed = listedFileIds(block).length > 0;
  const excludedIds = new Set(isListed ? [] : positiveIntegersIn(block.attributes.exclude));
  const visibleFiles = found.filter(
    ({ id, isPublic, parent }) => (isPublic || parent === entry.id) && !excludedIds.has(id),
  );
  return sortFiles(block, visibleFiles, isListed);
}

const compareBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

const comparators: ReadonlyMap<string, (one: FileView, other: FileView) => number> = new Map([
  ['menu_order', (one, other) => one.menuOrder - other.menuOrder],
  ['id', (one, other) => one.id - other.id],
  ['title', (one, other) => compareBytes(one.titleKey, other.titleKey)],
  ['date', (one, other) => compareBytes(one.date, other.date)],
]);

/** Sorts files. Listed files keep their order unless an order is requested. Random order is not supported. */
function sortFiles<File extends FileView>({ attributes }: Block, files: readonly File[], isListed: boolean): File[] {
  const names = typeof attributes.orderby === 'string' ? attributes.orderby.toLowerCase().split(/[\s,]+/) : [];
  const orders = names.flatMap((name) => comparators.get(name.replace(/^post_/, '')) ?? []);
  if (orders.length === 0 && isListed) return [...files];
  const sign = String(attributes.order).toUpperCase() === 'DESC' ? -1 : 1;
  const comparatorsToApply = orders.length > 0 ? orders : [...comparators.values()].slice(0, 2);
  return files.toSorted((one, other) => {
    for (const compare of comparatorsToApply) {
      const difference = compare(one, other);
      if (difference !== 0) return difference * sign;
    }
    return 0;
  });
}
