// A dialog with a form whose data is read when it is opened.
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import { FormDialog } from './form-dialog.tsx';
import { Loading } from './loading.tsx';
import { ReadError } from './read-error.tsx';

interface Props<T> {
  readonly title: string;
  readonly close: () => void;
  /** The name of the data, which belongs to this dialog alone. */
  readonly queryKey: QueryKey;
  /** Reads the data of the form. Rejects with the reason if this fails; then the user can try again. */
  readonly load: (signal: AbortSignal) => Promise<T>;
  /** Returns the form. */
  readonly children: (data: T) => ReactNode;
}

/**
 * A modal dialog with two columns. The form is based on the data that was read when the dialog was opened: it is not read again while the
 * dialog is open, and each opening reads it anew.
 */
export function LoadedFormDialog<T>({ title, close, queryKey, load, children }: Props<T>) {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => load(signal),
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  });
  return (
    <FormDialog title={title} close={close} isReady={data !== undefined} isWide>
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <ReadError error={error} retry={() => void refetch()} />
      ) : (
        <Loading label={__('Loading…')} />
      )}
    </FormDialog>
  );
}
