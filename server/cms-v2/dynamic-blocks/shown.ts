// From rows to what dynamic blocks show of them.

import { anonymous } from '../../access/actor.ts';
import type {
  ShownComment,
  ShownEntry,
  ShownFile,
  ShownFrame,
  ShownPeriod,
  ShownPicture,
  ShownTerm,
  ShownTrack,
  ShownUser,
} from '../../rendering/dynamic/shown.ts';
import { literal } from '../../rendering/dynamic/text.ts';
import { makeExcerpt } from '../../rendering/excerpt.ts';
import { fold } from '../../rendering/fold.ts';
import { frameAddress, titleForOthers } from '../addressed/embedded.ts';
import type { AddressedInShort } from '../addressed/find-addressed.ts';
import type { CommentColumns } from '../comments/rows.ts';
import { addressOf } from '../entries/addresses.ts';
import type { HiddenPaths } from '../entries/hidden-paths.ts';
import type { EntryParts } from '../entries/parts.ts';
import type { EntryRow } from '../entries/rows.ts';
import { mayRead, passes } from '../entries/rules.ts';
import { linkOf } from '../media/addresses.ts';
import { addressOfFile, addressOfFolder, addressOfPath } from '../media/details.ts';
import type { MediaRow } from '../media/rows.ts';
import { fileOfSize, pictureElement } from '../media/shown-picture.ts';
import { mediaType } from '../media/store.ts';
import { avatarAddress } from '../users/avatars.ts';

type Row = Pick<
  EntryRow,
  | 'id'
  | 'type'
  | 'status'
  | 'slug'
  | 'path'
  | 'password'
  | 'title_rendered'
  | 'excerpt_rendered'
  | 'date'
  | 'modified'
  | 'author'
  | 'parent'
  | 'menu_order'
  | 'meta'
  | 'featured_media'
> & { readonly title_key?: string };

/** What is shown of an entry; undefined where its type is not declared any longer. */
export function shownEntry(
  { contract, site, settings }: EntryParts,
  row: Row,
  hidden: HiddenPaths,
): ShownEntry | undefined {
  const type = contract.types.get(row.type);
  if (!type) return undefined;
  return {
    id: row.id,
    type: row.type,
    title: row.title_rendered,
    excerpt: row.password === '' ? row.excerpt_rendered : '',
    address: literal(addressOf(row, type, site, settings.values, hidden)),
    date: row.date,
    modified: row.modified,
    author: row.author,
    parent: row.parent,
    menuOrder: row.menu_order,
    meta: row.meta,
    titleKey: row.title_key ?? '',
    featuredMedia: row.featured_media,
  };
}

/** How much of a file's description a list of tracks tells. */
const descriptionWords = 100;

type TermRow = Omit<ShownTerm, 'address'> & { readonly path: string };

/** What is shown of a term; undefined where its taxonomy is not declared any longer. */
export function shownTerm({ contract, site }: EntryParts, row: TermRow): ShownTerm | undefined {
  const taxonomy = contract.taxonomies.get(row.taxonomy);
  if (!taxonomy) return undefined;
  const { id, name, description, parent, count } = row;
  const address = literal(site.front + taxonomy.address.replace('{path}', row.path));
  return { id, taxonomy: row.taxonomy, name, description, address, parent, count };
}

/** What is shown of a user. */
export const shownUser = (
  { site, settings }: EntryParts,
  row: { id: number; name: string; slug: string; email: string; description: string },
): ShownUser => ({
  id: row.id,
  name: row.name,
  description: row.description,
  address: literal(`${site.front}/author/${row.slug}/`),
  picture: literal(avatarAddress(row.email, settings.values) ?? ''),
});

/** What is shown of a comment, whose text is `content` as HTML. */
export const shownComment = (
  { settings }: EntryParts,
  row: Pick<CommentColumns, 'post' | 'parent' | 'author_name' | 'author_email' | 'author_url' | 'date'> & {
    id: number;
  },
  content: string,
): ShownComment => ({
  id: row.id,
  post: row.post,
  parent: row.parent,
  authorName: row.author_name,
  authorUrl: row.author_url,
  picture: literal(avatarAddress(row.author_email, settings.values) ?? ''),
  content,
  date: row.date,
});

/** What is shown of any file; undefined for private ones. */
function shownFile(parts: EntryParts, row: MediaRow, hidden: HiddenPaths): ShownFile | undefined {
  const type = parts.contract.types.get(mediaType);
  if (!type || row.status !== 'inherit') return undefined;
  return {
    id: row.id,
    parent: row.parent,
    isPublic: passes(mayRead, anonymous, type, row),
    address: literal(linkOf(parts, row, hidden)),
    file: literal(addressOfFile(parts.site.uploads, row.media.file)),
    caption: row.excerpt.trim() === '' ? '' : row.excerpt_rendered,
    titleKey: fold(row.title),
    date: row.date,
    menuOrder: row.menu_order,
  };
}

/** What is shown of a picture; undefined for other files and for private ones. */
export function shownPicture(parts: EntryParts, row: MediaRow, hidden: HiddenPaths): ShownPicture | undefined {
  const file = row.format.startsWith('image/') ? shownFile(parts, row, hidden) : undefined;
  if (!file) return undefined;
  const { uploads } = parts.site;
  const { media } = row;
  return {
    ...file,
    isUpright: (media.details.height ?? 0) > (media.details.width ?? 0),
    fileIn: (size) => {
      const { file: name, width, height } = fileOfSize(media, size);
      return { src: addressOfFolder(uploads, media.file) + addressOfPath(name), width, height };
    },
    elementIn: (size, describedBy) => pictureElement(media, uploads, size, describedBy),
  };
}

/** What is shown of a sound or film; undefined for other files and for private ones. */
export function shownTrack(parts: EntryParts, row: MediaRow, hidden: HiddenPaths): ShownTrack | undefined {
  const medium = (['audio', 'video'] as const).find((each) => row.format.startsWith(`${each}/`));
  const file = medium && shownFile(parts, row, hidden);
  if (!file) return undefined;
  const { artist, album, length_formatted: length, width = 0, height = 0 } = row.media.details;
  const told = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    ...file,
    medium,
    source: addressOfFile(parts.site.uploads, row.media.file),
    title: row.title_rendered,
    description: makeExcerpt(row.content, descriptionWords),
    type: row.format,
    artist: told(artist),
    album: told(album),
    length: told(length),
    width,
    height,
    cover: row.featured_media,
  };
}

/** What is shown of an entry that another one embeds. */
export const shownFrame = (parts: EntryParts, found: AddressedInShort): ShownFrame => ({
  link: literal(found.link),
  frame: literal(frameAddress(parts, found.link)),
  title: titleForOthers(found.row),
});

/** A period with the address of what was published in it. */
export const shownPeriod = ({ site }: EntryParts, { period, count }: Omit<ShownPeriod, 'address'>): ShownPeriod => ({
  period,
  count,
  address: literal(`${site.front}/${period.replaceAll('-', '/')}/`),
});
