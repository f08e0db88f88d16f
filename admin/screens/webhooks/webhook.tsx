// The screen of a webhook: its settings, secret and deliveries.
import { useQueryClient } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useForm } from '../../data/drafts/use-form.ts';
import { deleteWebhook, type LoadedWebhook, replaceSecret } from '../../data/resources/webhooks.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { Failure } from '../../ui/failure.tsx';
import { FormFrame } from '../../ui/fields/form-frame.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { paths } from '../../ui/paths.ts';
import type { ScreenProps } from '../../ui/screen-props.ts';
import { Secret } from '../../ui/secret.tsx';
import { messageOf } from '../../ui/to-error.ts';
import { Deliveries } from './deliveries.tsx';
import { describeProblem } from './describe.ts';
import { ReceiverExamples } from './receiver-examples.tsx';
import { useWebhook, useWebhookForm } from './use-webhook.ts';
import { WebhookFields } from './webhook-fields.tsx';

/** The screen. */
export default function WebhookScreen({ parameters }: ScreenProps) {
  const id = Number(parameters.id);
  const { data, error, refetch } = useWebhook(id);
  if (!data) return error ? <Failure error={error} retry={() => void refetch()} /> : <Loading label={__('Loading…')} />;
  return <LoadedScreen key={id} loaded={data} />;
}

function LoadedScreen({ loaded }: { readonly loaded: LoadedWebhook }) {
  const { id, url, description, active, format } = loaded.webhook;
  const problem = describeProblem(loaded.webhook);
  return (
    <>
      <h1>
        {description || url}
        <span className="count">{active ? __('Active') : __('Inactive')}</span>
      </h1>
      <p>
        <Link href={paths.webhooks}>{__('All webhooks')}</Link>
      </p>
      {problem !== undefined && <p className="error">{problem}</p>}
      <Deliveries webhook={id} isActive={active} />
      <Settings loaded={loaded} />
      {format === 'events' && (
        <>
          <SecretSection id={id} />
          <ReceiverExamples />
        </>
      )}
      <Deletion loaded={loaded} />
    </>
  );
}

function Settings({ loaded }: { readonly loaded: LoadedWebhook }) {
  const form = useWebhookForm(loaded);
  const notify = useNotices();
  const { format, has_token: hasToken } = loaded.webhook;
  return (
    <section className="panel" aria-labelledby="settings">
      <h2 id="settings">{__('Settings')}</h2>
      <FormFrame form={form} onSaved={() => notify({ kind: 'success', text: __('The changes were saved.') })}>
        <WebhookFields form={form} format={format} hasToken={hasToken} />
      </FormFrame>
    </section>
  );
}

/** Replaces the secret. */
function SecretSection({ id }: { readonly id: number }) {
  const { confirm, dialog } = useConfirm();
  const [issued, setIssued] = useState<string>();
  const form = useForm({
    name: `webhook-secret-${id}`,
    record: { secret: '' },
    secrets: ['secret'],
    save: async (_changes, { secret }) => setIssued(await replaceSecret(id, secret.trim())),
  });
  // The question comes first: what is typed stays in the form if the user cancels.
  const submit = async () => {
    const question = __(
      'Replace the secret? For one day, deliveries are signed with both secrets; enter the new one in your program until then.',
    );
    return (await confirm(question, __('Replace the secret'))) && form.submit();
  };
  return (
    <section className="panel" aria-labelledby="secret">
      <h2 id="secret">{__('Secret')}</h2>
      <p className="quiet">
        {__('The secret cannot be displayed again. If it is lost or known to others, replace it.')}
      </p>
      {issued !== undefined && (
        <Secret
          label={__('The new secret. It is displayed only once:')}
          secret={issued}
          close={() => setIssued(undefined)}
        />
      )}
      <FormFrame form={{ ...form, submit }} submitLabel={__('Replace the secret')} isAlwaysReady onSaved={form.discard}>
        <TextField
          label={__('New secret')}
          help={__('Leave the field empty to generate one.')}
          autoComplete="off"
          value={form.values.secret}
          onChange={(secret) => form.change({ secret })}
          error={form.errorOf('secret')}
        />
      </FormFrame>
      {dialog}
    </section>
  );
}

function Deletion({ loaded }: { readonly loaded: LoadedWebhook }) {
  const { url } = loaded.webhook;
  const { confirm, dialog } = useConfirm();
  const queries = useQueryClient();
  const notify = useNotices();
  const [, navigate] = useLocation();
  const remove = async () => {
    const question = sprintf(
      /* translators: %s: URL of a webhook. */
      __(
        'Delete the webhook to %s with its secret and all its deliveries, also those that wait? This cannot be undone.',
      ),
      url,
    );
    if (!(await confirm(question, __('Delete permanently')))) return;
    try {
      await deleteWebhook(loaded);
      notify({ kind: 'success', text: __('The webhook was deleted.') });
      void queries.invalidateQueries({ queryKey: ['webhooks', 'list'] });
      navigate(paths.webhooks);
    } catch (error) {
      notify({ kind: 'error', text: messageOf(error) });
    }
  };
  return (
    <section className="panel" aria-labelledby="deletion">
      <h2 id="deletion">{__('Delete the webhook')}</h2>
      <p className="quiet">{__('To stop deliveries for a while, disable the webhook instead.')}</p>
      <p>
        <button type="button" className="button" onClick={() => void remove()}>
          {__('Delete…')}
        </button>
      </p>
      {dialog}
    </section>
  );
}
