// The live feed: the events of the site as they happen.
import { __, _n, sprintf } from '@wordpress/i18n';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useEventKinds } from '../../data/resources/event-kinds.ts';
import { useEventTypes } from '../../data/resources/event-types.ts';
import { CheckboxesField } from '../../ui/fields/choice-fields.tsx';
import { withSelected } from '../../ui/fields/with-selected.ts';
import { formatTime } from '../../ui/format-date.ts';
import { paths } from '../../ui/paths.ts';
import { ReadError } from '../../ui/read-error.tsx';
import { type ListedEvent, useFeed } from './use-feed.ts';

/** The screen. The URL contains the filter. */
export default function LiveFeedScreen() {
  const filter = filterOf(useSearch());
  const { state, events, pending, isPaused, setPaused, clear } = useFeed(filter);
  return (
    <>
      <h1>{__('Live feed')}</h1>
      <p className="intro">
        {__(
          'Events of the site as they happen, as webhooks and other programs receive them. They contain no texts and no names.',
        )}
      </p>
      <Filters filter={filter} />
      <p className="feed-buttons">
        <button type="button" className="button" onClick={() => setPaused(!isPaused)}>
          {isPaused ? __('Continue') : __('Pause')}
        </button>
        <button type="button" className="button" disabled={events.length === 0} onClick={clear}>
          {__('Clear')}
        </button>
        <Connection state={state} />
      </p>
      <p role="status" className="quiet">
        {pending > 0 &&
          sprintf(
            /* translators: %d: number of events. */
            _n('%d new event during the pause.', '%d new events during the pause.', pending),
            pending,
          )}
      </p>
      {events.length === 0 ? (
        <p className="quiet">{__('Waiting for events. Change something on the site to see one.')}</p>
      ) : (
        <ul className="feed" aria-label={__('Events')}>
          {events.map((event) => (
            <EventItem key={event.key} event={event} />
          ))}
        </ul>
      )}
    </>
  );
}

interface Filter {
  readonly kinds: readonly string[];
  readonly types: readonly string[];
}

/** Returns the filter that the query of a URL describes. */
function filterOf(search: string): Filter {
  const query = new URLSearchParams(search);
  const list = (name: string) => query.get(name)?.split(',').filter(Boolean) ?? [];
  return { kinds: list('kinds'), types: list('types') };
}

function Filters({ filter }: { readonly filter: Filter }) {
  const [, navigate] = useLocation();
  const { data, error, refetch } = useEventKinds();
  const types = useEventTypes(filter.types);
  const change = (changed: Partial<Filter>) => {
    const { kinds, types: chosen } = { ...filter, ...changed };
    const query = new URLSearchParams({
      ...(kinds.length > 0 && { kinds: kinds.join(',') }),
      ...(chosen.length > 0 && { types: chosen.join(',') }),
    });
    navigate(query.size > 0 ? `${paths.liveFeed}?${query}` : paths.liveFeed, { replace: true });
  };
  const permitted = data?.filter((each) => each.permitted).map(({ kind }) => ({ value: kind, label: kind }));
  const count = filter.kinds.length + filter.types.length;
  return (
    <details className="feed-filters">
      <summary>
        {count === 0
          ? __('Filter')
          : /* translators: %d: number of selected values. */ sprintf(__('Filter (%d selected)'), count)}
      </summary>
      {error && <ReadError error={error} retry={() => void refetch()} />}
      <div className="feed-columns">
        <CheckboxesField
          label={__('Kinds of events; without a selection, all')}
          value={filter.kinds}
          onChange={(kinds) => change({ kinds })}
          options={withSelected(permitted ?? [], filter.kinds)}
        />
        <CheckboxesField
          label={__('Types; without a selection, all')}
          value={filter.types}
          onChange={(chosen) => change({ types: chosen })}
          options={types}
        />
      </div>
    </details>
  );
}

/** The state of the connection. */
function Connection({ state }: { readonly state: ReturnType<typeof useFeed>['state'] }) {
  const seconds = useSecondsUntil(state.kind === 'waiting' ? state.until : undefined);
  return (
    <span className={`connection ${state.kind}`}>
      <span role="status">
        {state.kind === 'open' && __('Connected')}
        {state.kind === 'connecting' && __('Connecting…')}
        {state.kind === 'hidden' && __('Paused while the page is in the background')}
        {state.kind === 'waiting' && [__('Interrupted.'), state.reason].join(' ').trimEnd()}
        {state.kind === 'failed' && state.reason}
      </span>{' '}
      {/* Screen readers would announce each second of the status. */}
      {state.kind === 'waiting' && (
        /* translators: %d: number of seconds. */
        <span>{sprintf(__('Connecting again in %d s.'), seconds)}</span>
      )}
    </span>
  );
}

/** Returns the number of seconds until a time, in milliseconds since 1970, which is updated every second. */
function useSecondsUntil(time: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (time === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [time]);
  return time === undefined ? 0 : Math.max(0, Math.ceil((time - now) / 1000));
}

function EventItem({ event: { kind, message } }: { readonly event: ListedEvent }) {
  const [isOpen, setOpen] = useState(false);
  const { timestamp, data } = message;
  if (kind === 'events.missed')
    return <li className="error">{__('Events were missed, because the site was restored or they are too old.')}</li>;
  return (
    <li>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <strong>{kind}</strong>{' '}
          {data && (
            <span>
              {[data.type, data.subject > 0 && `#${data.subject}`].filter(Boolean).join(' ')}
              {data.status !== '' && ` (${[data.status_before, data.status].filter(Boolean).join(' → ')})`}
            </span>
          )}
          {timestamp !== undefined && <span className="quiet time">{formatTime(Date.parse(timestamp))}</span>}
        </summary>
        {isOpen && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines can be scrolled with the keyboard.
          <pre tabIndex={0}>{JSON.stringify(message, null, 2)}</pre>
        )}
      </details>
    </li>
  );
}
