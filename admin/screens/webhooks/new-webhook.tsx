// The form that adds a webhook, and its secret, which is displayed once.
import { useQueryClient } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useForm } from '../../data/drafts/use-form.ts';
import { createWebhook, type WebhookFormat, type WebhookWithSecret } from '../../data/resources/webhooks.ts';
import { SelectField } from '../../ui/fields/choice-fields.tsx';
import { FormFrame } from '../../ui/fields/form-frame.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { paths } from '../../ui/paths.ts';
import { Secret } from '../../ui/secret.tsx';
import { formatNamed, formatOptions } from './formats.ts';
import { ReceiverExamples } from './receiver-examples.tsx';
import { type FormValues, newValues, webhookValuesOf } from './values.ts';
import { WebhookFields } from './webhook-fields.tsx';

interface NewValues extends FormValues {
  readonly format: WebhookFormat;
  /** A secret that another program has chosen; empty for one that the service generates. */
  readonly secret: string;
}

const record: NewValues = { ...newValues, format: 'events', secret: '' };

/** The screen. */
export default function NewWebhookScreen() {
  const [created, setCreated] = useState<WebhookWithSecret>();
  const [, navigate] = useLocation();
  // Only programs that receive events need the secret.
  const show = (webhook: WebhookWithSecret) =>
    webhook.format === 'events' ? setCreated(webhook) : navigate(paths.webhook(webhook.id));
  return created ? <Created webhook={created} /> : <NewWebhook onCreated={show} />;
}

function NewWebhook({ onCreated }: { readonly onCreated: (webhook: WebhookWithSecret) => void }) {
  const queries = useQueryClient();
  const form = useForm<NewValues>({
    name: 'new-webhook',
    record,
    secrets: ['secret', 'token'],
    save: async (_changes, { secret, format, ...values }) => {
      const created = await createWebhook({ ...webhookValuesOf(values), format, secret: secret.trim() || undefined });
      void queries.invalidateQueries({ queryKey: ['webhooks'] });
      onCreated(created);
    },
  });
  const { values, change, errorOf } = form;
  return (
    <>
      <h1>{__('Add webhook')}</h1>
      <FormFrame form={form} submitLabel={__('Add webhook')}>
        <SelectField
          label={__('Purpose')}
          help={__('It cannot be changed later. The guide “Behind a CDN” describes what purges need.')}
          value={values.format}
          onChange={(format) => change({ format: formatNamed(format) })}
          options={formatOptions()}
        />
        <WebhookFields form={form} format={values.format} hasToken={false} />
        {values.format === 'events' && (
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
        )}
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
