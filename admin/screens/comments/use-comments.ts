// Reads the comments of a view. The list changes only when the user wants it: comments that arrive meanwhile are counted.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { ApiError, type Page } from '../../data/client.ts';
import { type Comment, countComments, listCommentIds, listComments } from '../../data/resources/comments.ts';
import { type CommentView, commentQueryOf, type ListedStatus, perPage, statusTabs } from './view.ts';

/** The beginning of the keys of lists in the cache. */
const listKey = ['comments', 'list'];

/** Time between two checks for new comments, in milliseconds. */
const checkIntervalMs = 30_000;

/** Reads a page of comments. It is not read again until `refetch` is called or the view changes. */
export function useComments(view: CommentView, showFirstPage: () => void) {
  const query = { ...commentQueryOf(view), page: view.page, per_page: perPage };
  const result = useQuery({
    queryKey: [...listKey, query],
    queryFn: ({ signal }) => listComments(query, signal),
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  });
  const isBehindEnd = view.page > 1 && result.error instanceof ApiError && /_invalid_page/.test(result.error.code);
  useEffect(() => {
    if (isBehindEnd) showFirstPage();
  }, [isBehindEnd, showFirstPage]);
  return { ...result, error: isBehindEnd ? null : result.error };
}

/** Functions that change the comments on the screen without reading the list again, so that no row moves. */
export interface CommentCache {
  /** Replaces comments of the list with changed ones, which stay where they are. */
  readonly replace: (changed: readonly Comment[]) => void;
  /** Removes deleted comments from the list. */
  readonly remove: (deleted: readonly Comment[]) => void;
}

/** Returns the functions that change the comments on the screen. The numbers of comments are read again after each change. */
export function useCommentCache(): CommentCache {
  const queries = useQueryClient();
  const update = useCallback(
    (change: (items: readonly Comment[]) => readonly Comment[]) => {
      queries.setQueriesData<Page<Comment>>(
        { queryKey: listKey },
        (page) => page && { ...page, items: change(page.items) },
      );
      void queries.invalidateQueries({ queryKey: ['comments', 'counts'] });
      void queries.invalidateQueries({ queryKey: ['comments', 'conversation'] });
      void queries.invalidateQueries({ queryKey: ['comments', 'hold'] });
    },
    [queries],
  );
  const replace = useCallback(
    (changed: readonly Comment[]) => {
      const byId = new Map(changed.map((comment) => [comment.id, comment]));
      update((items) => items.map((item) => byId.get(item.id) ?? item));
    },
    [update],
  );
  const remove = useCallback(
    (deleted: readonly Comment[]) => {
      const ids = new Set(deleted.map(({ id }) => id));
      update((items) => items.filter(({ id }) => !ids.has(id)));
    },
    [update],
  );
  return { replace, remove };
}

/** Reads the number of comments with each status, on the entry and by the author of the view; undefined before they are known. */
export function useCommentCounts({ post, email }: CommentView): Readonly<Partial<Record<ListedStatus, number>>> {
  const { data } = useQuery({
    queryKey: ['comments', 'counts', post, email],
    queryFn: async ({ signal }) => {
      const counts = statusTabs().map(async ({ status }) => {
        const query = commentQueryOf({ status, post, email, search: '', page: 1 });
        return [status, await countComments(query, signal)] as const;
      });
      return Object.fromEntries(await Promise.all(counts));
    },
    placeholderData: keepPreviousData,
    refetchInterval: checkIntervalMs,
  });
  return data ?? {};
}

/** Returns the number of comments that have arrived since the list was read. `known` are the comments that the user has written meanwhile. */
export function useNewComments(view: CommentView, page: Page<Comment> | undefined, known: ReadonlySet<number>): number {
  const query = { ...commentQueryOf(view), page: 1, per_page: perPage };
  const isFirstPage = view.page === 1;
  const { data } = useQuery({
    queryKey: ['comments', 'ids', query],
    queryFn: ({ signal }) => listCommentIds(query, signal),
    ...{ enabled: page !== undefined && isFirstPage, refetchInterval: checkIntervalMs, gcTime: 0 },
  });
  if (!page || !data || !isFirstPage) return 0;
  // IDs increase, so new comments are those with a higher ID than all comments of the list.
  const highest = Math.max(0, ...page.items.map(({ id }) => id));
  return data.filter((id) => id > highest && !known.has(id)).length;
}
