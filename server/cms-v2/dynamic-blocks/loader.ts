// Loads what dynamic blocks need: all needs of a kind in one statement. Everything is read as whoever is not signed in may
// see it, so that records with dynamic blocks are the same for everybody.
import { DatabaseOverloaded, StatementTooExpensive } from '../../database/errors.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { Loader } from '../../rendering/dynamic/fill.ts';
import { type EntryQuery, type Found, keyOf, type Need, type NeedOf } from '../../rendering/dynamic/needs.ts';
import type {
  ShownContent,
  ShownEntry,
  ShownFrame,
  ShownPeriod,
  ShownTerm,
  ShownUser,
} from '../../rendering/dynamic/shown.ts';
import { literal } from '../../rendering/dynamic/text.ts';
import { RENDERER_VERSION } from '../../rendering/render.ts';
import type { WorkScope } from '../../workers/work-scope.ts';
import { findEachAddressed, isPublic, ownAddress } from '../addressed/find-addressed.ts';
import { findHiddenPaths } from '../entries/hidden-paths.ts';
import { countEntriesOfLists, findEntryIdsOfLists, type List } from '../entries/list-store.ts';
import { mayScan, namedIn } from '../entries/may-scan.ts';
import type { EntryParts } from '../entries/parts.ts';
import { runOrElse } from '../entries/rendered-texts.ts';
import { findTemplatesOfSlugs } from '../templates/store.ts';
import { CommentMemory } from './comment-memory.ts';
import { MediaMemory } from './media-memory.ts';
import { planQuery } from './plan-query.ts';
import { shownEntry, shownFrame, shownPeriod, shownTerm, shownUser } from './shown.ts';
import {
  findAncestors,
  findDays,
  findOpenContents,
  findPeriods,
  findPublishedEntries,
  findTermLists,
  findTermsShown,
  findUsersShown,
} from './store.ts';

/** The longest list of years, months or days. */
const mostPeriods = 400;

/** CPU time of what may look at many entries, for all blocks of an answer together. Milliseconds. */
const longestScan = 150;

/** A loader for the blocks of one answer, as a part of that request's work. */
export function makeLoader(parts: EntryParts, work: WorkScope): Loader {
  const memory = new Memory(parts, work);
  return { load: (needs) => memory.load(needs), found: memory };
}

class Memory implements Found {
  readonly site: Found['site'];
  readonly #parts: EntryParts;
  readonly #work: WorkScope;
  /** For what may look at many entries. */
  readonly #scanning: ReadHandle;
  readonly #known = new Set<string>();
  readonly #lists = new Map<string, readonly ShownEntry[]>();
  readonly #totals = new Map<string, number>();
  readonly #entries = new Map<number, ShownEntry>();
  readonly #contents = new Map<number, ShownContent>();
  readonly #terms = new Map<string, readonly ShownTerm[]>();
  readonly #termsOf = new Map<number, readonly ShownTerm[]>();
  readonly #users = new Map<number, ShownUser>();
  readonly #media: MediaMemory;
  readonly #addressed = new Map<string, ShownFrame>();
  readonly #periods = new Map<string, readonly ShownPeriod[]>();
  readonly #days = new Map<string, readonly ShownPeriod[]>();
  readonly #comments: CommentMemory;
  readonly #templateParts = new Map<string, ShownContent>();

  constructor(parts: EntryParts, work: WorkScope) {
    this.#work = work;
    const { title, description } = parts.settings.values;
    this.#parts = parts;
    this.#scanning = parts.database.scanning(work.withLimit(longestScan), 'content');
    this.#media = new MediaMemory(parts);
    this.#comments = new CommentMemory(parts, { work, isLimited: true }, this.#scanning);
    const { front, home } = parts.site;
    const signIn = literal(`${home}/account/sign-in`);
    this.site = {
      title,
      description,
      front,
      signIn,
      theme: parts.theme.name,
      logo: parts.settings.values.site_logo ?? 0,
    };
  }

  entries = (query: EntryQuery) => this.#lists.get(JSON.stringify(query)) ?? [];
  total = (query: EntryQuery) => this.#totals.get(JSON.stringify(query)) ?? 0;
  entry = (id: number) => this.#entries.get(id);
  content = (id: number) => this.#contents.get(id);
  terms = (query: NeedOf<'terms'>['query']) => this.#terms.get(JSON.stringify(query)) ?? [];
  termsOf = (entry: number, taxonomy: string) =>
    (this.#termsOf.get(entry) ?? []).filter((term) => term.taxonomy === taxonomy);
  user = (id: number) => this.#users.get(id);
  picture = (id: number) => this.#media.picture(id);
  picturesOf = (entry: number) => this.#media.picturesOf(entry);
  track = (id: number) => this.#media.track(id);
  tracksOf: Found['tracksOf'] = (entry, medium) => this.#media.tracksOf(entry, medium);
  addressed = (address: string) => this.#addressed.get(address);
  periods = (unit: NeedOf<'periods'>['unit']) => this.#periods.get(unit) ?? [];
  days = (month: string) => this.#days.get(month) ?? [];
  comments = (limit: number) => this.#comments.comments(limit);
  commentsOf = (entry: number) => this.#comments.commentsOf(entry);
  templatePart = (slug: string) => this.#templateParts.get(slug);
  pattern = (name: string) =>
    this.#parts.theme.patterns.find(({ slug }) => name === `${this.#parts.theme.name}/${slug}`)?.content;

  async load(needs: readonly Need[]): Promise<void> {
    const kinds = Map.groupBy(needs, ({ kind }) => kind);
    const all = <K extends Need['kind']>(kind: K) => (kinds.get(kind) ?? []) as NeedOf<K>[];
    const fresh = <K extends Need['kind']>(kind: K) => all(kind).filter((need) => this.#isNew(keyOf(need)));
    const commented = await this.#comments.loadNewest(all('comments'), noneWhereTooLong);
    const ancestors = await this.#findAncestors(fresh('ancestors').map(({ parent }) => parent));
    await this.#loadLists(
      fresh('entries').map(({ query }) => query),
      [...all('entry').map(({ id }) => id), ...commented, ...ancestors],
    );
    await this.#loadTotals(fresh('total').map(({ query }) => query));
    const authors = all('entries').flatMap((need) => (need.authors ? this.entries(need.query) : []));
    await this.#loadUsers([...authors.map(({ author }) => author), ...all('user').map(({ id }) => id)]);
    await this.#loadContents(all('content').map(({ id }) => id));
    await this.#loadTerms(fresh('terms').map(({ query }) => query));
    await this.#loadTermsOf(all('terms of entry').map(({ id }) => id));
    await this.#media.load({
      pictures: [...all('picture'), ...all('site logo').map(() => ({ kind: 'picture' as const, id: this.site.logo }))],
      picturesOf: all('pictures of entry'),
      tracks: all('track'),
      tracksOf: all('tracks of entry'),
    });
    await this.#loadAddressed(all('addressed').map(({ address }) => address));
    for (const { unit } of fresh('periods')) await this.#loadPeriods(unit);
    await this.#loadDays(fresh('days').map(({ month }) => month));
    await this.#comments.loadOfEntries(all('comments of entry'), noneWhereTooLong);
    await this.#loadTemplateParts(fresh('template part').map(({ slug }) => slug));
  }

  async #loadPeriods(unit: NeedOf<'periods'>['unit']): Promise<void> {
    const rows = await findPeriods(this.#scanning, unit, mostPeriods).catch(noneWhereTooLong);
    this.#periods.set(
      unit,
      rows.map((row) => shownPeriod(this.#parts, row)),
    );
  }

  /** The newest month is that of the periods, which a block that needs days needs too. */
  async #loadDays(months: readonly string[]): Promise<void> {
    const named = new Map(months.map((month) => [month, month || (this.periods('month')[0]?.period ?? '')]));
    const wanted = [...new Set(named.values())].filter((month) => month !== '');
    if (wanted.length === 0) return;
    const rows = await findDays(this.#scanning, wanted).catch(noneWhereTooLong);
    const days = Map.groupBy(
      rows.map((row) => shownPeriod(this.#parts, row)),
      ({ period }) => period.slice(0, '2026-11'.length),
    );
    for (const [month, name] of named) this.#days.set(month, days.get(name) ?? []);
  }

  /** Those of the given entries and everything above them. */
  async #findAncestors(ids: readonly number[]): Promise<number[]> {
    if (ids.length === 0) return [];
    return (await findAncestors(this.#parts.database.read, ids)).map(({ id }) => id);
  }

  /** The stored parts of the active theme, else its files. */
  async #loadTemplateParts(slugs: readonly string[]): Promise<void> {
    if (slugs.length === 0) return;
    const { theme, database } = this.#parts;
    const type = 'cms_template_part';
    const stored = await findTemplatesOfSlugs(database.read, type, theme.name, slugs);
    for (const row of stored.filter(({ status }) => status === 'publish')) {
      const html = row.renderer === RENDERER_VERSION ? row.content_rendered : await this.#renewed(row);
      this.#templateParts.set(row.slug, { id: row.id, type, raw: row.content, stored: html });
    }
    for (const slug of slugs) {
      const raw = this.#templateParts.has(slug) ? undefined : theme.parts.get(slug)?.content;
      if (raw === undefined) continue;
      const html = await this.#renewed({ content: raw, content_rendered: '' });
      this.#templateParts.set(slug, { id: 0, type, raw, stored: html });
    }
  }

  /** Whether something is asked for the first time. */
  #isNew(key: string): boolean {
    if (this.#known.has(key)) return false;
    this.#known.add(key);
    return true;
  }

  /** The numbers that have not been asked for under a name. */
  #newOnes(name: string, ids: readonly number[]): number[] {
    return ids.filter((id) => this.#isNew(`${name} ${id}`));
  }

  /** Lists, whose entries are loaded together with those asked for by number. */
  async #loadLists(queries: readonly EntryQuery[], ids: readonly number[]): Promise<void> {
    const found = new Map<string, readonly number[]>();
    const [long, short] = partition(queries, (query) => this.#mayScan(query));
    const { read } = this.#parts.database;
    await this.#ask(short, (lists) => findEntryIdsOfLists(read, lists), found);
    await this.#ask(long, (lists) => findEntryIdsOfLists(this.#scanning, lists), found);
    await this.#loadEntries([...[...found.values()].flat(), ...ids]);
    for (const query of queries) {
      const key = JSON.stringify(query);
      const entries = (found.get(key) ?? []).flatMap((id) => this.#entries.get(id) ?? []);
      this.#lists.set(key, entries.sort(inOrderOf(query)));
    }
  }

  async #loadTotals(queries: readonly EntryQuery[]): Promise<void> {
    await this.#ask(queries, (lists) => countEntriesOfLists(this.#scanning, lists), this.#totals);
  }

  /** Whether the list of a query may look at many entries. */
  #mayScan(query: EntryQuery): boolean {
    const list = planQuery(this.#parts.contract, query);
    if (list === undefined) return false;
    const { shape, values } = list;
    return mayScan(shape, { offset: values.offset, named: namedIn(values) }).page;
  }

  /** Asks for lists; searches apart, since one that would take too long must not take the others with it. */
  async #ask<T>(
    queries: readonly EntryQuery[],
    ask: (lists: readonly List[]) => Promise<T[]>,
    into: Map<string, T>,
  ): Promise<void> {
    for (const searching of [false, true]) {
      const planned = queries
        .filter(({ search }) => (search !== '') === searching)
        .flatMap((query) => {
          const list = planQuery(this.#parts.contract, query);
          return list ? [{ key: JSON.stringify(query), list }] : [];
        });
      if (planned.length === 0) continue;
      const found = await ask(planned.map(({ list }) => list)).catch(noneWhereTooLong);
      for (const [at, answer] of found.entries()) into.set(planned[at]?.key ?? '', answer);
    }
  }

  async #loadEntries(ids: readonly number[]): Promise<void> {
    const wanted = this.#newOnes('entry', ids);
    if (wanted.length === 0) return;
    const { read } = this.#parts.database;
    const rows = (await findPublishedEntries(read, wanted)).filter(
      ({ type }) => this.#parts.contract.types.get(type)?.viewable,
    );
    const hidden = await findHiddenPaths(read, rows);
    for (const row of rows) {
      const shown = shownEntry(this.#parts, row, hidden);
      if (shown) this.#entries.set(row.id, shown);
    }
  }

  async #loadContents(ids: readonly number[]): Promise<void> {
    const wanted = this.#newOnes('content', ids);
    if (wanted.length === 0) return;
    for (const row of await findOpenContents(this.#parts.database.read, wanted)) {
      const { id, type, content: raw } = row;
      const stored = row.renderer === RENDERER_VERSION ? row.content_rendered : await this.#renewed(row);
      this.#contents.set(id, { id, type, raw, stored });
    }
  }

  async #renewed({ content, content_rendered }: { content: string; content_rendered: string }): Promise<string> {
    const texts = { title: '', content, excerpt: '' };
    const before = () => ({ title_rendered: '', content_rendered, excerpt_rendered: '' });
    const reading = { work: this.#work, isLimited: true };
    return (await runOrElse(this.#parts, reading, 'render', texts, before)).content_rendered;
  }

  async #loadTerms(queries: readonly NeedOf<'terms'>['query'][]): Promise<void> {
    const { taxonomies } = this.#parts.contract;
    const wanted = queries.filter(({ taxonomy }) => taxonomies.has(taxonomy));
    if (wanted.length === 0) return;
    const rows = Map.groupBy(await findTermLists(this.#parts.database.read, wanted), ({ list }) => list);
    for (const [at, query] of wanted.entries()) {
      const ordered = (rows.get(at) ?? []).sort(
        (one, other) =>
          (query.reversed ? -1 : 1) *
          ((query.orderBy === 'count' ? other.count - one.count : inBytes(one.name_key, other.name_key)) ||
            one.id - other.id),
      );
      this.#terms.set(
        JSON.stringify(query),
        ordered.flatMap((row) => shownTerm(this.#parts, row) ?? []),
      );
    }
  }

  async #loadTermsOf(ids: readonly number[]): Promise<void> {
    const wanted = this.#newOnes('terms of', ids);
    if (wanted.length === 0) return;
    const rows = await findTermsShown(this.#parts.database.read, wanted);
    for (const [entry, terms] of Map.groupBy(rows, ({ entry_id }) => entry_id)) {
      this.#termsOf.set(
        entry,
        terms.flatMap((row) => shownTerm(this.#parts, row) ?? []),
      );
    }
  }

  /** Entries by public addresses, as they are shown where others embed them. */
  async #loadAddressed(addresses: readonly string[]): Promise<void> {
    const wanted = addresses.filter((address) => this.#isNew(`addressed ${address}`));
    const urls = wanted.map((address) => ownAddress(this.#parts, address));
    for (const [at, found] of (await findEachAddressed(this.#parts, urls)).entries()) {
      if (found && isPublic(found)) this.#addressed.set(wanted[at] ?? '', shownFrame(this.#parts, found));
    }
  }

  async #loadUsers(ids: readonly number[]): Promise<void> {
    const wanted = this.#newOnes('user', ids);
    if (wanted.length === 0) return;
    for (const row of await findUsersShown(this.#parts.database.read, wanted)) {
      this.#users.set(row.id, shownUser(this.#parts, row));
    }
  }
}

/** Those for which a condition holds, and the others. */
function partition<T>(all: readonly T[], holds: (each: T) => boolean): [T[], T[]] {
  const groups = Map.groupBy(all, holds);
  return [groups.get(true) ?? [], groups.get(false) ?? []];
}

function noneWhereTooLong(error: unknown): [] {
  if (!(error instanceof StatementTooExpensive)) throw error;
  // Records are kept, so what they show must not depend on what else was loaded with them. What was found before this is
  // remembered, so that the next try gets further.
  if (!error.isAlone) throw new DatabaseOverloaded('The blocks of this answer look at too much together.');
  return [];
}

const inBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

const compared: Readonly<Record<EntryQuery['orderBy'], (one: ShownEntry, other: ShownEntry) => number>> = {
  date: (one, other) => inBytes(one.date, other.date),
  modified: (one, other) => inBytes(one.modified, other.modified),
  title: (one, other) => inBytes(one.titleKey, other.titleKey),
  menu_order: (one, other) => one.menuOrder - other.menuOrder,
  author: (one, other) => one.author - other.author,
  id: (one, other) => one.id - other.id,
};

/** The rows of several lists come in no order, so each list is put into its own. */
const inOrderOf =
  ({ orderBy, order }: EntryQuery) =>
  (one: ShownEntry, other: ShownEntry): number =>
    (compared[orderBy](one, other) || one.id - other.id) * (order === 'asc' ? 1 : -1);
