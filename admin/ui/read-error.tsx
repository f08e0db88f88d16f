// Displays an error that prevents a part of a screen from being displayed.
import { __ } from '@wordpress/i18n';

interface Props {
  readonly error: Error;
  readonly retry: () => void;
}

/** Displays the message of an error and a button that tries again. */
export const ReadError = ({ error, retry }: Props) => (
  <p role="alert" className="error">
    {error.message}{' '}
    <button type="button" className="button" onClick={retry}>
      {__('Try again')}
    </button>
  </p>
);
