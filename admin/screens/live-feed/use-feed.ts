// The state of the viewer: the connection, and the events that it has received.
import { useEffect, useRef, useState } from 'react';
import { type FeedEvent, type FeedFilter, type FeedState, followFeed } from '../../data/live/feed.ts';

/** Maximum number of events that are kept; older ones disappear. */
const maxEvents = 500;

/** An event with a key for the list. */
export type ListedEvent = FeedEvent & { readonly key: number };

/** The state of the viewer. */
interface Feed {
  readonly state: FeedState | { readonly kind: 'hidden' };
  /** The newest events first. While the viewer is paused, they do not change. */
  readonly events: readonly ListedEvent[];
  /** The number of events that have arrived during the pause, at most `maxEvents`. */
  readonly pending: number;
  readonly isPaused: boolean;
  readonly setPaused: (isPaused: boolean) => void;
  readonly clear: () => void;
}

/**
 * Follows the feed while the page is visible: browsers open only a few connections to a server, so tabs in the background have none, and
 * continue at their last position later.
 */
export function useFeed({ kinds, types }: FeedFilter): Feed {
  const [state, setState] = useState<Feed['state']>({ kind: 'connecting' });
  const [received, setReceived] = useState<readonly ListedEvent[]>([]);
  /** The events that are displayed during a pause. */
  const [frozen, setFrozen] = useState<readonly ListedEvent[]>();
  const position = useRef<string>();
  const lastKey = useRef(0);
  const isVisible = useVisibility();
  const filter = JSON.stringify([kinds, types]);
  useEffect(() => {
    if (!isVisible) {
      setState({ kind: 'hidden' });
      return;
    }
    const [followedKinds, followedTypes]: [string[], string[]] = JSON.parse(filter);
    const controller = new AbortController();
    void followFeed({
      ...{ kinds: followedKinds, types: followedTypes, after: position.current, signal: controller.signal },
      onState: (changed) => !controller.signal.aborted && setState(changed),
      onPosition: (reached) => {
        position.current = reached;
      },
      onEvent: (event) => {
        lastKey.current += 1;
        const listed = { ...event, key: lastKey.current };
        setReceived((current) => [listed, ...current].slice(0, maxEvents));
      },
    });
    return () => controller.abort();
  }, [isVisible, filter]);
  const newest = frozen?.[0]?.key ?? 0;
  return {
    state,
    events: frozen ?? received,
    pending: frozen ? received.filter(({ key }) => key > newest).length : 0,
    isPaused: frozen !== undefined,
    setPaused: (isPaused) => setFrozen(isPaused ? received : undefined),
    clear: () => {
      setReceived([]);
      setFrozen((current) => current && []);
    },
  };
}

/** Returns whether the page is visible. */
function useVisibility(): boolean {
  const [isVisible, setVisible] = useState(document.visibilityState === 'visible');
  useEffect(() => {
    const update = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  return isVisible;
}
