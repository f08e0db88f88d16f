// The fields of a webhook.
import { __ } from '@wordpress/i18n';
import type { Form } from '../../data/drafts/use-form.ts';
import { useEventTypes } from '../../data/resources/event-types.ts';
import type { WebhookFormat } from '../../data/resources/webhooks.ts';
import { CheckboxesField, CheckboxField, SelectField } from '../../ui/fields/choice-fields.tsx';
import { SecretField } from '../../ui/fields/secret-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { EventChoice } from './event-choice.tsx';
import { tokenHelpOf, urlHelpOf } from './formats.ts';
import type { FormValues } from './values.ts';

interface FieldsProps {
  readonly form: Form<FormValues>;
  readonly format: WebhookFormat;
  /** Whether the service has an API token. */
  readonly hasToken: boolean;
}

/** The fields that new and existing webhooks have. */
export function WebhookFields({ form, format, hasToken }: FieldsProps) {
  const { values, change, errorOf } = form;
  return (
    <>
      <TextField
        label={__('URL')}
        help={urlHelpOf(format)}
        type="url"
        autoComplete="off"
        isRequired
        value={values.url}
        onChange={(url) => change({ url })}
        error={errorOf('url')}
      />
      <TextField
        label={__('Description')}
        help={__('What the receiver does, for other administrators.')}
        value={values.description}
        onChange={(description) => change({ description })}
        error={errorOf('description')}
      />
      {format === 'events' ? (
        <EventFields form={form} />
      ) : (
        <SecretField
          label={__('API token')}
          help={tokenHelpOf(format)}
          isSet={hasToken}
          value={values.token}
          onChange={(token) => change({ token })}
          boundLabels=""
          error={errorOf('token')}
        />
      )}
      <CheckboxField
        label={__('Active')}
        help={__('Events that occur while the webhook is inactive are not delivered.')}
        value={values.active}
        onChange={(active) => change({ active })}
      />
    </>
  );
}

/** The fields of webhooks that send events. */
function EventFields({ form: { values, change } }: Pick<FieldsProps, 'form'>) {
  return (
    <>
      <EventChoice scope={values.scope} kinds={values.kinds} onChange={change} />
      <Types value={values.types} onChange={(types) => change({ types })} />
      <SelectField
        label={__('Names in deliveries')}
        help={__('The names of types and the URLs of resources in the messages.')}
        value={values.spelling}
        onChange={(spelling) => change({ spelling: spelling === 'compatible' ? 'compatible' : 'native' })}
        options={[
          { value: 'native', label: __('Those of /rest') },
          { value: 'compatible', label: __('Those of /wp-json, for existing programs') },
        ]}
      />
    </>
  );
}

interface TypesProps {
  readonly value: readonly string[];
  readonly onChange: (types: readonly string[]) => void;
}

/** The types whose events are delivered. Types that the site does not have any more remain until they are removed. */
function Types({ value, onChange }: TypesProps) {
  const options = useEventTypes(value);
  return (
    <details className="field" open={value.length > 0 || undefined}>
      <summary>{__('Limit to types of content')}</summary>
      <CheckboxesField
        label={__('Types; without a selection, all')}
        value={value}
        onChange={onChange}
        options={options}
      />
    </details>
  );
}
