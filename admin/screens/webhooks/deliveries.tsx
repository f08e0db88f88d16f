// The deliveries of a webhook.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { __, _n, sprintf } from '@wordpress/i18n';
import { useRef } from 'react';
import { Link, useSearch } from 'wouter';
import {
  type Delivery,
  listDeliveries,
  resendDelivery,
  resendFailedDeliveries,
  sendTest,
} from '../../data/resources/webhooks.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { PageLinks } from '../../ui/page-links.tsx';
import { paths } from '../../ui/paths.ts';
import { positiveIntegerOf } from '../../ui/positive-integer.ts';
import { messageOf } from '../../ui/to-error.ts';
import { DeliveryItem } from './delivery-item.tsx';
import { stateLabels } from './describe.ts';

const perPage = 20;

/** Intervals at which the list is read again while a delivery waits, and otherwise, in milliseconds. */
const [waitingRefreshMs, refreshMs] = [2000, 15_000];

interface Props {
  readonly webhook: number;
  readonly isActive: boolean;
}

/** The deliveries, with a filter by state in the URL. */
export function Deliveries({ webhook, isActive }: Props) {
  const { state, page } = viewOf(useSearch());
  const queryKey = ['webhooks', 'deliveries', webhook];
  const { data, error } = useQuery({
    queryKey: [...queryKey, state, page],
    queryFn: ({ signal }) => listDeliveries(webhook, { state, page, per_page: perPage }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: (query) =>
      query.state.data?.items.some((each) => each.state === 'waiting') ? waitingRefreshMs : refreshMs,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const { run, resendFailed, dialog } = useDeliveryActions(webhook, queryKey, () => heading.current?.focus());
  return (
    <section className="panel wide" aria-labelledby="deliveries">
      <h2 id="deliveries" ref={heading} tabIndex={-1}>
        {__('Deliveries')}
      </h2>
      <p className="buttons">
        <button
          type="button"
          className="button"
          disabled={!isActive}
          onClick={() => void run(() => sendTest(webhook).then(() => __('A test delivery was queued.')))}
        >
          {__('Send a test delivery')}
        </button>
        <button type="button" className="button" disabled={!isActive} onClick={() => void resendFailed()}>
          {__('Resend all failed deliveries')}
        </button>
      </p>
      {!isActive && <p className="quiet">{__('Enable the webhook to send deliveries.')}</p>}
      <StateTabs webhook={webhook} state={state} />
      {error && (
        <p role="alert" className="error">
          {error.message}
        </p>
      )}
      {data?.items.length === 0 && (
        <p className="quiet">
          {state === undefined
            ? __('Nothing has been delivered yet. Send a test delivery, or change something on the site.')
            : __('There are no such deliveries.')}
        </p>
      )}
      <ul className="deliveries">
        {data?.items.map((delivery) => (
          <DeliveryItem
            key={delivery.id}
            {...{ webhook, delivery, isActive }}
            resend={() =>
              run(() => resendDelivery(webhook, delivery.id).then(() => __('The delivery was queued again.')))
            }
          />
        ))}
      </ul>
      {data && (
        <PageLinks
          label={__('Pages of deliveries')}
          page={page}
          pages={data.pages}
          pathOf={(target) => pathOf(webhook, { state, page: target })}
          previous={__('Newer deliveries')}
          next={__('Older deliveries')}
        />
      )}
      {dialog}
    </section>
  );
}

/** Returns the functions that send deliveries, with the dialog of their question. The list is read again after each of them. */
function useDeliveryActions(webhook: number, queryKey: readonly unknown[], keepFocus: () => void) {
  const queries = useQueryClient();
  const notify = useNotices();
  const { confirm, dialog } = useConfirm();
  /** Sends deliveries, and shows the text that `send` resolves with. */
  const run = async (send: () => Promise<string>) => {
    try {
      notify({ kind: 'success', text: await send() });
    } catch (error) {
      notify({ kind: 'error', text: messageOf(error) });
    }
    await queries.invalidateQueries({ queryKey });
  };
  const resendFailed = async () => {
    const { total } = await listDeliveries(webhook, { state: 'failed', page: 1, per_page: 1 });
    if (total === 0) return notify({ kind: 'success', text: __('No delivery has failed permanently.') });
    const question = sprintf(
      /* translators: %d: number of deliveries. */
      _n(
        'Resend %d failed delivery? The receiver may get events that it has already handled.',
        'Resend %d failed deliveries? The receiver may get events that it has already handled.',
        total,
      ),
      total,
    );
    if (!(await confirm(question, __('Resend')))) return;
    await run(async () => {
      const count = await resendFailedDeliveries(webhook);
      /* translators: %d: number of deliveries. */
      const text = _n('%d failed delivery was queued again.', '%d failed deliveries were queued again.', count);
      return sprintf(text, count);
    });
    keepFocus();
  };
  const resendOrReport = () => resendFailed().catch((error: Error) => notify({ kind: 'error', text: error.message }));
  return { run, resendFailed: resendOrReport, dialog };
}

interface View {
  readonly state: Delivery['state'] | undefined;
  readonly page: number;
}

const states = ['waiting', 'delivered', 'failed'] as const;

/** Returns the view that the query of a URL describes. */
function viewOf(search: string): View {
  const query = new URLSearchParams(search);
  return {
    state: states.find((state) => state === query.get('state')),
    page: positiveIntegerOf(query.get('page')) ?? 1,
  };
}

function pathOf(webhook: number, { state, page }: View): string {
  const query = new URLSearchParams({ ...(state && { state }), ...(page > 1 && { page: String(page) }) });
  return paths.webhook(webhook) + (query.size > 0 ? `?${query}` : '');
}

function StateTabs({ webhook, state }: { readonly webhook: number; readonly state: View['state'] }) {
  return (
    <nav className="tabs" aria-label={__('States of deliveries')}>
      <ul>
        {[undefined, ...states].map((each) => (
          <li key={each ?? 'all'}>
            <Link href={pathOf(webhook, { state: each, page: 1 })} aria-current={each === state ? 'page' : undefined}>
              {each === undefined ? __('All') : stateLabels()[each]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
