// The previous and the next file in the list from which the user has come; its view is in the URL.
import { useQuery } from '@tanstack/react-query';
import type { View } from '@wordpress/dataviews';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { mediaDefinition, mediaPageOf, useMediaView } from '../../data/lists/media-list.ts';
import { urlOfView } from '../../data/lists/view.ts';
import { paths } from '../../ui/paths.ts';

/** The paths of the neighbors of a file, and of the list. */
interface Neighbors {
  readonly previous: string | undefined;
  readonly next: string | undefined;
  readonly list: string;
}

/** Returns the paths of the neighbors of a file; they are undefined at the ends of the list, and if the file is not on the page of the URL. */
export function useNeighbors(id: number): Neighbors {
  const { view, isReady } = useMediaView();
  const { page = 1 } = view;
  const current = usePage(view, isReady);
  const at = current?.items.findIndex((item) => item.id === id) ?? -1;
  const isFirst = at === 0 && page > 1;
  const isLast = current !== undefined && at === current.items.length - 1 && page < current.pages;
  const before = usePage({ ...view, page: page - 1 }, isReady && isFirst);
  const after = usePage({ ...view, page: page + 1 }, isReady && isLast);
  const pathOf = (neighbor: number | undefined, onPage: number): string | undefined =>
    neighbor === undefined ? undefined : paths.mediaItem(neighbor) + queryOf({ ...view, page: onPage });
  const inPage = (index: number) => (at < 0 ? undefined : current?.items[index]?.id);
  return {
    previous: isFirst ? pathOf(before?.items.at(-1)?.id, page - 1) : pathOf(inPage(at - 1), page),
    next: isLast ? pathOf(after?.items[0]?.id, page + 1) : pathOf(inPage(at + 1), page),
    list: paths.media + queryOf(view),
  };
}

function queryOf(view: View): string {
  const query = urlOfView(view, mediaDefinition);
  return query && `?${query}`;
}

function usePage(view: View, isEnabled: boolean) {
  const { queryKey, read } = mediaPageOf(view);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    enabled: isEnabled,
  });
  return isEnabled ? data : undefined;
}

/** Goes to the neighbors with the arrow keys, unless a control uses them or a dialog is open. */
export function useArrowKeys({ previous, next }: Neighbors): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const go = ({ key, target, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) => {
      const path = key === 'ArrowLeft' ? previous : key === 'ArrowRight' ? next : undefined;
      const isUsed =
        target instanceof Element && target.closest('input, textarea, select, audio, video, dialog, [role="menu"]');
      if (path === undefined || isUsed || altKey || ctrlKey || metaKey || shiftKey) return;
      navigate(path);
    };
    addEventListener('keydown', go);
    return () => removeEventListener('keydown', go);
  }, [previous, next, navigate]);
}
