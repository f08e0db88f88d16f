// Reads the navigations, which consist of blocks.
import { textOf } from '../../ui/text-of.ts';
import type { ContentType } from '../bootstrap.ts';
import { readPage } from '../client.ts';

/** A navigation. */
export interface Navigation {
  readonly id: number;
  readonly title: string;
  readonly status: string;
}

/** Reads the navigations, at most 100, in the order of their titles. Throws ApiError. */
export async function readNavigations({ rest_namespace, rest_base }: ContentType): Promise<readonly Navigation[]> {
  const { items } = await readPage<Omit<Navigation, 'title'> & { readonly title: { readonly rendered: string } }>(
    `/${rest_namespace}/${rest_base}`,
    {
      ...{ context: 'edit', status: ['publish', 'draft'], orderby: 'title', order: 'asc', per_page: 100 },
      _fields: ['id', 'title', 'status'],
    },
  );
  return items.map(({ id, title, status }) => ({ id, status, title: textOf(title.rendered) || `#${id}` }));
}
