// Names the ways of sending email.
import { __ } from '@wordpress/i18n';
import type { Mailer } from '../../data/resources/mail-setup.ts';

/** Returns the name of a way of sending email. */
export function mailerLabel(mailer: Mailer): string {
  switch (mailer) {
    case 'none':
      return __('Mail server of the configuration');
    case 'smtp':
      return __('Mail server');
    case 'google':
      return __('Google account');
    case 'microsoft':
      return __('Microsoft account');
  }
}
