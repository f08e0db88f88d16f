// Writes the entries of the demo content.
import type { Taxonomy } from '../../contract/grammar/content-type.ts';
import type { ComposedEntry } from '../cms-v2/entries/store.ts';
import { findEntryHead } from '../cms-v2/entries/store.ts';
import { renderDerivedColumns, type Texts } from '../cms-v2/entries/texts.ts';
import { entryUrl } from '../cms-v2/entries/urls.ts';
import { composeColumns } from '../cms-v2/plain-columns.ts';
import { contentType, type DemoRun, hoursAgo, recordChange } from './run.ts';

/** The author and the age of an entry. */
export interface EntryOrigin {
  /** ID of the author. */
  readonly author: number;
  /** Time since the publication, in hours. */
  readonly ageHours: number;
}

interface NewEntry {
  readonly origin: EntryOrigin;
  readonly slug: string;
  readonly texts: Texts;
  /** Columns that differ from those of a published entry without a parent, a password and a featured image. */
  readonly columns?: Partial<ComposedEntry>;
  readonly terms?: ReadonlyMap<Taxonomy, readonly number[]>;
}

/** Writes a new entry, and returns its ID and its public URL. */
export async function writeEntry(
  run: DemoRun,
  typeName: string,
  { origin, slug, texts, columns = {}, terms }: NewEntry,
): Promise<{ id: number; url: string }> {
  const { tx, service } = run;
  const { writer, site } = service.entries;
  const type = contentType(run, typeName);
  const { date, date_gmt } = hoursAgo(run, origin.ageHours);
  const status = columns.status ?? 'publish';
  const { id } = await writer.create(tx, type, {
    entry: {
      ...composeColumns('entries'),
      ...texts,
      ...renderDerivedColumns(texts),
      ...{ date, date_gmt, modified: date, modified_gmt: date_gmt },
      ...{ type: type.name, author: origin.author, rights_status: status, parent: 0, password: '', featured_media: 0 },
      ...{ guid: '', meta: '{}', theme: '', revision_count: 0, latest_revision: 0 },
      ...columns,
      status,
    },
    choice: { slug, mustBeFree: true },
    guid: (own) => site.urls.home + type.address.other.replace('{id}', String(own)),
    ...(terms && { terms }),
  });
  recordChange(run, 'entry.created', id);
  const head = await findEntryHead(tx, type.name, id);
  if (!head) throw new Error('the written entry was not found');
  return { id, url: entryUrl(head, type, site, new Set()) };
}
