// Checks the records to which settings refer, and the URLs of the site that permalinks may not take.
import type { Contract } from '../../../contract/contract.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { findEntry } from '../entries/store.ts';
import { findTerm } from '../terms/store.ts';

/**
 * Returns a message if a setting refers to a category, page or image that does not exist; otherwise undefined. For pages and images, the
 * ID 0 stands for none.
 */
export async function findReferenceError(read: ReadHandle, name: string, id: number): Promise<string | undefined> {
  if (name === 'default_category')
    return (await findTerm(read, 'category', id)) ? undefined : `No category with the ID ${id}.`;
  if (id === 0) return undefined;
  if (name === 'page_on_front' || name === 'page_for_posts')
    return (await findEntry(read, 'page', id)) ? undefined : `No page with the ID ${id}.`;
  if (name === 'site_icon' || name === 'site_logo')
    return (await findEntry(read, 'attachment', id)) ? undefined : `No image with the ID ${id}.`;
  return undefined;
}

/** Returns the first segments of the URLs of types and taxonomies, which a permalink structure may not begin with. */
export function findTakenSegments({ types, taxonomies }: Contract): ReadonlySet<string> {
  const addresses = [
    ...[...types.values()].filter(({ hasPages }) => hasPages).map(({ address }) => address.published),
    ...[...taxonomies.values()].filter(({ hasPages }) => hasPages).map(({ address }) => address),
  ];
  return new Set(addresses.map((address) => address.split('/')[1] ?? '').filter((each) => /^[^{?]+$/.test(each)));
}
