// Reads the navigations, which consist of blocks.
import { textOf } from '../../ui/text-of.ts';
import type { ContentType } from '../bootstrap.ts';
import { maxPageSize, readPage } from '../client.ts';
import { collectionPath } from '../records.ts';

/** A navigation. */
export interface Navigation {
  readonly id: number;
  readonly title: string;
  readonly status: string;
}

/** Reads the navigations, at most 100, in the order of their titles. Throws ApiError. */
export async function readNavigations(type: ContentType): Promise<readonly Navigation[]> {
  const { items } = await readPage<Omit<Navigation, 'title'> & { readonly title: { readonly rendered: string } }>(
    collectionPath(type),
    {
      ...{ context: 'edit', status: ['publish', 'draft'], orderby: 'title', order: 'asc', per_page: maxPageSize },
      _fields: ['id', 'title', 'status'],
    },
  );
  return items.map(({ id, title, status }) => ({ id, status, title: textOf(title.rendered) || `#${id}` }));
}
