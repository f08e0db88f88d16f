// A delivery in the list, with its bodies when it is open.
import { useQuery } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useState } from 'react';
import { type Delivery, readDelivery } from '../../data/resources/webhooks.ts';
import { formatGmt } from '../../ui/format-date.ts';
import { serviceText } from '../../ui/service-text.ts';
import { describeAttempts, indentJson, stateLabels } from './describe.ts';

interface Props {
  readonly webhook: number;
  readonly delivery: Delivery;
  /** Whether the webhook is active, so that deliveries can be sent. */
  readonly isActive: boolean;
  readonly resend: () => Promise<void>;
}

/** A delivery. */
export function DeliveryItem({ webhook, delivery, isActive, resend }: Props) {
  const { kind, subject, state, problem, created, due } = delivery;
  const [isOpen, setOpen] = useState(false);
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    await resend();
    setSending(false);
  };
  return (
    <li>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span className={`state ${state}`}>{stateLabels()[state]}</span>
          <strong>{kind}</strong> <span className="quiet">{subject}</span>
          <span className="quiet time">{formatGmt(created)}</span>
        </summary>
        {isOpen && <Bodies webhook={webhook} delivery={delivery} />}
      </details>
      <p className="quiet">{describeAttempts(delivery)}</p>
      {problem !== '' && <p className="error">{serviceText(problem)}</p>}
      {due !== null && (
        /* translators: %s: date and time. */
        <p className="quiet">{sprintf(__('Next attempt: %s'), formatGmt(due))}</p>
      )}
      {state !== 'waiting' && (
        <p>
          <button
            type="button"
            className="button"
            disabled={!isActive || isSending}
            aria-label={sprintf(
              /* translators: 1: kind of an event, 2: resource, such as "entry:5". */
              __('Resend %1$s of %2$s'),
              kind,
              subject,
            )}
            onClick={() => void send()}
          >
            {__('Resend')}
          </button>
        </p>
      )}
    </li>
  );
}

/** The bodies of the request and of the response. They are read again after each attempt. */
function Bodies({ webhook, delivery }: Pick<Props, 'webhook' | 'delivery'>) {
  const { id, attempts, attempted } = delivery;
  const { data, error } = useQuery({
    queryKey: ['webhooks', 'delivery', webhook, id, attempts, attempted],
    queryFn: ({ signal }) => readDelivery(webhook, id, signal),
  });
  if (error)
    return (
      <p role="alert" className="error">
        {error.message}
      </p>
    );
  if (!data) return <p className="quiet">{__('Loading…')}</p>;
  return (
    <div className="bodies">
      <p>
        {/* translators: %s: ID of an event, which is also the value of a header. */}
        {sprintf(__('webhook-id: %s'), data.event)}
      </p>
      <h3>{__('Request')}</h3>
      <Body text={indentJson(data.body)} />
      <h3>{__('Response')}</h3>
      {data.response_body === '' ? (
        <p className="quiet">{__('The response has no body, or there was none.')}</p>
      ) : (
        <Body text={data.response_body} />
      )}
    </div>
  );
}

function Body({ text }: { readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long texts can be scrolled with the keyboard.
    <pre className="body" tabIndex={0}>
      {text}
    </pre>
  );
}
