// The parts of the API that a program may use.
import { useQuery } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { useState } from 'react';
import { listNamespaces } from '../../data/resources/accounts.ts';
import { CheckboxesField } from '../../ui/fields/choice-fields.tsx';

/** The namespace of the tools. */
export const abilitiesNamespace = 'wp-abilities/v1';

/** The namespaces that tools for content need. */
export const toolNamespaces: readonly string[] = [abilitiesNamespace, 'wp/v2'];

interface Props {
  readonly value: readonly string[];
  readonly onChange: (namespaces: readonly string[]) => void;
  readonly error: string | undefined;
}

/** The namespaces, which are read when the user opens them. */
export function ScopeField({ value, onChange, error }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { data, error: readError } = useQuery({
    queryKey: ['namespaces'],
    queryFn: ({ signal }) => listNamespaces(signal),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const message = readError?.message ?? error;
  const isUnable = value.length > 0 && !value.includes(abilitiesNamespace);
  return (
    <details className="field" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{__('Limit to parts of the API')}</summary>
      <p className="help">
        {__(
          'By default, the password is valid for the tools and the content of the site. Add the parts of extensions if the program needs their tools.',
        )}
      </p>
      <CheckboxesField
        label={__('Parts of the API; without a selection, all')}
        value={value}
        onChange={onChange}
        options={(data ?? value).map((name) => ({ value: name, label: name }))}
      />
      {isUnable && <p className="error">{__('Without wp-abilities/v1, the program cannot use any tools.')}</p>}
      {message !== undefined && (
        <p role="alert" className="error">
          {message}
        </p>
      )}
    </details>
  );
}
