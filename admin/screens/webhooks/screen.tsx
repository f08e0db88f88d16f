// The webhooks of the site.
import { useQuery } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useState } from 'react';
import { Link } from 'wouter';
import { listWebhooks, readWebhook, type Webhook } from '../../data/resources/webhooks.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { paths } from '../../ui/paths.ts';
import { messageOf } from '../../ui/to-error.ts';
import { describeProblem, describePurpose } from './describe.ts';
import { useUpdateWebhook } from './use-webhook.ts';

/** The screen. */
export default function WebhooksScreen() {
  const { data, error, refetch } = useQuery({
    queryKey: ['webhooks', 'list'],
    queryFn: ({ signal }) => listWebhooks(signal),
    staleTime: 0,
    refetchInterval: 15_000,
  });
  if (!data && error) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <>
      <div className="title-row">
        <h1>{__('Webhooks')}</h1>
        <Link href={paths.newWebhook} className="button primary">
          {__('Add webhook')}
        </Link>
      </div>
      <p className="intro">
        {__(
          'A webhook sends a signed message to a URL whenever something changes, for example to build a front end again or to fill a search index, or removes what has changed from the cache of a CDN.',
        )}
      </p>
      {data ? <List webhooks={data} /> : <Loading label={__('Loading the webhooks…')} />}
    </>
  );
}

function List({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  if (webhooks.length === 0)
    return (
      <p className="quiet">
        {__('There are no webhooks yet. Add one with the URL of your program; the form has an example of a receiver.')}
      </p>
    );
  return (
    <ul className="webhooks" aria-label={__('Webhooks')}>
      {webhooks.map((webhook) => (
        <Item key={webhook.id} webhook={webhook} />
      ))}
    </ul>
  );
}

function Item({ webhook }: { readonly webhook: Webhook }) {
  const { id, url, description, active } = webhook;
  const name = description || url;
  const problem = describeProblem(webhook);
  return (
    <li className="card">
      <h2>
        <Link href={paths.webhook(id)}>{name}</Link>
        <span className="count">{active ? __('Active') : __('Inactive')}</span>
      </h2>
      {description !== '' && <p className="quiet">{url}</p>}
      <p>{describePurpose(webhook)}</p>
      {problem !== undefined && <p className="error">{problem}</p>}
      <p className="buttons">
        <ToggleButton webhook={webhook} name={name} />
      </p>
    </li>
  );
}

/** The button that enables or disables a webhook. It asks before it disables one, because events of that time are lost. */
function ToggleButton({ webhook: { id, active }, name }: { readonly webhook: Webhook; readonly name: string }) {
  const update = useUpdateWebhook();
  const notify = useNotices();
  const { confirm, dialog } = useConfirm();
  const [isSending, setSending] = useState(false);
  const toggle = async () => {
    const question = sprintf(
      /* translators: %s: name of a webhook. */
      __('Disable the webhook %s? Events that occur while it is inactive are not delivered, also not afterwards.'),
      name,
    );
    if (active && !(await confirm(question, __('Disable')))) return;
    setSending(true);
    try {
      await update(await readWebhook(id), { active: !active });
    } catch (error) {
      notify({ kind: 'error', text: messageOf(error) });
    } finally {
      setSending(false);
    }
  };
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={isSending}
        aria-label={sprintf(
          /* translators: %s: name of a webhook. */
          active ? __('Disable %s') : __('Enable %s'),
          name,
        )}
        onClick={() => void toggle()}
      >
        {active ? __('Disable') : __('Enable')}
      </button>
      {dialog}
    </>
  );
}
