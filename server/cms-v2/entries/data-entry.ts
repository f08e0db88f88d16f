// Entries that hold data in JSON as their content: global styles, fonts. Nothing of them is shown to readers as it is stored
// but the title, so nothing is made of the rest for display.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { RENDERER_VERSION, renderTitle } from '../../rendering/render.ts';
import { now, toSiteTime } from '../../time/zone.ts';
import type { ComposedEntry } from './compose-entry.ts';
import type { EntryParts } from './parts.ts';
import type { WholeEntry } from './rows.ts';
import { titleKey } from './texts.ts';

/** What an entry holds beside its title. */
type Data = Readonly<Record<string, unknown>>;

/** What a new entry is made of. */
interface NewData {
  readonly title: string;
  readonly data: object;
  /** 0: it is the site's own, and goes with nobody. */
  readonly author: number;
  readonly parent?: number;
  readonly theme?: string;
}

/** A new entry that holds data. It is published from the beginning. */
export function newDataEntry(
  { clock, settings }: EntryParts,
  { name }: ContentType,
  { title, data, author, parent = 0, theme = '' }: NewData,
): ComposedEntry {
  const moment = now(clock);
  const date = toSiteTime(moment, settings.values.timezone);
  return {
    ...textsOf(title, data),
    type: name,
    status: 'publish',
    rights_status: 'publish',
    author,
    parent,
    menu_order: 0,
    password: '',
    date,
    date_gmt: moment,
    modified: date,
    modified_gmt: moment,
    comment_status: 'closed',
    ping_status: 'closed',
    sticky: 0,
    template: '',
    format: 'standard',
    featured_media: 0,
    guid: '',
    meta: '{}',
    theme,
    revision_count: 0,
    latest_revision: 0,
  };
}

/** A stored entry with other data, changed now. */
export function changedDataEntry(
  { clock, settings }: EntryParts,
  before: WholeEntry,
  title: string,
  data: object,
): ComposedEntry {
  const { id: _id, slug: _slug, path: _path, slug_before_trash: _trashed, ...rest } = before;
  const moment = now(clock);
  const modified = { modified: toSiteTime(moment, settings.values.timezone), modified_gmt: moment };
  return { ...rest, ...textsOf(title, data), ...modified };
}

/** What the content of an entry holds; nothing where it cannot be read. */
export function readData(content: string): Data {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : {};
  } catch {
    return {};
  }
}

function textsOf(title: string, data: object) {
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
