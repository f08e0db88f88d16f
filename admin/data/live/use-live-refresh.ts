// Reads what lists display again when it was changed elsewhere.
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useBootstrap } from '../use-bootstrap.ts';
import { followGroup } from './live.ts';
import type { ChangeGroup } from './messages.ts';

/** Minimum time between two requests for the same list because of changes elsewhere, in milliseconds. */
const intervalMs = 3000;

/**
 * Reads the queries whose keys begin with `queryKey` again when something in a group of records was changed by anyone. Rows, their selection
 * and the focus remain; while the page is hidden, nothing is read until it is visible. Does nothing for users who may not edit entries, to
 * whom the service reports no changes.
 */
export function useLiveRefresh(group: ChangeGroup, queryKey: QueryKey): void {
  const { user, event_position: position } = useBootstrap();
  const queries = useQueryClient();
  const key = JSON.stringify(queryKey);
  useEffect(() => {
    if (position === null) return;
    let lastAt = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      if (document.hidden) return document.addEventListener('visibilitychange', read, { once: true });
      lastAt = performance.now();
      // Queries that are not displayed are read when they are displayed again.
      void queries.invalidateQueries({ queryKey: JSON.parse(key) });
    };
    const stop = followGroup(user.id, { group, after: position }, () => {
      timer ??= setTimeout(read, Math.max(0, lastAt + intervalMs - performance.now()));
    });
    return () => {
      stop();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, [position, user.id, group, key, queries]);
}
