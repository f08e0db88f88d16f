// The parts of the API for which an application password is valid.
import { useQuery } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { type ReactNode, useState } from 'react';
import { listNamespaces } from '../../data/resources/accounts.ts';
import { CheckboxesField } from '../../ui/fields/choice-fields.tsx';
import { withSelected } from '../../ui/fields/with-selected.ts';

interface Props {
  /** The namespaces; all if it is empty. */
  readonly value: readonly string[];
  readonly onChange: (namespaces: readonly string[]) => void;
  /** The error of the value in the response of the service. */
  readonly error: string | undefined;
  readonly isInitiallyOpen?: boolean;
  /** A description of the choice for the user. */
  readonly help?: ReactNode;
  /** The consequences of the choice for the user; undefined if there are none. */
  readonly warning?: string | undefined;
}

/** The namespaces, which are read when the user opens them. Those that the service does not have any more stay selected. */
export function ScopeField({ value, onChange, error, isInitiallyOpen = false, help, warning }: Props) {
  const [isOpen, setOpen] = useState(isInitiallyOpen);
  const { data = [], error: readError } = useQuery({
    queryKey: ['namespaces'],
    queryFn: ({ signal }) => listNamespaces(signal),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const message = readError?.message ?? error;
  const options = data.map((name) => ({ value: name, label: name }));
  return (
    <details className="field" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{__('Limit to parts of the API')}</summary>
      {help !== undefined && <p className="help">{help}</p>}
      <CheckboxesField
        label={__('Parts of the API; without a selection, all')}
        value={value}
        onChange={onChange}
        options={withSelected(options, value)}
      />
      {warning !== undefined && <p className="error">{warning}</p>}
      {message !== undefined && (
        <p role="alert" className="error">
          {message}
        </p>
      )}
    </details>
  );
}
