// The choice of the kinds of events, each with an explanation.
import { __, sprintf } from '@wordpress/i18n';
import { type EventKind, useEventKinds } from '../../data/resources/event-kinds.ts';
import { CheckboxField, SelectField } from '../../ui/fields/choice-fields.tsx';
import type { FormValues } from './values.ts';

interface Props extends Pick<FormValues, 'scope' | 'kinds'> {
  readonly onChange: (changes: Partial<Pick<FormValues, 'scope' | 'kinds'>>) => void;
}

/** A choice between all kinds of events and a selection. */
export function EventChoice({ scope, kinds, onChange }: Props) {
  return (
    <>
      <SelectField
        label={__('Events')}
        value={scope}
        onChange={(chosen) => onChange({ scope: chosen === 'chosen' ? 'chosen' : 'all' })}
        options={[
          { value: 'all', label: __('All events, including those of extensions') },
          { value: 'chosen', label: __('Only the events that you choose') },
        ]}
      />
      {scope === 'chosen' && <Kinds kinds={kinds} onChange={(chosen) => onChange({ kinds: chosen })} />}
    </>
  );
}

interface KindsProps {
  readonly kinds: readonly string[];
  readonly onChange: (kinds: readonly string[]) => void;
}

function Kinds({ kinds, onChange }: KindsProps) {
  const { data, error, isPending } = useEventKinds();
  if (error)
    return (
      <p role="alert" className="error">
        {error.message}
      </p>
    );
  if (isPending) return <p className="quiet">{__('Loading…')}</p>;
  const select = (kind: string, isSelected: boolean) =>
    onChange(isSelected ? [...kinds, kind] : kinds.filter((each) => each !== kind));
  // Kinds of extensions that were removed stay until they are deselected.
  const removed = kinds.filter((kind) => data.every((each) => each.kind !== kind));
  return (
    <fieldset className="field event-kinds">
      <legend>{__('Kinds of events')}</legend>
      {data.map((each) => (
        <CheckboxField
          key={each.kind}
          label={each.kind}
          help={helpOf(each)}
          isDisabled={!each.permitted && !kinds.includes(each.kind)}
          value={kinds.includes(each.kind)}
          onChange={(isSelected) => select(each.kind, isSelected)}
        />
      ))}
      {removed.map((kind) => (
        <CheckboxField
          key={kind}
          label={kind}
          help={__('The extension with these events is not active.')}
          value
          onChange={(isSelected) => select(kind, isSelected)}
        />
      ))}
    </fieldset>
  );
}

function helpOf({ description, permitted, capability }: EventKind): string {
  if (permitted) return description;
  /* translators: %s: name of a capability. */
  return `${description} ${sprintf(__('You cannot choose it, because you lack the capability %s.'), capability ?? '')}`;
}
