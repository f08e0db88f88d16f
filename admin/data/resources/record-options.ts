// Finds the records that a user can choose as a value: pages, categories, users and images. Only those that match a search or are chosen are read.
import { isStored } from '../../ui/media-preview.tsx';
import { textOf } from '../../ui/text-of.ts';
import type { ContentType } from '../bootstrap.ts';
import { type QueryValue, readPage } from '../client.ts';
import { collectionPath, listedStatuses } from '../records.ts';

/** A record to choose. */
export interface RecordOption {
  readonly id: number;
  readonly label: string;
  /** The URL of a small image. */
  readonly image?: string | undefined;
}

/** A source of records. */
export interface RecordOptions {
  /** Identifies the source in caches. */
  readonly key: string;
  /** Reads the first records that match a search. Throws ApiError. */
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly RecordOption[]>;
  /** Reads a record; undefined if it does not exist. Throws ApiError. */
  readonly find: (id: number, signal: AbortSignal) => Promise<RecordOption | undefined>;
}

/** The number of records that a search returns. */
const searchLimit = 20;

/** Published pages. */
export const pageRecords = recordsOf<{ readonly id: number; readonly title: { readonly rendered: string } }>({
  ...{ key: 'page', path: '/wp/v2/pages', fields: ['id', 'title'], query: { orderby: 'title', order: 'asc' } },
  toOption: ({ id, title }) => ({ id, label: textOf(title.rendered) || `#${id}` }),
});

/** The users that can be authors. */
export const authorRecords = recordsOf<{ readonly id: number; readonly name: string }>({
  ...{ key: 'author', path: '/wp/v2/users', fields: ['id', 'name'], query: { who: 'authors', orderby: 'name' } },
  toOption: ({ id, name }) => ({ id, label: textOf(name) }),
});

/** Returns the entries of a type that the user may edit, except one, such as the possible parents of an entry. */
export const entryRecords = (type: ContentType, exclude?: number): RecordOptions =>
  recordsOf<{ readonly id: number; readonly title?: { readonly rendered: string } }>({
    ...{ key: `entry-${type.slug}-${exclude}`, path: collectionPath(type), fields: ['id', 'title'] },
    query: {
      ...{ context: 'edit', orderby: 'title', order: 'asc', exclude: exclude === undefined ? undefined : [exclude] },
      status: listedStatuses,
    },
    toOption: ({ id, title }) => ({ id, label: textOf(title?.rendered ?? '') || `#${id}` }),
  });

/** Categories. */
export const categoryRecords = recordsOf<{ readonly id: number; readonly name: string }>({
  ...{ key: 'category', path: '/wp/v2/categories', fields: ['id', 'name'], query: { orderby: 'name' } },
  toOption: ({ id, name }) => ({ id, label: textOf(name) }),
});

/** Users, for those who may list them. */
export const userRecords = recordsOf<{ readonly id: number; readonly name: string; readonly username: string }>({
  ...{ key: 'user', path: '/wp/v2/users', fields: ['id', 'name', 'username'] },
  query: { context: 'edit', orderby: 'name' },
  toOption: ({ id, name, username }) => ({ id, label: `${textOf(name)} (${username})` }),
});

interface Image {
  readonly id: number;
  readonly title: { readonly rendered: string };
  readonly source_url: string;
  readonly media_details?: { readonly sizes?: Readonly<Record<string, { readonly source_url: string }>> };
}

/** Images of the media library, the newest first. */
export const imageRecords = recordsOf<Image>({
  ...{ key: 'image', path: '/wp/v2/media', query: { media_type: 'image' } },
  fields: ['id', 'title', 'source_url', 'media_details'],
  toOption: ({ id, title, source_url, media_details }) => ({
    ...{ id, label: textOf(title.rendered) || `#${id}` },
    // Images that are still on the site from which they were imported are not loaded from there.
    image: isStored({ source_url }) ? (media_details?.sizes?.thumbnail?.source_url ?? source_url) : undefined,
  }),
});

interface Source<T> {
  readonly key: string;
  readonly path: string;
  readonly fields: readonly string[];
  readonly query: Readonly<Record<string, QueryValue>>;
  readonly toOption: (record: T) => RecordOption;
}

function recordsOf<T>({ key, path, fields, query, toOption }: Source<T>): RecordOptions {
  const read = async (more: Readonly<Record<string, QueryValue>>, signal: AbortSignal) => {
    const { items } = await readPage<T>(path, { _fields: fields, ...query, ...more }, signal);
    return items.map(toOption);
  };
  return {
    key,
    search: (text, signal) => read({ search: text === '' ? undefined : text, per_page: searchLimit }, signal),
    find: async (id, signal) => (await read({ include: [id] }, signal))[0],
  };
}
