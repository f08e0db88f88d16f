// Rows of entries to records (posts-and-pages.md §2).
import { media } from '../../../contract/cms-v2/media.ts';
import type { ContentType, Taxonomy } from '../../../contract/grammar/content-type.ts';
import { showsRendered } from '../../http/projection.ts';
import type { Facts, Presenter, View } from '../../http/room.ts';
import { hasHoles } from '../../rendering/parts.ts';
import { RENDERER_VERSION } from '../../rendering/render.ts';
import type { RenderedTexts } from '../../rendering/work/tasks.ts';
import { toGmt } from '../../time/zone.ts';
import { fillRows } from '../dynamic-blocks/fill-rows.ts';
import { type LibraryPictures, picturesIn, withLibraryPictures } from '../media/library-pictures.ts';
import { readableMedia } from '../media/readable.ts';
import { addressOf, addressPattern } from './addresses.ts';
import { classList } from './class-list.ts';
import { generatedSlugs } from './generated-slugs.ts';
import { findHiddenPathsFor, type HiddenPaths } from './hidden-paths.ts';
import { readMeta } from './meta.ts';
import { type EntryParts, taxonomiesOf } from './parts.ts';
import { readingOf, renderAnew, runOrElse } from './rendered-texts.ts';
import type { EntryRow } from './rows.ts';
import { mayEdit, passes, rightsFacts } from './rules.ts';
import { findRawText } from './store.ts';
import { type CarriedTerm, findCarriedTerms } from './terms-store.ts';
import type { Texts } from './texts.ts';

/** What was loaded for all rows together. */
interface Prepared {
  readonly type: ContentType;
  readonly taxonomies: readonly Taxonomy[];
  readonly terms: ReadonlyMap<number, readonly CarriedTerm[]>;
  readonly slugs: ReadonlyMap<number, string>;
  /** What was made anew, because an older renderer had made it. */
  readonly renewed: ReadonlyMap<number, RenderedTexts>;
  /** Excerpts of the length that was asked for. */
  readonly excerpts: ReadonlyMap<number, string>;
  /** Contents whose dynamic blocks were filled in. */
  readonly filled: ReadonlyMap<number, string>;
  /** Entries whose path must not be shown. */
  readonly hiddenPaths: HiddenPaths;
  /** Featured pictures that the caller may read. */
  readonly featured: ReadonlySet<number>;
  /** The pictures of the library that texts name, and where they are. */
  readonly pictures: LibraryPictures;
  readonly uploads: string;
}

/** The presenter of all content types. */
export function entryPresenter(parts: EntryParts): Presenter {
  return {
    prepare: (rows: readonly EntryRow[], view) => prepare(parts, rows, view),
    complete: (rows: readonly EntryRow[]) => withRawTexts(parts, rows),
    fields: { ...plainFields(parts), ...textFields, ...termFields(parts), ...metaFields(parts) },
    facts: (row: EntryRow, prepared: Prepared, view) => factsOf(row, prepared, view),
    // Who bears a preview sees what is for nobody else.
    dependsOnRowAlone: (call) =>
      call.sent('password') === undefined && call.query.preview_nonce === undefined && wordsOf(call) === undefined,
  };
}

/** Rows with the texts that only the edit context shows. */
async function withRawTexts({ database }: EntryParts, rows: readonly EntryRow[]): Promise<readonly EntryRow[]> {
  const without = rows.filter(({ content }) => content === undefined).map(({ id }) => id);
  if (without.length === 0) return rows;
  const texts = new Map((await findRawText(database.read, without)).map((text) => [text.id, text]));
  return rows.map((row) => ({ ...row, ...texts.get(row.id) }));
}

async function prepare(parts: EntryParts, rows: readonly EntryRow[], view: View): Promise<Prepared> {
  const type = parts.contract.types.get(rows[0]?.type ?? view.call.resource.type ?? '') ?? failUnknown(rows[0]?.type);
  const taxonomies = taxonomiesOf(parts.contract, type);
  const { wants } = view.projection;
  const showsContent = showsRendered(view.projection, 'content');
  const { read } = parts.database;
  const ids = rows.map((row) => row.id);
  const wantsTerms = wants.has('class_list') || taxonomies.some((taxonomy) => wants.has(taxonomy.restBase));
  const carried = wantsTerms && taxonomies.length > 0 && ids.length > 0 ? await findCarriedTerms(read, ids) : [];
  const stale = rows.filter(
    (row) => row.content === undefined && (row.renderer !== RENDERER_VERSION || wordsOf(view.call) !== undefined),
  );
  const raw =
    stale.length > 0
      ? await findRawText(
          read,
          stale.map((row) => row.id),
        )
      : [];
  const prepared = {
    type,
    taxonomies,
    terms: Map.groupBy(carried, (term) => term.entry_id),
    slugs: wants.has('generated_slug') ? await generatedSlugs(read, type, rows) : new Map(),
    ...(await madeForReading(parts, rows, new Map(raw.map((text) => [text.id, text])), view)),
    filled: new Map(),
    hiddenPaths:
      wants.has('link') || wants.has('permalink_template')
        ? await findHiddenPathsFor(read, view, type, rows)
        : new Set<number>(),
    featured: await readableMedia(read, parts.contract.types.get(media.name), view.actor, rows),
    pictures:
      showsContent || showsRendered(view.projection, 'excerpt')
        ? await picturesIn(read, textsWithPictures(rows))
        : new Map(),
    uploads: parts.site.uploads,
  };
  return showsContent ? { ...prepared, filled: await filledContents(parts, rows, prepared, view) } : prepared;
}

/** What is made when entries are read: little, unless an older renderer has made them or another excerpt is asked for. */
async function madeForReading(
  parts: EntryParts,
  rows: readonly EntryRow[],
  raw: ReadonlyMap<number, Texts>,
  view: View,
): Promise<Pick<Prepared, 'renewed' | 'excerpts'>> {
  const { call, projection } = view;
  const reading = readingOf(view);
  const withTexts = rows.flatMap((row) => {
    const texts = textsOf(row, raw);
    return texts ? [{ row, texts }] : [];
  });
  const stale = withTexts.filter(({ row }) => row.renderer !== RENDERER_VERSION);
  const renewed = await renderAnew(
    parts,
    reading,
    stale.map(({ row, texts }) => ({ ...row, texts })),
  );
  const words = projection.wants.has('excerpt') ? wordsOf(call) : undefined;
  const excerpts = new Map<number, string>();
  if (words === undefined) return { renewed, excerpts };
  for (const { row, texts } of withTexts) {
    const { content, excerpt } = texts;
    const usual = () => (renewed.get(row.id) ?? row).excerpt_rendered;
    excerpts.set(row.id, await runOrElse(parts, reading, 'excerpt', { content, excerpt, words }, usual));
  }
  return { renewed, excerpts };
}

/** Most contents have no holes, which costs one look at each. */
async function filledContents(
  parts: EntryParts,
  rows: readonly EntryRow[],
  prepared: Prepared,
  view: View,
): Promise<ReadonlyMap<number, string>> {
  const holed = rows.flatMap((row) => {
    const made = renderedOf(row, prepared);
    if (!hasHoles(made.content_rendered) || !isOpen(row, prepared, view)) return [];
    return [{ row: { ...row, ...made }, stored: made.content_rendered }];
  });
  return holed.length === 0 ? prepared.filled : fillRows(parts, readingOf(view), holed);
}

/** Where a text that is shown may name a picture. */
const textsWithPictures = (rows: readonly EntryRow[]): string[] =>
  rows.flatMap((row) => [row.content_rendered, row.excerpt_rendered, row.content ?? '', row.excerpt ?? '']);

function failUnknown(name: string | undefined): never {
  throw new Error(`${name} is no content type`);
}

type Maker = (row: EntryRow, prepared: Prepared, view: View) => unknown;

function plainFields({ site, settings }: EntryParts): Record<string, Maker> {
  const zone = () => settings.values.timezone;
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
    link: (row, { type, hiddenPaths }) => addressOf(row, type, site, settings.values, hiddenPaths),
    author: (row) => row.author,
    featured_media: (row) => row.featured_media,
    parent: (row) => row.parent,
    menu_order: (row) => row.menu_order,
    comment_status: (row) => row.comment_status,
    ping_status: (row) => row.ping_status,
    sticky: (row) => row.sticky === 1,
    template: (row) => row.template,
    format: (row) => row.format,
    meta: (row, prepared) => readMeta(row.meta, prepared.type.meta),
    permalink_template: (row, { type, hiddenPaths }) => addressPattern(row, type, site.front, hiddenPaths),
    generated_slug: (row, { slugs }) => slugs.get(row.id) ?? '',
    class_list: (row, { type, taxonomies, terms }, { call }) =>
      classList(row, type, taxonomies, terms.get(row.id) ?? [], call.spelling),
  };
}

const pictured = (html: string, { pictures, uploads }: Prepared): string =>
  withLibraryPictures(html, pictures, uploads);

const textFields: Record<string, Maker> = {
  title: (row, prepared) => ({ raw: row.title, rendered: renderedOf(row, prepared).title_rendered }),
  content: (row, prepared, view) => ({
    raw: isOpenRaw(row, prepared, view) ? row.content : '',
    rendered: isOpen(row, prepared, view) ? pictured(contentOf(row, prepared), prepared) : '',
    protected: row.password !== '',
    block_version: row.block_version,
  }),
  excerpt: (row, prepared, view) => ({
    raw: isOpenRaw(row, prepared, view) ? row.excerpt : '',
    rendered: isOpen(row, prepared, view) ? pictured(excerptOf(row, prepared), prepared) : '',
    protected: row.password !== '',
  }),
};

/** Meta fields that stand beside the others. Where others embed the entry they are told as if nothing were set. */
function metaFields({ contract }: EntryParts): Record<string, Maker> {
  const names = [...contract.types.values()].flatMap((type) => Object.keys(type.metaBeside));
  return Object.fromEntries(
    names.map((name): [string, Maker] => [
      name,
      (row, { type }, { context }) =>
        (context === 'embed' ? undefined : readMeta(row.meta, { [name]: type.meta[name] as never })[name]) ?? '',
    ]),
  );
}

/** One list of ids for each taxonomy, under its REST base. */
function termFields({ contract }: EntryParts): Record<string, Maker> {
  return Object.fromEntries(
    [...contract.taxonomies.values()].map((taxonomy): [string, Maker] => [
      taxonomy.restBase,
      (row, { terms }) =>
        (terms.get(row.id) ?? []).filter((term) => term.taxonomy === taxonomy.name).map((term) => term.term_id),
    ]),
  );
}

/** Whether protected text is shown: in the edit context, and to those who send the password (posts-and-pages.md §7). */
function isOpen(row: EntryRow, { type }: Prepared, { context, actor, call }: View): boolean {
  if (row.password === '' || call.sent('password') === row.password) return true;
  return context === 'edit' && passes(mayEdit, actor, type, row);
}

/** Whether protected text is shown as it is stored: to those who may change it (contract/README.md, decision 5). */
const isOpenRaw = (row: EntryRow, { type }: Prepared, { context, actor }: View): boolean =>
  row.password === '' || context === 'edit' || passes(mayEdit, actor, type, row);

const textsOf = (row: EntryRow, raw: ReadonlyMap<number, Texts>): Texts | undefined =>
  row.content === undefined
    ? raw.get(row.id)
    : { title: row.title ?? '', content: row.content, excerpt: row.excerpt ?? '' };

/** What was made when the entry was written, or made anew where an older renderer had made it. */
const renderedOf = (row: EntryRow, { renewed }: Prepared): RenderedTexts => renewed.get(row.id) ?? row;

const contentOf = (row: EntryRow, prepared: Prepared): string =>
  prepared.filled.get(row.id) ?? renderedOf(row, prepared).content_rendered;

/** `excerpt_length` of an item, and of lists though it is not declared there (posts-and-pages.md §11). */
function wordsOf(call: View['call']): number | undefined {
  const asked = call.args.excerpt_length ?? call.sent('excerpt_length');
  const words =
    typeof asked === 'number' || (typeof asked === 'string' && /^-?\d{1,6}$/.test(asked)) ? Number(asked) : Number.NaN;
  return Number.isInteger(words) ? words : undefined;
}

const excerptOf = (row: EntryRow, prepared: Prepared): string =>
  prepared.excerpts.get(row.id) ?? renderedOf(row, prepared).excerpt_rendered;

/** What links are made of; what the caller may do is asked only where links tell it. */
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
