// A field for a secret, which the service never returns: it shows only whether one is set, and can replace or remove it.
import { __, sprintf } from '@wordpress/i18n';
import { useEffect, useRef, useState } from 'react';
import { type FieldProps, Labelled } from './labelled.tsx';

interface Props extends FieldProps {
  /** Whether the service has a secret. */
  readonly isSet: boolean;
  /** The new secret, or an empty string to remove the stored one; undefined for no change. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  /** The names of the values that cannot be changed without entering the secret again; empty if there are none. */
  readonly boundLabels: string;
}

/** The field. */
export function SecretField({ isSet, value, onChange, boundLabels, ...field }: Props) {
  const [isReplacing, setReplacing] = useState(false);
  const typed = useRef('');
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const shouldFocus = useRef<'input' | 'button'>();
  useEffect(() => {
    if (value !== undefined || typed.current === '') return;
    // The form was saved, or its changes were discarded.
    typed.current = '';
    setReplacing(false);
  }, [value]);
  useEffect(() => {
    if (shouldFocus.current === 'input') input.current?.focus();
    if (shouldFocus.current === 'button') button.current?.focus();
    shouldFocus.current = undefined;
  });
  const change = (next: string | undefined, focus: 'input' | 'button') => {
    typed.current = '';
    shouldFocus.current = focus;
    setReplacing(focus === 'input');
    onChange(next);
  };
  const isRemoved = isSet && value === '';
  const rule =
    isSet &&
    boundLabels !== '' &&
    // translators: %s: names of fields, such as "Host", "Port".
    sprintf(__('While it is set, you can change %s only if you enter it again.'), boundLabels);
  const help = rule ? (
    <>
      {field.help} {rule}
    </>
  ) : (
    field.help
  );
  const keep = (
    <button ref={button} type="button" className="button" onClick={() => change(undefined, 'button')}>
      {/* translators: %s: name of a field, such as "Password". */}
      <span className="visually-hidden">{sprintf(__('%s:'), field.label)} </span>
      {__('Keep the current one')}
    </button>
  );
  if (isSet && !isReplacing && (value === undefined || isRemoved))
    return (
      <Labelled {...field} help={help}>
        {({ id, disabled, ...described }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend, not a label.
          <div
            id={id}
            role="group"
            aria-label={field.label}
            aria-describedby={described['aria-describedby']}
            className="secret-field"
          >
            <span>{isRemoved ? __('It will be removed when you save.') : __('Set. It is never shown.')}</span>
            {isRemoved ? (
              keep
            ) : (
              <>
                <button
                  ref={button}
                  type="button"
                  className="button"
                  disabled={disabled}
                  onClick={() => change(undefined, 'input')}
                >
                  {__('Replace')}
                </button>
                <button type="button" className="button" disabled={disabled} onClick={() => change('', 'button')}>
                  {__('Remove')}
                </button>
              </>
            )}
          </div>
        )}
      </Labelled>
    );
  return (
    <Labelled {...field} help={help}>
      {(control) => (
        <div className="secret-field">
          <input
            {...control}
            ref={input}
            type="password"
            autoComplete="new-password"
            value={value ?? ''}
            onChange={({ target }) => {
              typed.current = target.value;
              onChange(target.value === '' ? undefined : target.value);
            }}
          />
          {isSet && keep}
        </div>
      )}
    </Labelled>
  );
}
