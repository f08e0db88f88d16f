// Converts rows to views: the values that dynamic blocks render.

import { anonymous } from '../../access/actor.ts';
import { escapeLiteral } from '../../rendering/blocks/text.ts';
import type {
  CommentView,
  EmbedView,
  EntryView,
  FileView,
  ImageView,
  PeriodView,
  TermView,
  TrackView,
  UserView,
} from '../../rendering/dynamic/views.ts';
import { generateExcerpt } from '../../rendering/excerpt.ts';
import { fold } from '../../rendering/fold.ts';
import type { CommentRow } from '../comments/rows.ts';
import { passes, readCondition } from '../entries/conditions.ts';
import type { EntryDeps } from '../entries/deps.ts';
import type { HiddenPaths } from '../entries/hidden-paths.ts';
import type { EntryRow } from '../entries/rows.ts';
import { entryUrl } from '../entries/urls.ts';
import { embedIframeUrl, embedTitle } from '../entry-urls/embed-frame.ts';
import type { ResolvedEntrySummary } from '../entry-urls/resolve-url.ts';
import { encodePath, fileUrl, folderUrl } from '../media/details.ts';
import { fileOfSize, imageElement } from '../media/image-element.ts';
import type { MediaRow } from '../media/rows.ts';
import { mediaType } from '../media/store.ts';
import { mediaUrl } from '../media/urls.ts';
import { hasPublicTerms } from '../terms/conditions.ts';
import { avatarUrl } from '../users/avatars.ts';

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

/** Returns the renderable values of an entry; undefined if its type is no longer registered. */
export function presentEntry({ contract, site }: EntryDeps, row: Row, hiddenPaths: HiddenPaths): EntryView | undefined {
  const type = contract.types.get(row.type);
  if (!type) return undefined;
  return {
    id: row.id,
    type: row.type,
    title: row.title_rendered,
    excerpt: row.password === '' ? row.excerpt_rendered : '',
    url: escapeLiteral(entryUrl(row, type, site, hiddenPaths)),
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

/** Maximum number of words of a file's description in a playlist. */
const maxDescriptionWords = 100;

type TermRow = Omit<TermView, 'url'> & { readonly path: string };

/** Returns the renderable values of a term; undefined if its taxonomy is no longer registered or not public. */
export function presentTerm({ contract, site: { urls, settings } }: EntryDeps, row: TermRow): TermView | undefined {
  const taxonomy = contract.taxonomies.get(row.taxonomy);
  if (!taxonomy || !hasPublicTerms(contract, taxonomy, settings.values)) return undefined;
  const { id, name, description, parent, count } = row;
  const url = escapeLiteral(urls.front + taxonomy.address.replace('{path}', row.path));
  return { id, taxonomy: row.taxonomy, name, description, url, parent, count };
}

/** Returns the renderable values of a user. */
export const presentUser = (
  { site }: EntryDeps,
  row: { id: number; name: string; slug: string; email: string; description: string; image_path: string | null },
): UserView => ({
  id: row.id,
  name: row.name,
  description: row.description,
  url: escapeLiteral(`${site.urls.front}/author/${row.slug}/`),
  avatarUrl: escapeLiteral(avatarUrl({ email: row.email, imagePath: row.image_path }, site) ?? ''),
});

/** Returns the renderable values of a comment. `content` is the rendered content. */
export const presentComment = (
  { site }: EntryDeps,
  row: Pick<
    CommentRow,
    'id' | 'post' | 'parent' | 'author_name' | 'author_email' | 'author_url' | 'date' | 'image_path'
  >,
  content: string,
): CommentView => ({
  id: row.id,
  post: row.post,
  parent: row.parent,
  authorName: row.author_name,
  authorUrl: row.author_url,
  avatarUrl: escapeLiteral(avatarUrl({ email: row.author_email, imagePath: row.image_path }, site) ?? ''),
  content,
  date: row.date,
});

/** Returns the renderable values of a media file; undefined if its status is not `inherit`, such as `private` or `trash`. */
function presentFile(deps: EntryDeps, row: MediaRow, hiddenPaths: HiddenPaths): FileView | undefined {
  const type = deps.contract.types.get(mediaType);
  if (!type || row.status !== 'inherit') return undefined;
  return {
    id: row.id,
    parent: row.parent,
    isPublic: passes(readCondition, anonymous, type, row),
    url: escapeLiteral(mediaUrl(deps, row, hiddenPaths)),
    fileUrl: escapeLiteral(fileUrl(deps.site.urls.uploads, row.media.file)),
    caption: row.excerpt.trim() === '' ? '' : row.excerpt_rendered,
    titleKey: fold(row.title),
    date: row.date,
    menuOrder: row.menu_order,
  };
}

/** Returns the renderable values of an image; undefined if the file is not an image or its status is not `inherit`. */
export function presentImage(deps: EntryDeps, row: MediaRow, hiddenPaths: HiddenPaths): ImageView | undefined {
  const file = row.format.startsWith('image/') ? presentFile(deps, row, hiddenPaths) : undefined;
  if (!file) return undefined;
  const { uploads } = deps.site.urls;
  const { media } = row;
  return {
    ...file,
    isPortrait: (media.details.height ?? 0) > (media.details.width ?? 0),
    fileOfSize: (size) => {
      const { file: name, width, height } = fileOfSize(media, size);
      return { src: folderUrl(uploads, media.file) + encodePath(name), width, height };
    },
    imgOfSize: (size, describedBy) => imageElement(media, uploads, size, describedBy),
  };
}

/** Returns the renderable values of an audio or video file; undefined if the file has another type or its status is not `inherit`. */
export function presentTrack(deps: EntryDeps, row: MediaRow, hiddenPaths: HiddenPaths): TrackView | undefined {
  const medium = (['audio', 'video'] as const).find((each) => row.format.startsWith(`${each}/`));
  const file = medium && presentFile(deps, row, hiddenPaths);
  if (!file) return undefined;
  const { artist, album, length_formatted: length, width = 0, height = 0 } = row.media.details;
  const stringOrEmpty = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    ...file,
    medium,
    rawFileUrl: fileUrl(deps.site.urls.uploads, row.media.file),
    title: row.title_rendered,
    description: generateExcerpt(row.content, maxDescriptionWords),
    type: row.format,
    artist: stringOrEmpty(artist),
    album: stringOrEmpty(album),
    length: stringOrEmpty(length),
    width,
    height,
    cover: row.featured_media,
  };
}

/** Returns the renderable values of an entry that is embedded in another entry. */
export const presentEmbeddedEntry = (deps: EntryDeps, resolved: ResolvedEntrySummary): EmbedView => ({
  link: escapeLiteral(resolved.link),
  frameUrl: escapeLiteral(embedIframeUrl(deps, resolved.link)),
  title: embedTitle(resolved.row),
});

/** Returns a period with the URL of its archive. */
export const presentPeriod = (
  { site: { urls } }: EntryDeps,
  { period, count }: Omit<PeriodView, 'url'>,
): PeriodView => ({
  period,
  count,
  url: escapeLiteral(`${urls.front}/${period.replaceAll('-', '/')}/`),
});
