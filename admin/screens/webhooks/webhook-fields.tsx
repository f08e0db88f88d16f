// The fields of a webhook.
import { __ } from '@wordpress/i18n';
import type { Form } from '../../data/drafts/use-form.ts';
import { useEventTypes } from '../../data/resources/event-types.ts';
import { CheckboxesField, CheckboxField, SelectField } from '../../ui/fields/choice-fields.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { EventChoice } from './event-choice.tsx';
import type { FormValues } from './values.ts';

/** The fields that new and existing webhooks have. */
export function WebhookFields({ form }: { readonly form: Form<FormValues> }) {
  const { values, change, errorOf } = form;
  return (
    <>
      <TextField
        label={__('URL')}
        help={__('It receives a POST request for each event. It must be public, or its host must be in --fetch-hosts.')}
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
      <CheckboxField
        label={__('Active')}
        help={__('Events that occur while the webhook is inactive are not delivered.')}
        value={values.active}
        onChange={(active) => change({ active })}
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
