// The screen for URLs without a screen, and for screens that the user may not see.
import { __ } from '@wordpress/i18n';
import { Link } from 'wouter';
import { paths } from '../../ui/paths.ts';

/** Says that there is no screen at this URL. */
export function NotFound() {
  return (
    <div className="failure">
      <h1>{__('Page not found')}</h1>
      <p>{__('There is no page at this URL, or you are not allowed to see it.')}</p>
      <p>
        <Link href={paths.home}>{__('Go to the home page of the admin')}</Link>
      </p>
    </div>
  );
}
