// Displays an error that prevents a screen from being displayed.
import { __ } from '@wordpress/i18n';
import { Link } from 'wouter';
import { paths } from './paths.ts';

interface Props {
  /** The error; `status` is the HTTP status if it is a response. */
  readonly error: Error & { readonly status?: number };
  readonly retry: () => void;
}

/** Displays the message of an error and a button that tries again; if this cannot help, a link to the home screen. */
export function Failure({ error, retry }: Props) {
  const isFinal = error.status === 403 || error.status === 404;
  return (
    <div className="failure" role="alert">
      <h1>{isFinal ? __('This page is not available') : __('This page could not be loaded')}</h1>
      <p>{error.message}</p>
      {isFinal ? (
        <Link href={paths.home}>{__('Go to the home page of the admin')}</Link>
      ) : (
        <button type="button" className="button" onClick={retry}>
          {__('Try again')}
        </button>
      )}
    </div>
  );
}
