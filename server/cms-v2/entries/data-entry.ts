// Composes entries whose content is JSON data, such as global styles and fonts. Only their title is rendered.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { readStoredObject } from '../../database/stored-json.ts';
import { RENDERER_VERSION, renderTitle } from '../../rendering/render.ts';
import { now, toSiteTime } from '../../time/zone.ts';
import { composeColumns } from '../plain-columns.ts';
import type { EntryDeps } from './deps.ts';
import type { WholeEntry } from './rows.ts';
import type { ComposedEntry } from './store.ts';
import { titleKey } from './texts.ts';

/** The data of an entry, without its title. */
type Data = Readonly<Record<string, unknown>>;

/** Input for a new data entry. */
interface NewData {
  readonly title: string;
  readonly data: object;
  /** ID of the author; 0 for an entry that belongs to the site and is not deleted together with a user. */
  readonly author: number;
  readonly parent?: number;
  readonly theme?: string;
}

/** Returns the columns of a new data entry, whose status is `publish`. */
export function composeNewDataEntry(
  { site: { clock, settings } }: EntryDeps,
  { name }: ContentType,
  { title, data, author, parent = 0, theme = '' }: NewData,
): ComposedEntry {
  const timestamp = now(clock);
  const date = toSiteTime(timestamp, settings.values.timezone);
  return {
    ...dataColumns(title, data),
    type: name,
    status: 'publish',
    rights_status: 'publish',
    author,
    parent,
    ...composeColumns('entries'),
    password: '',
    date,
    date_gmt: timestamp,
    modified: date,
    modified_gmt: timestamp,
    featured_media: 0,
    guid: '',
    meta: '{}',
    theme,
    revision_count: 0,
    latest_revision: 0,
  };
}

/** Returns the columns of a stored entry with new data and the current modification date. */
export function composeChangedDataEntry(
  { site: { clock, settings } }: EntryDeps,
  before: WholeEntry,
  title: string,
  data: object,
): ComposedEntry {
  const { id: _id, slug: _slug, path: _path, slug_before_trash: _trashed, ...rest } = before;
  const timestamp = now(clock);
  const modified = { modified: toSiteTime(timestamp, settings.values.timezone), modified_gmt: timestamp };
  return { ...rest, ...dataColumns(title, data), ...modified };
}

/** Returns the data in the content of an entry; an empty object if the content is not a JSON object. */
export const readData = (content: string): Data => readStoredObject(content, 'entries.content');

function dataColumns(title: string, data: object) {
  return {
    title,
    content: JSON.stringify(data),
    excerpt: '',
    title_rendered: renderTitle(title),
    content_rendered: '',
    excerpt_rendered: '',
    renderer: RENDERER_VERSION,
    block_version: 0,
    title_key: titleKey(title),
  };
}
