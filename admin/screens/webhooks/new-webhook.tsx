// The form that adds a webhook, and its secret, which is displayed once.
import { useQueryClient } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useForm } from '../../data/drafts/use-form.ts';
import { createWebhook, type WebhookWithSecret } from '../../data/resources/webhooks.ts';
import { FormFrame } from '../../ui/fields/form-frame.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { paths } from '../../ui/paths.ts';
import { Secret } from '../../ui/secret.tsx';
import { ReceiverExamples } from './receiver-examples.tsx';
import { type FormValues, newValues, webhookValuesOf } from './values.ts';
import { WebhookFields } from './webhook-fields.tsx';

interface NewValues extends FormValues {
  /** A secret that another program has chosen; empty for one that the service generates. */
  readonly secret: string;
}

const record: NewValues = { ...newValues, secret: '' };

/** The screen. */
export default function NewWebhookScreen() {
  const [created, setCreated] = useState<WebhookWithSecret>();
  return created ? <Created webhook={created} /> : <NewWebhook onCreated={setCreated} />;
}

function NewWebhook({ onCreated }: { readonly onCreated: (webhook: WebhookWithSecret) => void }) {
  const queries = useQueryClient();
  const form = useForm<NewValues>({
    name: 'new-webhook',
    record,
    secrets: ['secret'],
    save: async (_changes, { secret, ...values }) => {
      const created = await createWebhook({ ...webhookValuesOf(values), secret: secret.trim() || undefined });
      void queries.invalidateQueries({ queryKey: ['webhooks'] });
      onCreated(created);
    },
  });
  const { values, change, errorOf } = form;
  return (
    <>
      <h1>{__('Add webhook')}</h1>
      <FormFrame form={form} submitLabel={__('Add webhook')}>
        <WebhookFields form={form} />
        <TextField
          label={__('Secret')}
          help={__(
            'Deliveries are signed with it. Leave the field empty to generate a secret, or enter one that your program already has: whsec_ and 24 to 64 bytes in Base64.',
          )}
          autoComplete="off"
          value={values.secret}
          onChange={(secret) => change({ secret })}
          error={errorOf('secret')}
        />
      </FormFrame>
      <p>
        <Link href={paths.webhooks}>{__('All webhooks')}</Link>
      </p>
    </>
  );
}

function Created({ webhook }: { readonly webhook: WebhookWithSecret }) {
  const [, navigate] = useLocation();
  return (
    <>
      <h1>{__('The webhook was added')}</h1>
      <section className="panel" aria-label={__('Secret')}>
        <p>
          {__(
            'Store the secret in the configuration of your program now. It is never displayed again; you can only replace it.',
          )}
        </p>
        <Secret
          label={__('The secret of the webhook:')}
          secret={webhook.secret}
          close={() => navigate(paths.webhook(webhook.id))}
        />
      </section>
      <ReceiverExamples />
    </>
  );
}
