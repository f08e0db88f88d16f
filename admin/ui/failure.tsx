// Displays an error that prevents a screen from being displayed.
import { __ } from '@wordpress/i18n';

interface Props {
  readonly error: Error;
  readonly retry: () => void;
}

/** Displays the message of an error and a button that tries again. */
export function Failure({ error, retry }: Props) {
  return (
    <div className="failure" role="alert">
      <h1>{__('This page could not be loaded')}</h1>
      <p>{error.message}</p>
      <button type="button" className="button" onClick={retry}>
        {__('Try again')}
      </button>
    </div>
  );
}
