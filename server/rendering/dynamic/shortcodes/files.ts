// Which files a list of files shows, and in which order: what `gallery` and `playlist` have in common (rendering.md §5).
import type { Block } from '../../blocks/grammar.ts';
import type { Context } from '../dynamic-block.ts';
import type { ShownFile } from '../shown.ts';
import { numbersIn, wholeNumber } from '../text.ts';

/** The numbers of the files that a shortcode names. */
export const namedFiles = ({ attributes }: Block): number[] => numbersIn(attributes.ids ?? attributes.include);

/** The entry whose files are shown where none are named. */
export const holderOf = ({ attributes }: Block, { entry }: Context): number =>
  wholeNumber(attributes.id, entry.id, 1, Number.MAX_SAFE_INTEGER);

/**
 * Of some files those that a reader of the entry may see, in the order that the shortcode asks for: files that everybody may
 * see, and those that belong to the entry itself, for whoever sees it sees them. Files that were found by their entry may be
 * left out by `exclude`.
 */
export function filesToShow<File extends ShownFile>(block: Block, { entry }: Context, found: readonly File[]): File[] {
  const isNamed = namedFiles(block).length > 0;
  const without = new Set(isNamed ? [] : numbersIn(block.attributes.exclude));
  const seen = found.filter(({ id, isPublic, parent }) => (isPublic || parent === entry.id) && !without.has(id));
  return inOrder(block, seen, isNamed);
}

const inBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

const compared: ReadonlyMap<string, (one: ShownFile, other: ShownFile) => number> = new Map([
  ['menu_order', (one, other) => one.menuOrder - other.menuOrder],
  ['id', (one, other) => one.id - other.id],
  ['title', (one, other) => inBytes(one.titleKey, other.titleKey)],
  ['date', (one, other) => inBytes(one.date, other.date)],
]);

/** Files that are named stay as they are named, unless an order is asked for. Nothing is ordered by chance. */
function inOrder<File extends ShownFile>({ attributes }: Block, files: readonly File[], isNamed: boolean): File[] {
  const names = typeof attributes.orderby === 'string' ? attributes.orderby.toLowerCase().split(/[\s,]+/) : [];
  const orders = names.flatMap((name) => compared.get(name.replace(/^post_/, '')) ?? []);
  if (orders.length === 0 && isNamed) return [...files];
  const sign = String(attributes.order).toUpperCase() === 'DESC' ? -1 : 1;
  const wanted = orders.length > 0 ? orders : [...compared.values()].slice(0, 2);
  return files.toSorted((one, other) => {
    for (const compare of wanted) {
      const difference = compare(one, other);
      if (difference !== 0) return difference * sign;
    }
    return 0;
  });
}
