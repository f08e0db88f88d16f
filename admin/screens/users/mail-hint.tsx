// Says that the site cannot send email, and how to change this.
import { createInterpolateElement } from '@wordpress/element';
import { __ } from '@wordpress/i18n';

const setting = 'OCTAVO_MAIL=smtps://USER:PASSWORD@HOST';

/** The hint, with what the user can do instead. */
export function MailHint({ instead }: { readonly instead: string }) {
  return (
    <p className="quiet">
      {createInterpolateElement(
        __('This site cannot send email: set a mail server with <setting /> and restart the service.'),
        { setting: <code>{setting}</code> },
      )}{' '}
      {instead}
    </p>
  );
}
