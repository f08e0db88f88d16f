// Adapts the revisions module to posts, pages, blocks and the content types that a site declares (posts-and-pages.md §15, §16).

import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { schemaAnnotationsOf } from '../../../contract/grammar/schema.ts';
import { type RevisionFields, revisionsModule } from '../../../contract/shared/revisions.ts';
import { ApiError } from '../../api-error.ts';
import { type Presenter, parseId } from '../../http/module.ts';
import { includesRendered, type Projection } from '../../http/projection.ts';
import { hasPlaceholders } from '../../rendering/content-parts.ts';
import { renderSourceAsText } from '../../rendering/work/render-source.ts';
import type { EntryTexts, RenderedTexts } from '../../rendering/work/tasks.ts';
import type { AddedContent } from '../entries/added-content.ts';
import { editCondition, forbiddenErrors, passes } from '../entries/conditions.ts';
import { type EntryDeps, typeOf } from '../entries/deps.ts';
import { findHiddenPathsFor, type HiddenPaths } from '../entries/hidden-paths.ts';
import { type Meta, readMeta } from '../entries/meta.ts';
import { type PreviewRow, previewNow, previewUrl } from '../entries/preview.ts';
import { findPreviewsOf } from '../entries/previews-store.ts';
import { type RenderBudget, renderBudget, runOrElse } from '../entries/rendered-texts.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { findEntry, findEntryHead } from '../entries/store.ts';
import { entryUrl } from '../entries/urls.ts';
import type { EntryRevision } from './operations.ts';
import type { RevisionAdapter } from './revision-adapter.ts';

// Presents revisions and autosaves as JSON records (posts-and-pages.md §15, §16).

/** Data loaded for all rows at once. */
interface Prepared {
  readonly type: ContentType;
  /** IDs of entries whose path must be hidden. */
  readonly hiddenPaths: HiddenPaths;
  /** Active previews, keyed by the ID of the autosave. */
  readonly previews: ReadonlyMap<number, PreviewRow>;
  /** Rendered texts, keyed by the ID of the revision or autosave. */
  readonly made: ReadonlyMap<number, { readonly title: string; readonly content: string; readonly excerpt: string }>;
}

type RevisionPresenter = Presenter<RevisionFields, EntryRevision, Prepared>;

/** Returns the presenter of the revisions and autosaves of entries. */
function revisionPresenter(deps: EntryDeps, added: AddedContent): RevisionPresenter {
  const fields: RevisionPresenter['fields'] = {
    author: (item) => textOf(item).author,
    // A draft whose date was never set is presented without a date.
    date: ({ entry, revision }) => (revision ? revision.date : entry.date_gmt && entry.date),
    date_gmt: (item) => textOf(item).date_gmt,
    guid: ({ entry, id }) => ({ rendered: guidOf(deps, entry, id), raw: guidOf(deps, entry, id) }),
    id: ({ id }) => id,
    modified: ({ entry, revision }) => revision?.date ?? entry.modified,
    modified_gmt: ({ entry, revision }) => revision?.date_gmt ?? entry.modified_gmt,
    parent: ({ entry, revision }) => (revision ? entry.id : 0),
    slug: ({ entry, revision }) =>
      revision ? `${entry.id}-${revision.autosave === 1 ? 'autosave' : 'revision'}-v1` : entry.slug,
    title: (item, { made: renderedTexts }) => ({
      raw: textOf(item).title,
      rendered: renderedTexts.get(item.id)?.title,
    }),
    content: (item, { made: renderedTexts }) => ({
      raw: textOf(item).content,
      rendered: renderedTexts.get(item.id)?.content,
    }),
    excerpt: (item, { made: renderedTexts }) => ({
      raw: textOf(item).excerpt,
      rendered: renderedTexts.get(item.id)?.excerpt,
    }),
    meta: (item, { type }) => metaOf(type, textOf(item).meta),
    preview_link: ({ entry, revision }, { type, previews, hiddenPaths }) => {
      if (!type.hasPages) return '';
      const url = entryUrl(entry, type, deps.site, hiddenPaths);
      return revision?.autosave === 0 ? url : previewUrl(url, revision && previews.get(revision.id), deps);
    },
  };
  return {
    prepare: async (rows, view) => {
      const type = typeOf(deps.contract, view.call);
      const linked = view.projection.fieldNames.has('preview_link') ? rows : [];
      const entries = linked.map(({ entry }) => entry);
      return {
        type,
        // Callers who may read revisions may edit the entry, as in the edit context.
        hiddenPaths: await findHiddenPathsFor(
          deps.database.read,
          { actor: view.actor, context: 'edit' },
          type,
          entries,
        ),
        previews: await previewsOf(deps, linked),
        made: await renderTexts(deps, added, renderBudget(view), rows, view.projection),
      };
    },
    fields,
    // The link to the entry is only presented together with the field `parent`.
    facts: ({ entry, revision }, _prepared, { projection }) => ({
      parent: revision && projection.fieldNames.has('parent') ? entry.id : 0,
    }),
  };
}

/**
 * Returns, for each autosave, the preview that expires last. If several expire at the same time, it is the
 * oldest of them.
 */
async function previewsOf(deps: EntryDeps, rows: readonly EntryRevision[]): Promise<Prepared['previews']> {
  const entries = rows.flatMap(({ entry, revision }) => (revision?.autosave === 1 ? [entry.id] : []));
  if (entries.length === 0) return new Map();
  const found = await findPreviewsOf(deps.database.read, [...new Set(entries)], previewNow(deps));
  const byExpiry = found.sort((one, other) => one.expires - other.expires || other.id - one.id);
  return new Map(byExpiry.map((preview) => [preview.revision, preview]));
}

const textOf = ({ entry, revision }: EntryRevision) => revision ?? entry;

/** Renders the requested texts of revisions. The dynamic blocks of all revisions are loaded together. */
async function renderTexts(
  deps: EntryDeps,
  added: AddedContent,
  budget: RenderBudget,
  rows: readonly EntryRevision[],
  projection: Projection,
): Promise<Prepared['made']> {
  const renderedTexts: (RenderedTexts & { readonly item: EntryRevision })[] = [];
  for (const item of rows) {
    const { title, content, excerpt } = textOf(item);
    const texts = {
      title: includesRendered(projection, 'title') ? title : '',
      content: includesRendered(projection, 'content') ? content : '',
      excerpt: includesRendered(projection, 'excerpt') ? excerpt : '',
    };
    renderedTexts.push({
      item,
      ...(await runOrElse(deps.texts, budget, 'render', texts, () => renderAsSource(texts))),
    });
  }
  const withPlaceholders = renderedTexts.filter(({ content_rendered }) => hasPlaceholders(content_rendered));
  const filled = await added.fillPlaceholders(
    budget,
    withPlaceholders.map(({ item, content_rendered: stored, ...titles }) => ({
      // A revision is rendered in the context of its entry, so that its blocks display the data of the entry.
      row: { ...item.entry, ...textOf(item), ...titles, id: item.entry.id, content_rendered: stored },
      id: item.id,
      stored,
    })),
  );
  return new Map(
    renderedTexts.map(({ item, title_rendered: title, content_rendered: content, excerpt_rendered: excerpt }) => [
      item.id,
      {
        title,
        content: filled.get(item.id) ?? content,
        // Excerpts of revisions are never generated from the content.
        excerpt: textOf(item).excerpt.trim() === '' ? '' : excerpt,
      },
    ]),
  );
}

/**
 * Returns the escaped source of texts in place of rendered HTML, for texts that are too expensive to render. Such texts were stored
 * when longer texts were accepted.
 */
const renderAsSource = ({ title, content, excerpt }: EntryTexts): RenderedTexts => ({
  title_rendered: renderSourceAsText(title),
  content_rendered: renderSourceAsText(content),
  excerpt_rendered: renderSourceAsText(excerpt),
});

const guidOf = ({ site: { urls } }: EntryDeps, entry: WholeEntry, id: number): string =>
  entry.id === id ? entry.guid : `${urls.home}/?p=${id}`;

/** Returns the meta fields. Fields that revisions do not record are null. */
function metaOf(type: ContentType, stored: string): Meta {
  const values = readMeta(stored, type.meta);
  return Object.fromEntries(
    Object.entries(type.meta).map(([name, schema]) => [
      name,
      schemaAnnotationsOf(schema).revised ? values[name] : null,
    ]),
  );
}

/** Returns the adapter of the revisions module for entries. */
export function entryRevisionAdapter(deps: EntryDeps, added: AddedContent): RevisionAdapter<RevisionFields, Prepared> {
  const { contract, database } = deps;
  return {
    declaration: revisionsModule,
    async find(read, call) {
      const entry = await findEntry(read, typeOf(contract, call).name, parseId(call.path.parent ?? call.path.id));
      if (!entry) throw new ApiError('rest_post_invalid_parent', 404, 'No entry with this ID.');
      return entry;
    },
    autosavePermission: {
      load: async (call) => {
        const entry = await findEntryHead(database.read, typeOf(contract, call).name, parseId(call.path.id));
        if (!entry) throw new ApiError('rest_post_invalid_id', 404, 'No entry with this ID.');
        return entry;
      },
      permit: (call, entry) =>
        entry && passes(editCondition, call.actor, typeOf(contract, call), entry) ? undefined : forbiddenErrors.edit,
    },
    textInput: (args) => args,
    updatesOwnDrafts: true,
    includesAutosaves: true,
    deletedContext: 'edit',
    presenter: revisionPresenter(deps, added),
  };
}
