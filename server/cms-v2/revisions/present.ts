// Revisions and autosaves to records (posts-and-pages.md §15, §16).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { notesOf } from '../../../contract/grammar/schema.ts';
import { type Projection, showsRendered } from '../../http/projection.ts';
import type { FieldMaker, Presenter, View } from '../../http/room.ts';
import { hasHoles } from '../../rendering/parts.ts';
import { sourceAsText } from '../../rendering/work/source-as-text.ts';
import type { RenderedTexts, Texts } from '../../rendering/work/tasks.ts';
import { fillRows } from '../dynamic-blocks/fill-rows.ts';
import { addressOf } from '../entries/addresses.ts';
import { findHiddenPathsFor, type HiddenPaths } from '../entries/hidden-paths.ts';
import { type Meta, readMeta } from '../entries/meta.ts';
import { type EntryParts, typeOf } from '../entries/parts.ts';
import { type PreviewRow, previewAddress, previewMoment } from '../entries/preview.ts';
import { type Reading, readingOf, runOrElse } from '../entries/rendered-texts.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { findPreviewsOf } from '../previews/store.ts';
import type { ShownRevision } from './revised.ts';

interface Prepared {
  readonly type: ContentType;
  /** Entries whose path must not be shown. */
  readonly hiddenPaths: HiddenPaths;
  /** Addresses of autosaves that lead somewhere, by the number of the autosave. */
  readonly previews: ReadonlyMap<number, PreviewRow>;
  /** What is made of each text for display, by its number. */
  readonly made: ReadonlyMap<number, { readonly title: string; readonly content: string; readonly excerpt: string }>;
}

type Maker = (shown: ShownRevision, prepared: Prepared, view: View) => unknown;

/** The presenter of the revisions and autosaves of entries. */
export function revisionPresenter(parts: EntryParts): Presenter {
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
    title: (shown, { made }) => ({ raw: textOf(shown).title, rendered: made.get(shown.id)?.title }),
    content: (shown, { made }) => ({ raw: textOf(shown).content, rendered: made.get(shown.id)?.content }),
    excerpt: (shown, { made }) => ({ raw: textOf(shown).excerpt, rendered: made.get(shown.id)?.excerpt }),
    meta: (shown, { type }) => metaOf(type, textOf(shown).meta),
    preview_link: ({ entry, revision }, { type, previews, hiddenPaths }) => {
      if (!type.hasPages) return '';
      const address = addressOf(entry, type, parts.site, parts.settings.values, hiddenPaths);
      return revision?.autosave === 0 ? address : previewAddress(address, revision && previews.get(revision.id), parts);
    },
  };
  return {
    prepare: async (rows: readonly ShownRevision[], view): Promise<Prepared> => {
      const type = typeOf(parts.contract, view.call);
      const linked = view.projection.wants.has('preview_link') ? rows : [];
      const entries = linked.map(({ entry }) => entry);
      return {
        type,
        // Those who see revisions may change the entry, as in the edit context.
        hiddenPaths: await findHiddenPathsFor(
          parts.database.read,
          { actor: view.actor, context: 'edit' },
          type,
          entries,
        ),
        previews: await previewsOf(parts, linked),
        made: await madeForDisplay(parts, readingOf(view), rows, view.projection),
      };
    },
    fields: fields as Record<string, FieldMaker>,
    // The link to the entry goes with the field that names it.
    facts: ({ entry, revision }: ShownRevision, _prepared, { projection }) => ({
      parent: revision && projection.wants.has('parent') ? entry.id : 0,
    }),
  };
}

/** Of each autosave the one that holds longest; of those that hold as long, the oldest. */
async function previewsOf(parts: EntryParts, rows: readonly ShownRevision[]): Promise<Prepared['previews']> {
  const entries = rows.flatMap(({ entry, revision }) => (revision?.autosave === 1 ? [entry.id] : []));
  if (entries.length === 0) return new Map();
  const found = await findPreviewsOf(parts.database.read, [...new Set(entries)], previewMoment(parts));
  const longest = found.sort((one, other) => one.expires - other.expires || other.id - one.id);
  return new Map(longest.map((preview) => [preview.revision, preview]));
}

const textOf = ({ entry, revision }: ShownRevision) => revision ?? entry;

/** Texts for display; what dynamic blocks of all of them show is found together. */
async function madeForDisplay(
  parts: EntryParts,
  reading: Reading,
  rows: readonly ShownRevision[],
  projection: Projection,
): Promise<Prepared['made']> {
  const made: (RenderedTexts & { readonly shown: ShownRevision })[] = [];
  for (const shown of rows) {
    const { title, content, excerpt } = textOf(shown);
    const texts = {
      title: showsRendered(projection, 'title') ? title : '',
      content: showsRendered(projection, 'content') ? content : '',
      excerpt: showsRendered(projection, 'excerpt') ? excerpt : '',
    };
    made.push({ shown, ...(await runOrElse(parts, reading, 'render', texts, () => asWritten(texts))) });
  }
  const holed = made.filter(({ content_rendered }) => hasHoles(content_rendered));
  const filled = await fillRows(
    parts,
    reading,
    holed.map(({ shown, content_rendered: stored, ...titles }) => ({
      // A former text stands in its entry: what belongs to that one belongs to it.
      row: { ...shown.entry, ...textOf(shown), ...titles, id: shown.entry.id, content_rendered: stored },
      id: shown.id,
      stored,
    })),
  );
  return new Map(
    made.map(({ shown, title_rendered: title, content_rendered: content, excerpt_rendered: excerpt }) => [
      shown.id,
      {
        title,
        content: filled.get(shown.id) ?? content,
        // None is made from the content.
        excerpt: textOf(shown).excerpt.trim() === '' ? '' : excerpt,
      },
    ]),
  );
}

/** What is shown of texts that are too expensive to render, stored when longer ones were taken. */
const asWritten = ({ title, content, excerpt }: Texts): RenderedTexts => ({
  title_rendered: sourceAsText(title),
  content_rendered: sourceAsText(content),
  excerpt_rendered: sourceAsText(excerpt),
});

const guidOf = ({ site }: EntryParts, entry: WholeEntry, id: number): string =>
  entry.id === id ? entry.guid : `${site.home}/?p=${id}`;

/** Only what revisions keep has a value here; the rest is told to be unknown. */
function metaOf(type: ContentType, stored: string): Meta {
  const values = readMeta(stored, type.meta);
  return Object.fromEntries(
    Object.entries(type.meta).map(([name, schema]) => [name, notesOf(schema).revised ? values[name] : null]),
  );
}
