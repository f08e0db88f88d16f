// The state of a list: its view, which the URL and the layout of the user describe, and the entries that the service returns for it.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Filter, View } from '@wordpress/dataviews';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { ApiError } from '../../data/client.ts';
import { listEntries } from '../../data/resources/entries.ts';
import { useListLayout } from '../../data/resources/list-layouts.ts';
import { paths } from '../../ui/paths.ts';
import type { ListedType } from './columns.ts';
import { apiQueryOf, layoutOfView, pendingFilters, urlOfView, viewOfUrl } from './view.ts';

/** Returns the view of a list and a function that changes it, in the URL and in the preferences of the user. */
export function useEntryView(listed: ListedType) {
  const { slug } = listed.type;
  const search = useSearch();
  const [, navigate] = useLocation();
  const { layout, changeLayout } = useListLayout(slug);
  // Filters without a value are displayed, but they are no part of the URL.
  const [pending, setPending] = useState<readonly Filter[]>([]);
  const view = useMemo((): View => {
    const described = viewOfUrl(search, listed, layout);
    const { filters = [] } = described;
    const added = pending.filter(({ field }) => !filters.some((filter) => filter.field === field));
    return { ...described, filters: [...filters, ...added] };
  }, [search, listed, layout, pending]);
  const changeView = useCallback(
    (changed: View) => {
      setPending(pendingFilters(changed));
      const before = layoutOfView(view, listed);
      const after = layoutOfView(changed, listed);
      if (JSON.stringify(after) !== JSON.stringify(before)) changeLayout(after);
      const isOtherList =
        urlOfView({ ...changed, page: 1 }, listed) !== urlOfView({ ...view, page: 1 }, listed) &&
        changed.page === view.page;
      const query = urlOfView(isOtherList ? { ...changed, page: 1 } : changed, listed);
      if (query === urlOfView(view, listed)) return;
      // While the user types a search, the browser's Back button leads to the list before it.
      const isTyping = changed.search !== view.search && view.search !== '';
      navigate(paths.entries(slug) + (query && `?${query}`), { replace: isTyping });
    },
    [view, listed, slug, navigate, changeLayout],
  );
  return { view, changeView, isReady: layout !== undefined };
}

/** Reads the entries of a view, as soon as the layout is known. Rows remain while others are loaded. */
export function useEntries(listed: ListedType, { view, changeView, isReady }: ReturnType<typeof useEntryView>) {
  const { type } = listed;
  const query = apiQueryOf(view, listed);
  const result = useQuery({
    queryKey: ['entries', type.slug, query],
    queryFn: ({ signal }) => listEntries(type, query, signal),
    placeholderData: keepPreviousData,
    enabled: isReady,
  });
  const { page = 1 } = view;
  const isBehindEnd =
    page > 1 && result.error instanceof ApiError && result.error.code === 'rest_post_invalid_page_number';
  useEffect(() => {
    if (isBehindEnd) changeView({ ...view, page: 1 });
  }, [isBehindEnd, changeView, view]);
  return { ...result, error: isBehindEnd ? null : result.error };
}
