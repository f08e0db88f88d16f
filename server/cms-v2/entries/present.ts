// Presents rows of entries as records (posts-and-pages.md §2).
import type { ContentType, Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { EntryFields } from '../../../contract/shared/entry-fields.ts';
import type { Facts, FieldMaker, Presenter, View } from '../../http/module.ts';
import { includesRendered } from '../../http/projection.ts';
import { hasPlaceholders } from '../../rendering/content-parts.ts';
import { RENDERER_VERSION } from '../../rendering/render.ts';
import type { RenderedTexts } from '../../rendering/work/tasks.ts';
import { toGmt } from '../../time/zone.ts';
import { presentColumns } from '../plain-columns.ts';
import type { AddedContent } from './added-content.ts';
import { entryListTags, entryRecordTags } from './cache-tags.ts';
import { classList } from './class-list.ts';
import { editCondition, passes, rightsFacts } from './conditions.ts';
import { type EntryDeps, taxonomiesOf, typeOf } from './deps.ts';
import { findHiddenPathsFor, type HiddenPaths } from './hidden-paths.ts';
import { readMeta } from './meta.ts';
import { renderBudget, rerender, runOrElse } from './rendered-texts.ts';
import type { EntryRow } from './rows.ts';
import { generateSlugs } from './slugs.ts';
import { findRawText } from './store.ts';
import { type EntryTerm, findEntryTerms } from './terms-store.ts';
import type { Texts } from './texts.ts';
import { entryUrl, permalinkTemplate } from './urls.ts';

/** Data loaded for all rows at once. */
interface Prepared {
  readonly type: ContentType;
  readonly taxonomies: readonly Taxonomy[];
  readonly terms: ReadonlyMap<number, readonly EntryTerm[]>;
  readonly slugs: ReadonlyMap<number, string>;
  /** New renderings, keyed by entry ID, of texts whose stored rendering was produced by another version of the renderer. */
  readonly rerendered: ReadonlyMap<number, RenderedTexts>;
  /** Excerpts of the requested length, by entry ID. */
  readonly excerpts: ReadonlyMap<number, string>;
  /** Content in which placeholders are replaced with rendered dynamic blocks, by entry ID. */
  readonly filled: ReadonlyMap<number, string>;
  /** IDs of entries whose path must be hidden. */
  readonly hiddenPaths: HiddenPaths;
  /** IDs of featured images that the caller may read. */
  readonly featured: ReadonlySet<number>;
  /** Adds dimensions and sizes to the images of the media library in HTML. */
  readonly withImages: (html: string) => string;
}

type EntryPresenter = Presenter<EntryFields, EntryRow, Prepared>;

/** Returns the presenter for entries of all content types. */
export function entryPresenter(deps: EntryDeps, added: AddedContent): EntryPresenter {
  return {
    preload: (ids, view) => termsFor(deps, ids, view, deps.contract.types.get(view.call.resource.type ?? '')),
    prepare: (rows, view, preloaded) =>
      prepare(deps, added, rows, { view, preloaded: preloaded as ReturnType<typeof termsFor> }),
    complete: (rows) => withRawTexts(deps, rows),
    fields: { ...declaredFields(deps), ...termFields(deps), ...metaFields(deps) },
    facts: (row, prepared, view) => factsOf(row, prepared, view),
    cacheTags: {
      ofRecord: (row, prepared, view) => {
        const { featured, terms } = prepared;
        const presentedTerms = terms.get(row.id) ?? [];
        const texts = isTextVisible(row, prepared, view) ? [contentOf(row, prepared), excerptOf(row, prepared)] : [];
        const isFilled = prepared.filled.has(row.id);
        return entryRecordTags(row, { terms: presentedTerms.map(({ term_id }) => term_id), featured, texts, isFilled });
      },
      ofList: (call) => entryListTags(deps.contract, typeOf(deps.contract, call), call),
    },
    // A preview presents content that is hidden from other callers.
    dependsOnRowAlone: (call) =>
      call.submitted('password') === undefined &&
      call.query.preview_nonce === undefined &&
      requestedExcerptLength(call) === undefined,
  };
}

/** Returns the rows with raw texts. Loads the raw texts of rows that were loaded without them. */
async function withRawTexts({ database }: EntryDeps, rows: readonly EntryRow[]): Promise<readonly EntryRow[]> {
  const idsWithoutText = rows.filter(({ content }) => content === undefined).map(({ id }) => id);
  if (idsWithoutText.length === 0) return rows;
  const texts = new Map((await findRawText(database.read, idsWithoutText)).map((text) => [text.id, text]));
  return rows.map((row) => ({ ...row, ...texts.get(row.id) }));
}

/** Finds the terms of entries of a type; undefined if they are not presented. */
function termsFor(
  { contract, database }: EntryDeps,
  ids: readonly number[],
  { projection: { fieldNames } }: View,
  type: ContentType | undefined,
): Promise<EntryTerm[]> | undefined {
  const taxonomies = type ? taxonomiesOf(contract, type) : [];
  const isPresented = fieldNames.has('class_list') || taxonomies.some(({ restBase }) => fieldNames.has(restBase));
  return isPresented && taxonomies.length > 0 && ids.length > 0 ? findEntryTerms(database.read, ids) : undefined;
}

/** The view of a response, and the terms of its entries, if they were preloaded. */
interface Preparation {
  readonly view: View;
  readonly preloaded: Promise<EntryTerm[]> | undefined;
}

async function prepare(
  deps: EntryDeps,
  added: AddedContent,
  rows: readonly EntryRow[],
  { view, preloaded }: Preparation,
): Promise<Prepared> {
  const type =
    deps.contract.types.get(rows[0]?.type ?? view.call.resource.type ?? '') ?? failUnknownType(rows[0]?.type);
  const taxonomies = taxonomiesOf(deps.contract, type);
  const { fieldNames } = view.projection;
  const includesContent = includesRendered(view.projection, 'content');
  const { read } = deps.database;
  const ids = rows.map((row) => row.id);
  const termsOfRows = (await (preloaded ?? termsFor(deps, ids, view, type))) ?? [];
  const stale = rows.filter(
    (row) =>
      row.content === undefined &&
      (row.renderer !== RENDERER_VERSION || requestedExcerptLength(view.call) !== undefined),
  );
  const staleIds = stale.map((row) => row.id);
  const raw = staleIds.length > 0 ? await findRawText(read, staleIds) : [];
  const prepared = {
    type,
    taxonomies,
    terms: Map.groupBy(termsOfRows, (term) => term.entry_id),
    slugs: fieldNames.has('generated_slug') ? await generateSlugs(read, type, rows) : new Map(),
    ...(await renderForReading(deps, rows, new Map(raw.map((text) => [text.id, text])), view)),
    filled: new Map(),
    hiddenPaths:
      fieldNames.has('link') || fieldNames.has('permalink_template')
        ? await findHiddenPathsFor(read, view, type, rows)
        : new Set<number>(),
    featured: await added.findReadableImages(view.actor, rows),
    withImages: await added.addImageSizes(
      includesContent || includesRendered(view.projection, 'excerpt') ? textsWithImages(rows) : [],
    ),
  };
  return includesContent ? { ...prepared, filled: await fillContents(added, rows, prepared, view) } : prepared;
}

/** Renders texts at read time: those whose stored rendering is from an older renderer, and excerpts of a requested length. */
async function renderForReading(
  deps: EntryDeps,
  rows: readonly EntryRow[],
  raw: ReadonlyMap<number, Texts>,
  view: View,
): Promise<Pick<Prepared, 'rerendered' | 'excerpts'>> {
  const { call, projection } = view;
  const budget = renderBudget(view);
  const withTexts = rows.flatMap((row) => {
    const texts = textsOf(row, raw);
    return texts ? [{ row, texts }] : [];
  });
  const stale = withTexts.filter(({ row }) => row.renderer !== RENDERER_VERSION);
  const staleRows = stale.map(({ row, texts }) => ({ ...row, texts }));
  const rerendered = await rerender(deps.texts, budget, staleRows);
  const excerptLength = projection.fieldNames.has('excerpt') ? requestedExcerptLength(call) : undefined;
  const excerpts = new Map<number, string>();
  if (excerptLength === undefined) return { rerendered, excerpts };
  for (const { row, texts } of withTexts) {
    const { content, excerpt } = texts;
    const fallback = () => (rerendered.get(row.id) ?? row).excerpt_rendered;
    excerpts.set(
      row.id,
      await runOrElse(deps.texts, budget, 'excerpt', { content, excerpt, words: excerptLength }, fallback),
    );
  }
  return { rerendered, excerpts };
}

/** Replaces placeholders with rendered dynamic blocks. Most entries have no placeholders, and cost only one check each. */
async function fillContents(
  added: AddedContent,
  rows: readonly EntryRow[],
  prepared: Prepared,
  view: View,
): Promise<ReadonlyMap<number, string>> {
  const withPlaceholders = rows.flatMap((row) => {
    const rendered = renderedOf(row, prepared);
    if (!hasPlaceholders(rendered.content_rendered) || !isTextVisible(row, prepared, view)) return [];
    return [{ row: { ...row, ...rendered }, stored: rendered.content_rendered }];
  });
  return withPlaceholders.length === 0 ? prepared.filled : added.fillPlaceholders(renderBudget(view), withPlaceholders);
}

/** Returns the texts that may refer to an image. */
const textsWithImages = (rows: readonly EntryRow[]): string[] =>
  rows.flatMap((row) => [row.content_rendered, row.excerpt_rendered, row.content ?? '', row.excerpt ?? '']);

function failUnknownType(name: string | undefined): never {
  throw new Error(`unknown content type: ${name}`);
}

type FieldPresenter = FieldMaker<EntryRow, Prepared>;

function declaredFields({ site }: EntryDeps): EntryPresenter['fields'] {
  const zone = () => site.settings.values.timezone;
  return {
    id: (row) => row.id,
    date: (row) => row.date,
    date_gmt: (row) => row.date_gmt ?? toGmt(row.date, zone()),
    guid: (row) => ({ rendered: row.guid, raw: row.guid }),
    modified: (row) => row.modified,
    modified_gmt: (row) => row.modified_gmt,
    password: (row) => row.password,
    slug: (row) => row.slug,
    status: (row) => row.status,
    type: (row) => row.type,
    link: (row, { type, hiddenPaths }) => entryUrl(row, type, site, hiddenPaths),
    author: (row) => row.author,
    featured_media: (row) => row.featured_media,
    parent: (row) => row.parent,
    ...presentColumns('entries', (row: EntryRow) => row),
    meta: (row, prepared) => readMeta(row.meta, prepared.type.meta),
    permalink_template: (row, { type, hiddenPaths }) => permalinkTemplate(row, type, site, hiddenPaths),
    generated_slug: (row, { slugs }) => slugs.get(row.id) ?? '',
    class_list: (row, { type, taxonomies, terms }, { call }) =>
      classList(row, type, taxonomies, terms.get(row.id) ?? [], call.spelling),
    ...textFields,
  };
}

const textFields: Pick<EntryPresenter['fields'], 'title' | 'content' | 'excerpt'> = {
  title: (row, prepared) => ({ raw: row.title, rendered: renderedOf(row, prepared).title_rendered }),
  content: (row, prepared, view) => ({
    raw: isRawTextVisible(row, prepared, view) ? row.content : '',
    rendered: isTextVisible(row, prepared, view) ? prepared.withImages(contentOf(row, prepared)) : '',
    protected: row.password !== '',
    block_version: row.block_version,
  }),
  excerpt: (row, prepared, view) => ({
    raw: isRawTextVisible(row, prepared, view) ? row.excerpt : '',
    rendered: isTextVisible(row, prepared, view) ? prepared.withImages(excerptOf(row, prepared)) : '',
    protected: row.password !== '',
  }),
};

/** Returns the presenters of meta fields that are properties of the record itself. In the embed context, the values are empty strings. */
function metaFields({ contract }: EntryDeps): Record<string, FieldPresenter> {
  const names = [...contract.types.values()].flatMap((type) => Object.keys(type.metaBeside));
  return Object.fromEntries(
    names.map((name): [string, FieldPresenter] => [
      name,
      (row, { type }, { context }) => (context === 'embed' ? undefined : readMeta(row.meta, type.meta)[name]) ?? '',
    ]),
  );
}

/** Returns the presenters of term IDs, one per taxonomy, keyed by its REST base. */
function termFields({ contract }: EntryDeps): Record<string, FieldPresenter> {
  return Object.fromEntries(
    [...contract.taxonomies.values()].map((taxonomy): [string, FieldPresenter] => [
      taxonomy.restBase,
      (row, { terms }) =>
        (terms.get(row.id) ?? []).filter((term) => term.taxonomy === taxonomy.name).map((term) => term.term_id),
    ]),
  );
}

/**
 * Whether the texts of an entry are visible. The texts of a password-protected entry require the password, or the edit context and the
 * permission to edit (posts-and-pages.md §7).
 */
function isTextVisible(row: EntryRow, { type }: Prepared, { context, actor, call }: View): boolean {
  if (row.password === '' || call.submitted('password') === row.password) return true;
  return context === 'edit' && passes(editCondition, actor, type, row);
}

/**
 * Whether the raw texts of an entry are visible. In contexts other than edit, those of a password-protected entry require
 * permission to edit (contract/README.md, decision 5).
 */
const isRawTextVisible = (row: EntryRow, { type }: Prepared, { context, actor }: View): boolean =>
  row.password === '' || context === 'edit' || passes(editCondition, actor, type, row);

const textsOf = (row: EntryRow, raw: ReadonlyMap<number, Texts>): Texts | undefined =>
  row.content === undefined
    ? raw.get(row.id)
    : { title: row.title ?? '', content: row.content, excerpt: row.excerpt ?? '' };

/** Returns the rendered texts: the new ones if the texts were rendered again, else the stored ones. */
const renderedOf = (row: EntryRow, { rerendered }: Prepared): RenderedTexts => rerendered.get(row.id) ?? row;

const contentOf = (row: EntryRow, prepared: Prepared): string =>
  prepared.filled.get(row.id) ?? renderedOf(row, prepared).content_rendered;

/**
 * Returns the parameter `excerpt_length`; undefined if it is absent or not an integer. Lists accept it, too, although they do not declare
 * it (posts-and-pages.md §11).
 */
function requestedExcerptLength(call: View['call']): number | undefined {
  const requested = call.args.excerpt_length ?? call.submitted('excerpt_length');
  const excerptLength =
    typeof requested === 'number' || (typeof requested === 'string' && /^-?\d{1,6}$/.test(requested))
      ? Number(requested)
      : Number.NaN;
  return Number.isInteger(excerptLength) ? excerptLength : undefined;
}

const excerptOf = (row: EntryRow, prepared: Prepared): string =>
  prepared.excerpts.get(row.id) ?? renderedOf(row, prepared).excerpt_rendered;

/**
 * Returns the values for the placeholders and conditions of links. Permissions are evaluated only in the edit context, because only links
 * in this context depend on them.
 */
function factsOf(row: EntryRow, { type, taxonomies, featured }: Prepared, { context, actor }: View): Facts {
  const { id, author, parent, revision_count, latest_revision, featured_media } = row;
  const facts = {
    id,
    author,
    parent,
    revision_count,
    latest_revision,
    featured_media,
    featured_media_readable: featured.has(featured_media),
  };
  return context === 'edit' ? { ...facts, ...rightsFacts(type, taxonomies, actor) } : facts;
}
