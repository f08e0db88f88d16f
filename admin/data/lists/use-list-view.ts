// The state of a list: its view, which the URL and the layout of the user describe, and the page of records that it shows.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Filter, View } from '@wordpress/dataviews';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { ApiError, type Page } from '../client.ts';
import { useListLayout } from './layouts.ts';
import {
  canonicalQuery,
  changesIn,
  layoutOfQuery,
  queryOfView,
  savedViewIn,
  urlOfSavedView,
} from './saved-view-url.ts';
import { type SavedView, type SavedViews, useSavedViews } from './saved-views.ts';
import { type ListDefinition, layoutOfView, pendingFilters, urlOfView, viewOfUrl } from './view.ts';

/** A list. */
interface ListOptions {
  /** The name under which its layout is stored. */
  readonly name: string;
  /** The path of its screen below the admin. */
  readonly path: string;
  /** Its columns and filters; the same object in each call with the same list. */
  readonly definition: ListDefinition;
}

/** The view of a list. */
export interface ListView {
  readonly view: View;
  /** Changes the view, in the URL and in the preferences of the user. */
  readonly changeView: (view: View) => void;
  /** Whether the layout of the user is known. */
  readonly isReady: boolean;
  readonly saved: ListSavedViews;
}

/** The saved views of a list, and the one that the URL names. */
export interface ListSavedViews extends SavedViews {
  /** The path of the screen below the admin, without a view. */
  readonly path: string;
  /** The saved view that is open. */
  readonly current: SavedView | undefined;
  /** Whether the URL names a saved view that the user does not have. */
  readonly isMissing: boolean;
  /** The query that describes the displayed view completely. */
  readonly query: string;
  /** Whether the displayed view differs from the one that is open; without one, from the default view. */
  readonly isChanged: boolean;
}

/** Returns the view of a list. */
export function useListView({ name, path, definition }: ListOptions): ListView {
  const url = useSearch();
  const [, navigate] = useLocation();
  const { layout: ownLayout, changeLayout } = useListLayout(name);
  const saved = useSavedViews(name);
  const id = savedViewIn(url);
  const current = id === undefined ? undefined : saved.views?.find((each) => each.id === id);
  const search = (id !== undefined && changesIn(url)) || (current?.query ?? url);
  const layout = useMemo(() => (current ? layoutOfQuery(search) : ownLayout), [current, search, ownLayout]);
  // Filters without a value are displayed, but they are no part of the URL.
  const [pending, setPending] = useState<readonly Filter[]>([]);
  const view = useMemo((): View => {
    const described = viewOfUrl(search, definition, layout);
    const { filters = [] } = described;
    const added = pending.filter(({ field }) => !filters.some((filter) => filter.field === field));
    return { ...described, filters: [...filters, ...added] };
  }, [search, definition, layout, pending]);
  const changeView = useCallback(
    (changed: View) => {
      setPending(pendingFilters(changed));
      // A grid has no columns, so the table gets those that it had before.
      const columns = view.type === 'grid' ? [...(layout?.fields ?? definition.defaultColumns)] : changed.fields;
      const next = { ...changed, ...(columns && { fields: columns }) };
      const isOtherList =
        urlOfView({ ...changed, page: 1 }, definition) !== urlOfView({ ...view, page: 1 }, definition) &&
        changed.page === view.page;
      const queryOf = (each: View) =>
        current
          ? urlOfSavedView(current.id, current.query, each, definition, layout ?? {})
          : urlOfView(each, definition);
      if (!current) {
        const before = layoutOfView(view, definition, layout);
        const after = layoutOfView(next, definition, layout);
        if (JSON.stringify(after) !== JSON.stringify(before)) changeLayout(after);
      }
      const query = queryOf(isOtherList ? { ...next, page: 1 } : next);
      if (query === queryOf(view)) return;
      // While the user types a search, the browser's Back button leads to the list before it.
      const isTyping = changed.search !== view.search && view.search !== '';
      navigate(path + (query && `?${query}`), { replace: isTyping });
    },
    [view, definition, layout, current, path, navigate, changeLayout],
  );
  const query = queryOfView(view, definition, layout ?? {});
  const original = canonicalQuery(current?.query ?? '', definition);
  return {
    ...{ view, changeView, isReady: ownLayout !== undefined && saved.views !== undefined },
    saved: {
      ...{ ...saved, path, current, query, isChanged: query !== original },
      isMissing: id !== undefined && saved.views !== undefined && !current,
    },
  };
}

/** The request for a page of a list. */
interface ListPageOptions<T> {
  /** The key under which the page is cached; it contains everything on which the page depends. */
  readonly queryKey: readonly unknown[];
  /** Reads the page. Throws ApiError. */
  readonly read: (signal: AbortSignal) => Promise<Page<T>>;
}

/**
 * Reads the page of a view, as soon as the layout is known. Rows remain while others are loaded. If the page is behind the end of the list,
 * because records were deleted, the view changes to the first one.
 */
export function useListPage<T>({ view, changeView, isReady }: ListView, { queryKey, read }: ListPageOptions<T>) {
  const result = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    placeholderData: keepPreviousData,
    enabled: isReady,
  });
  const isBehindEnd = (view.page ?? 1) > 1 && isMissingPage(result.error);
  useEffect(() => {
    if (isBehindEnd) changeView({ ...view, page: 1 });
  }, [isBehindEnd, changeView, view]);
  return { ...result, error: isBehindEnd ? null : result.error };
}

const isMissingPage = (error: unknown): boolean =>
  error instanceof ApiError && /_invalid_page(?:_number)?$/.test(error.code);
