// GET /octavo/v1/media/<id>/uses: lists the entries that use a media item.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { MediaLibraryEndpoints } from '../../../contract/octavo-v1/media-library.ts';
import { all, among, any, type Condition } from '../../access/conditions.ts';
import { minIndexedLength } from '../../database/dialect.ts';
import type { Operations } from '../../http/implement.ts';
import type { Call } from '../../http/module.ts';
import { fold } from '../../rendering/fold.ts';
import { applySettings, editCondition, readCondition } from '../entries/conditions.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { encodePath, folderOf, isRemote } from '../media/details.ts';
import type { MediaRow } from '../media/rows.ts';
import { isStagedPath } from '../media/staged-files.ts';
import { findPathsOf } from '../media/store.ts';
import type { MediaLibraryTargets } from './permissions.ts';
import { countUses, findUses, type MediaUse, type UsesShape, type UsesValues } from './uses-store.ts';

/** The operations of the media library, keyed by their names in the contract. */
export type MediaLibraryOperations = Operations<MediaLibraryEndpoints, MediaLibraryTargets, MediaUse>;

/** Statuses of entries that users can see, whose texts are not in the search index. */
const unindexedStatuses: readonly string[] = ['draft', 'pending', 'trash'];
const statuses: readonly string[] = ['publish', 'future', 'private', ...unindexedStatuses];

/** Maximum number of URLs that are looked for. Only a file that was replaced many times has more. */
const maxUrls = 40;

/**
 * Responds with a page of the entries that refer to the item in their content, by one of its URLs or by its ID, or that have it as their
 * featured image. Contents are searched as far as the search index covers them (database/searched-text.ts). The caller finds the entries that
 * it may read, and those with a password only if it may edit them.
 */
export function listMediaUses(deps: EntryDeps): MediaLibraryOperations['list-media-uses'] {
  return {
    async run(call, row) {
      const { page, per_page: perPage } = call.args;
      const { shape, values } = await planUses(deps, call, row);
      const read = deps.database.scanning(call.work, 'id');
      const rows = await findUses(read, shape, values);
      const isOnlyPage = page === 1 && rows.length < perPage;
      const total = isOnlyPage ? rows.length : await countUses(read, shape, values);
      return { kind: 'list', rows, page: { total, perPage, page } };
    },
  };
}

async function planUses(
  { contract, database, site }: EntryDeps,
  { actor, args }: Pick<Call<{ readonly page: number; readonly per_page: number }>, 'actor' | 'args'>,
  row: MediaRow,
): Promise<{ readonly shape: UsesShape; readonly values: UsesValues }> {
  const types = [...contract.types.values()].filter(
    ({ servedAs }) => servedAs === 'entries' || servedAs === 'templates',
  );
  const conditionOf = (type: ContentType): Condition => {
    const mayRead = readCondition(actor, applySettings(type, site.settings.values));
    const isVisible = any(editCondition(actor, type), all(mayRead, among('password', [''])));
    return all(among('status', statuses), isVisible);
  };
  const urls = urlTexts(row, await findPathsOf(database.read, row.id));
  const prefix = commonPrefix(urls);
  const idTexts = ['"', "'", ' '].map((end) => `wp-image-${row.id}${end}`);
  const lookups = [...([...prefix].length < minIndexedLength ? urls : [prefix]), `wp-image-${row.id}`, shortcodeText];
  const texts = padded([...urls, ...idTexts]);
  const listed = [`ids="${row.id}"`, `ids="${row.id},`, `,${row.id},`, `,${row.id}"`];
  return {
    shape: { visible: types.map(conditionOf), lookups: lookups.length, texts: texts.length, listed: listed.length },
    values: {
      ...numbered(
        'type',
        types.map(({ name }) => name),
      ),
      ...numbered('lookup', lookups),
      ...numbered('text', texts),
      ...numbered('listed', listed),
      id: row.id,
      actor: actor.id,
      types: types.map(({ name }) => name),
      unindexed: unindexedStatuses,
      shortcode: shortcodeText,
      limit: args.per_page,
      offset: (args.page - 1) * args.per_page,
    },
  };
}

/** The beginning of the attribute with which the shortcodes of galleries and playlists list media items. */
const shortcodeText = ' ids="';

const numbered = <Name extends string>(name: Name, texts: readonly string[]) =>
  Object.fromEntries(texts.map((text, at) => [`${name}${at}`, text])) as Readonly<Record<`${Name}${number}`, string>>;

/** Repeats the first text until the number of texts is a power of two, so that there are few different statements. */
function padded(texts: readonly string[]): readonly string[] {
  const length = 2 ** Math.ceil(Math.log2(texts.length));
  return Array.from({ length }, (_, at) => texts[at] ?? texts[0] ?? '');
}

/** Returns the folded texts by which the URLs of all files of an item are found, regardless of the host and the scheme. */
function urlTexts({ media }: MediaRow, stored: readonly string[]): string[] {
  const sizes = Object.values(media.details.sizes).map(({ file }) => folderOf(media.file) + file);
  const paths = [media.file, media.original, ...sizes, ...stored.filter((path) => !isStagedPath(path))];
  const urls = paths.flatMap((path) => {
    if (isRemote(path)) return [path.replace(/^https?:/, '')];
    // The name of a file without a folder would also be found in other folders.
    const url = path.includes('/') ? `/${path}` : `uploads/${path}`;
    return [url, encodePath(url)];
  });
  return [...new Set(urls.map(fold))].slice(0, maxUrls);
}

function commonPrefix(texts: readonly string[]): string {
  const [first = ''] = texts;
  let length = first.length;
  for (const text of texts) while (!text.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}
