// A section of the home screen.
import { __ } from '@wordpress/i18n';
import { type ReactNode, useId } from 'react';

interface Props {
  readonly title: string;
  /** The number of items, if it is known. */
  readonly total?: number | undefined;
  readonly error: Error | null;
  readonly isLoading: boolean;
  readonly children: ReactNode;
}

/** A section with a title, which shows its own loading state and error, so that the other sections remain usable. */
export function Card({ title, total, error, isLoading, children }: Props) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id} aria-busy={isLoading}>
      <h2 id={id}>
        {title}
        {total ? <span className="count">{total}</span> : null}
      </h2>
      {error ? (
        <p role="alert" className="error">
          {error.message}
        </p>
      ) : isLoading ? (
        <p className="quiet">{__('Loading…')}</p>
      ) : (
        children
      )}
    </section>
  );
}
