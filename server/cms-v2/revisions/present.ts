// Revisions and autosaves to records (posts-and-pages.md §15, §16).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { notesOf } from '../../../contract/grammar/schema.ts';
import type { FieldMaker, Presenter, View } from '../../http/room.ts';
import { addressOf } from '../entries/addresses.ts';
import { type Meta, readMeta } from '../entries/meta.ts';
import { type EntryParts, typeOf } from '../entries/parts.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { rendered, renderedWritten } from '../entries/texts.ts';
import { previewAddress } from './preview.ts';
import type { ShownRevision } from './revised.ts';

interface Prepared {
  readonly type: ContentType;
}

type Maker = (shown: ShownRevision, prepared: Prepared, view: View) => unknown;

/** The presenter of the revisions and autosaves of entries. */
export function revisionPresenter(parts: EntryParts): Presenter {
  const textOf = ({ entry, revision }: ShownRevision) => revision ?? entry;
  const fields: Record<string, Maker> = {
    author: (shown) => textOf(shown).author,
    // A draft that was never given a date has none to show.
    date: ({ entry, revision }) => (revision ? revision.date : entry.date_gmt && entry.date),
    date_gmt: (shown) => textOf(shown).date_gmt,
    guid: ({ entry, id }) => ({ rendered: guidOf(parts, entry, id), raw: guidOf(parts, entry, id) }),
    id: ({ id }) => id,
    modified: ({ entry, revision }) => revision?.date ?? entry.modified,
    modified_gmt: ({ entry, revision }) => revision?.date_gmt ?? entry.modified_gmt,
    parent: ({ entry, revision }) => (revision ? entry.id : 0),
    slug: ({ entry, revision }) =>
      revision ? `${entry.id}-${revision.autosave === 1 ? 'autosave' : 'revision'}-v1` : entry.slug,
    title: (shown) => ({ raw: textOf(shown).title, rendered: rendered(textOf(shown)).title_rendered }),
    content: (shown) => ({ raw: textOf(shown).content, rendered: rendered(textOf(shown)).content_rendered }),
    excerpt: (shown) => ({ raw: textOf(shown).excerpt, rendered: renderedWritten(textOf(shown).excerpt) }),
    meta: (shown, { type }) => metaOf(type, textOf(shown).meta),
    preview_link: ({ entry, revision }, { type }) => {
      if (!type.hasPages) return '';
      const address = addressOf(entry, type, parts.site.front, parts.settings.values);
      return revision?.autosave === 0 ? address : previewAddress(address, revision && entry.id, parts);
    },
  };
  return {
    prepare: async (_rows, view): Promise<Prepared> => ({ type: typeOf(parts.contract, view.call) }),
    fields: fields as Record<string, FieldMaker>,
    // The link to the entry goes with the field that names it.
    facts: ({ entry, revision }: ShownRevision, _prepared, { projection }) => ({
      parent: revision && projection.wants.has('parent') ? entry.id : 0,
    }),
  };
}

const guidOf = ({ site }: EntryParts, entry: WholeEntry, id: number): string =>
  entry.id === id ? entry.guid : `${site.home}/?p=${id}`;

/** Only what revisions keep has a value here; the rest is told to be unknown. */
function metaOf(type: ContentType, stored: string): Meta {
  const values = readMeta(stored, type.meta);
  return Object.fromEntries(
    Object.entries(type.meta).map(([name, schema]) => [name, notesOf(schema).revised ? values[name] : null]),
  );
}
