// Loads the data of dynamic blocks. All needs of a kind are loaded together, so that few statements are required. The permissions of
// the caller are not used: entries and comments must be public, so that records with dynamic blocks are the same for every caller.
import { anonymous } from '../../access/actor.ts';
import { DatabaseOverloaded, StatementTooExpensive } from '../../database/errors.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { escapeLiteral } from '../../rendering/blocks/text.ts';
import type { Loader } from '../../rendering/dynamic/fill.ts';
import type { FormView } from '../../rendering/dynamic/form-view.ts';
import { type EntryQuery, keyOf, type LoadedData, type Need, type NeedOf } from '../../rendering/dynamic/needs.ts';
import type {
  ContentView,
  EmbedView,
  EntryView,
  PeriodView,
  TermView,
  UserView,
} from '../../rendering/dynamic/views.ts';
import type { WorkScope } from '../../workers/work-scope.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { findHiddenPaths } from '../entries/hidden-paths.ts';
import { countEntriesOfLists, findEntryIdsOfLists, type List } from '../entries/list-store.ts';
import { longestFilterOf, mayScan } from '../entries/may-scan.ts';
import { currentContent } from '../entries/rendered-texts.ts';
import { isPubliclyReadable, parseOwnUrl, resolveUrls } from '../entry-urls/resolve-url.ts';
import { loadTemplates } from '../templates/load-templates.ts';
import { visibilityTypes } from '../users/conditions.ts';
import { CommentCache, MediaCache } from './comment-cache.ts';
import { comparatorOf, compareBytes } from './entry-order.ts';
import { loadForms } from './load-forms.ts';
import { needTags } from './need-tags.ts';
import { planQuery } from './plan-query.ts';
import {
  findAncestorIds,
  findDays,
  findLatestNavigationId,
  findNeighbors,
  findPeriods,
  findPresentedUsers,
  findPublicContents,
  findPublishedEntries,
  findTermLists,
  findTermsOfEntries,
} from './store.ts';
import { presentEmbeddedEntry, presentEntry, presentPeriod, presentTerm, presentUser } from './to-views.ts';

/** Maximum number of years, months or days in a list. */
const maxPeriods = 400;

/** CPU time limit of statements that may scan many entries or comments, for all blocks of a response together, in milliseconds. */
const scanCpuMs = 150;

/**
 * Returns a loader for the blocks of one response. `work` is the scope of the request; statements that may scan many rows have a
 * separate CPU time limit. `contents` returns the stored contents that have been loaded. `tags` receives the cache tags of the loaded data.
 */
export function createLoader(deps: EntryDeps, work: WorkScope, tags?: Set<string>): Loader & { contents(): string[] } {
  const cache = new LoaderCache(deps, work);
  return {
    async load(needs) {
      await cache.load(needs);
      if (tags) for (const need of needs) for (const tag of needTags(need, cache, deps.contract)) tags.add(tag);
    },
    data: cache,
    contents: () => cache.contents(),
  };
}

class LoaderCache implements LoadedData {
  readonly site: LoadedData['site'];
  readonly #parts: EntryDeps;
  readonly #work: WorkScope;
  /** The handle for statements that may scan many entries or comments. */
  readonly #scanning: ReadHandle;
  readonly #known = new Set<string>();
  readonly #lists = new Map<string, readonly EntryView[]>();
  readonly #totals = new Map<string, number>();
  readonly #entries = new Map<number, EntryView>();
  readonly #contents = new Map<number, ContentView>();
  readonly #terms = new Map<string, readonly TermView[]>();
  readonly #termsOf = new Map<number, readonly TermView[]>();
  readonly #users = new Map<number, UserView>();
  readonly #media: MediaCache;
  readonly #addressed = new Map<string, EmbedView>();
  readonly #periods = new Map<string, readonly PeriodView[]>();
  readonly #days = new Map<string, readonly PeriodView[]>();
  readonly #comments: CommentCache;
  readonly #neighbors = new Map<number, ReturnType<LoadedData['neighborsOf']>>();
  readonly #forms = new Map<number, FormView>();
  #templateParts: ReadonlyMap<string, ContentView> = new Map();
  #navigationId: number | undefined;
  /** The contents of the patterns that blocks have rendered. */
  readonly #patterns = new Set<string>();

  constructor(deps: EntryDeps, work: WorkScope) {
    this.#work = work;
    const { title, description } = deps.site.settings.values;
    this.#parts = deps;
    this.#scanning = deps.database.scanning(work.withLimit(scanCpuMs), 'content');
    this.#media = new MediaCache(deps);
    this.#comments = new CommentCache(deps, { work, isLimited: true }, this.#scanning);
    const { front, home, pages, rest } = deps.site.urls;
    const signInUrl = escapeLiteral(`${home}/account/sign-in`);
    this.site = {
      title,
      description,
      front,
      signInUrl,
      apiUrl: pages === 'on' ? undefined : rest,
      theme: deps.site.theme.name,
      logo: deps.site.settings.values.site_logo ?? 0,
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
  image = (id: number) => this.#media.image(id);
  imagesOf = (entry: number) => this.#media.imagesOf(entry);
  track = (id: number) => this.#media.track(id);
  tracksOf: LoadedData['tracksOf'] = (entry, medium) => this.#media.tracksOf(entry, medium);
  entryAtUrl = (url: string) => this.#addressed.get(url);
  periods = (unit: NeedOf<'periods'>['unit']) => this.#periods.get(unit) ?? [];
  days = (month: string) => this.#days.get(month) ?? [];
  comments = (limit: number) => this.#comments.comments(limit);
  commentsOf: LoadedData['commentsOf'] = (entry, page) => this.#comments.commentsOf(entry, page);
  commentCounts = (entry: number) => this.#comments.commentCounts(entry);
  neighborsOf = (entry: number) => this.#neighbors.get(entry) ?? {};
  form = (id: number) => this.#forms.get(id);
  templatePart = (slug: string) => this.#templateParts.get(slug);
  siteNavigation = () => this.#contents.get(this.#navigationId ?? 0);
  pattern = (name: string) => {
    const { theme } = this.#parts.site;
    const content = theme.patterns.find(({ slug }) => name === `${theme.name}/${slug}`)?.content;
    if (content !== undefined) this.#patterns.add(content);
    return content;
  };

  /** Returns the loaded contents as stored: those of entries, template parts and patterns. */
  contents(): string[] {
    const loaded = [...this.#contents.values(), ...this.#templateParts.values()];
    return [...loaded.map(({ raw }) => raw), ...this.#patterns];
  }

  async load(needs: readonly Need[]): Promise<void> {
    const kinds = Map.groupBy(needs, ({ kind }) => kind);
    const all = <K extends Need['kind']>(kind: K) => (kinds.get(kind) ?? []) as NeedOf<K>[];
    const fresh = <K extends Need['kind']>(kind: K) => all(kind).filter((need) => this.#isNew(keyOf(need)));
    const commented = await this.#comments.loadNewest(all('comments'), emptyIfTooExpensive);
    const ancestors = await this.#findAncestors(fresh('ancestors').map(({ parent }) => parent));
    const neighbors = await this.#findNeighbors(fresh('neighbors of entry').map(({ id }) => id));
    await this.#loadLists(
      fresh('entries').map(({ query }) => query),
      [...all('entry').map(({ id }) => id), ...commented, ...ancestors, ...neighbors.flatMap(neighborIdsOf)],
    );
    for (const row of neighbors) this.#neighbors.set(row.id, this.#neighborsOf(row));
    await this.#loadTotals(fresh('total').map(({ query }) => query));
    const authors = all('entries').flatMap((need) => (need.authors ? this.entries(need.query) : []));
    await this.#loadUsers([...authors.map(({ author }) => author), ...all('user').map(({ id }) => id)]);
    if (fresh('site navigation').length > 0)
      this.#navigationId = await findLatestNavigationId(this.#parts.database.read);
    const navigations = this.#navigationId === undefined ? [] : [this.#navigationId];
    await this.#loadContents([...all('content').map(({ id }) => id), ...navigations]);
    await this.#loadTerms(fresh('terms').map(({ query }) => query));
    await this.#loadTermsOf(all('terms of entry').map(({ id }) => id));
    await this.#media.load({
      images: [...all('image'), ...all('site logo').map(() => ({ kind: 'image' as const, id: this.site.logo }))],
      imagesOf: all('images of entry'),
      tracks: all('track'),
      tracksOf: all('tracks of entry'),
    });
    await this.#loadAddressed(all('entry at URL').map(({ url }) => url));
    for (const { unit } of fresh('periods')) await this.#loadPeriods(unit);
    await this.#loadDays(fresh('days').map(({ month }) => month));
    await this.#comments.loadCounts(all('comment counts'));
    await this.#comments.loadOfEntries(all('comments of entry'), emptyIfTooExpensive);
    const forms = await loadForms(this.#parts, all('form'));
    for (const form of forms) this.#forms.set(form.id, form);
    await this.#loadTemplateParts(fresh('template part').map(({ slug }) => slug));
  }

  async #loadPeriods(unit: NeedOf<'periods'>['unit']): Promise<void> {
    const rows = await findPeriods(this.#scanning, unit, maxPeriods).catch(emptyIfTooExpensive);
    this.#periods.set(
      unit,
      rows.map((row) => presentPeriod(this.#parts, row)),
    );
  }

  /**
   * Loads the days of months. An empty string means the newest month, which is known: a block that needs its days also needs the
   * periods.
   */
  async #loadDays(months: readonly string[]): Promise<void> {
    const named = new Map(months.map((month) => [month, month || (this.periods('month')[0]?.period ?? '')]));
    const requested = [...new Set(named.values())].filter((month) => month !== '');
    if (requested.length === 0) return;
    const rows = await findDays(this.#scanning, requested).catch(emptyIfTooExpensive);
    const days = Map.groupBy(
      rows.map((row) => presentPeriod(this.#parts, row)),
      ({ period }) => period.slice(0, '2026-11'.length),
    );
    for (const [month, name] of named) this.#days.set(month, days.get(name) ?? []);
  }

  /** Returns the IDs of these entries and of all their ancestors. */
  async #findAncestors(ids: readonly number[]): Promise<number[]> {
    if (ids.length === 0) return [];
    return (await findAncestorIds(this.#parts.database.read, ids)).map(({ id }) => id);
  }

  async #findNeighbors(ids: readonly number[]): Promise<NeighborRow[]> {
    return ids.length === 0 ? [] : findNeighbors(this.#parts.database.read, ids);
  }

  #neighborsOf({ previous, next }: NeighborRow): ReturnType<LoadedData['neighborsOf']> {
    const [before, after] = [this.#entries.get(previous ?? 0), this.#entries.get(next ?? 0)];
    return { ...(before && { previous: before }), ...(after && { next: after }) };
  }

  async #loadTemplateParts(slugs: readonly string[]): Promise<void> {
    const budget = { work: this.#work, isLimited: true };
    const loaded = await loadTemplates(this.#parts, budget, 'cms_template_part', slugs);
    this.#templateParts = new Map([...this.#templateParts, ...loaded]);
  }

  /** Returns whether a key is requested for the first time, and records it as requested. */
  #isNew(key: string): boolean {
    if (this.#known.has(key)) return false;
    this.#known.add(key);
    return true;
  }

  /** Returns the IDs that have not been requested under this name yet, and records them as requested. */
  #newOnes(name: string, ids: readonly number[]): number[] {
    return ids.filter((id) => this.#isNew(`${name} ${id}`));
  }

  /** Loads the entries of lists. One statement loads the rows of these entries and of the entries that are requested by ID. */
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
      this.#lists.set(key, entries.sort(comparatorOf(query)));
    }
  }

  async #loadTotals(queries: readonly EntryQuery[]): Promise<void> {
    await this.#ask(queries, (lists) => countEntriesOfLists(this.#scanning, lists), this.#totals);
  }

  /** Whether the list of a query may scan many entries. */
  #mayScan(query: EntryQuery): boolean {
    const list = planQuery(this.#parts.contract, query);
    if (list === undefined) return false;
    const { shape, values } = list;
    return mayScan(shape, { offset: values.offset, longestFilter: longestFilterOf(values) }).page;
  }

  /** Runs queries as lists. Searches run separately, because a search that exceeds the limit must not make the other lists fail. */
  async #ask<T>(
    queries: readonly EntryQuery[],
    run: (lists: readonly List[]) => Promise<T[]>,
    results: Map<string, T>,
  ): Promise<void> {
    for (const searching of [false, true]) {
      const planned = queries
        .filter(({ search }) => (search !== '') === searching)
        .flatMap((query) => {
          const list = planQuery(this.#parts.contract, query);
          return list ? [{ key: JSON.stringify(query), list }] : [];
        });
      if (planned.length === 0) continue;
      const found = await run(planned.map(({ list }) => list)).catch(emptyIfTooExpensive);
      for (const [at, result] of found.entries()) results.set(planned[at]?.key ?? '', result);
    }
  }

  async #loadEntries(ids: readonly number[]): Promise<void> {
    const requested = this.#newOnes('entry', ids);
    if (requested.length === 0) return;
    const { read } = this.#parts.database;
    const rows = (await findPublishedEntries(read, requested)).filter(
      ({ type }) => this.#parts.contract.types.get(type)?.viewable,
    );
    const hiddenPaths = await findHiddenPaths(read, rows);
    for (const row of rows) {
      const presented = presentEntry(this.#parts, row, hiddenPaths);
      if (presented) this.#entries.set(row.id, presented);
    }
  }

  async #loadContents(ids: readonly number[]): Promise<void> {
    const requested = this.#newOnes('content', ids);
    if (requested.length === 0) return;
    for (const row of await findPublicContents(this.#parts.database.read, requested)) {
      const { id, type } = row;
      const current = this.#parts.site.design?.contents.get(id) ?? row;
      const stored = await currentContent(this.#parts.texts, { work: this.#work, isLimited: true }, current);
      this.#contents.set(id, { id, type, raw: current.content, stored });
    }
  }

  async #loadTerms(queries: readonly NeedOf<'terms'>['query'][]): Promise<void> {
    const { taxonomies } = this.#parts.contract;
    const requested = queries.filter(({ taxonomy }) => taxonomies.has(taxonomy));
    if (requested.length === 0) return;
    const rows = Map.groupBy(await findTermLists(this.#parts.database.read, requested), ({ list }) => list);
    for (const [at, query] of requested.entries()) {
      const ordered = (rows.get(at) ?? []).sort(
        (one, other) =>
          (query.reversed ? -1 : 1) *
          ((query.orderBy === 'count' ? other.count - one.count : compareBytes(one.name_key, other.name_key)) ||
            one.id - other.id),
      );
      this.#terms.set(
        JSON.stringify(query),
        ordered.flatMap((row) => presentTerm(this.#parts, row) ?? []),
      );
    }
  }

  async #loadTermsOf(ids: readonly number[]): Promise<void> {
    const requested = this.#newOnes('terms of', ids);
    if (requested.length === 0) return;
    const rows = await findTermsOfEntries(this.#parts.database.read, requested);
    for (const [entry, terms] of Map.groupBy(rows, ({ entry_id }) => entry_id)) {
      this.#termsOf.set(
        entry,
        terms.flatMap((row) => presentTerm(this.#parts, row) ?? []),
      );
    }
  }

  /** Loads the entries at public URLs, as views for embedding. */
  async #loadAddressed(requestedUrls: readonly string[]): Promise<void> {
    const requested = requestedUrls.filter((url) => this.#isNew(`addressed ${url}`));
    const urls = requested.map((url) => parseOwnUrl(this.#parts, url));
    for (const [at, found] of (await resolveUrls(this.#parts, urls)).entries()) {
      if (found && isPubliclyReadable(found))
        this.#addressed.set(requested[at] ?? '', presentEmbeddedEntry(this.#parts, found));
    }
  }

  async #loadUsers(ids: readonly number[]): Promise<void> {
    const requested = this.#newOnes('user', ids);
    if (requested.length === 0) return;
    const types = visibilityTypes(this.#parts.contract, anonymous).published;
    for (const row of await findPresentedUsers(this.#parts.database.read, requested, types)) {
      this.#users.set(row.id, presentUser(this.#parts, row));
    }
  }
}

type NeighborRow = Awaited<ReturnType<typeof findNeighbors>>[number];

const neighborIdsOf = ({ previous, next }: NeighborRow): number[] => [previous, next].filter((id) => id !== null);

/** Splits a list into the items that meet the condition and the other items. */
function partition<T>(all: readonly T[], condition: (each: T) => boolean): [T[], T[]] {
  const groups = Map.groupBy(all, condition);
  return [groups.get(true) ?? [], groups.get(false) ?? []];
}

function emptyIfTooExpensive(error: unknown): [] {
  if (!(error instanceof StatementTooExpensive)) throw error;
  // Records are cached, so their content must not depend on other data in the same response. The results of statements that
  // succeeded before this one stay cached, so that more of the time limit is left for this one when the request is repeated.
  if (!error.hadFullBudget)
    throw new DatabaseOverloaded(
      'The database statements of the dynamic blocks in this response exceeded their CPU time limit.',
    );
  return [];
}
