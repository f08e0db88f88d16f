// Says why an account was not connected, and what to do.
import { __ } from '@wordpress/i18n';

/** Returns the text about a failure with this code of the service. */
export const failureText = (reason: string): string =>
  texts()[reason] ?? __('The reason is unknown. Connect the account again.');

const texts = (): Readonly<Record<string, string>> => ({
  unknown_state: __(
    'The authorization is unknown, was used before, or has expired after ten minutes, or the settings were changed meanwhile. Connect the account again.',
  ),
  other_browser: __(
    'The authorization was started in another browser, or at another URL of this site. Connect the account again in this browser.',
  ),
  access_denied: __(
    'The access was denied at the provider. Connect the account again, and allow the site to send emails.',
  ),
  no_code: __(
    'The provider has reported an error. Connect the account again. If that fails, too, check how this site is registered with the provider.',
  ),
  no_refresh_token: __(
    'The provider allows the access only for a short time. Remove this site from the applications of the account at the provider, then connect the account again.',
  ),
  no_account: __(
    'The provider did not say which account it is. Enter its email address in the settings, then connect the account again.',
  ),
  settings_changed: __('The settings were changed meanwhile. Connect the account again.'),
  invalid_client: rejectedClient(),
  unauthorized_client: rejectedClient(),
  invalid_grant: __(
    'The provider has rejected the authorization, which may have expired or was used before. Connect the account again.',
  ),
  invalid_scope: __(
    'The provider does not allow this site to send emails. Add this permission where the site is registered with the provider, then connect the account again.',
  ),
  invalid_request: unexpectedResponse(),
  unsupported_grant_type: unexpectedResponse(),
  invalid_response: unexpectedResponse(),
  unreachable: __(
    'The provider did not respond. Try again in some minutes. If that fails, too, check the token URL in the settings, and whether the service can reach it.',
  ),
  host_not_allowed: __(
    'The service may not send requests to the host of the token URL. Correct the URL in the settings, or ask the operator to allow the host.',
  ),
  not_encrypted: __('The token URL does not use HTTPS. Correct it in the settings, then connect the account again.'),
  invalid_url: __('The token URL is invalid. Correct it in the settings, then connect the account again.'),
});

const rejectedClient = () =>
  __(
    'The provider has rejected the client ID or the client secret. Enter both again in the settings, then connect the account again.',
  );

const unexpectedResponse = () =>
  __(
    'The provider has responded in an unexpected way. Check the token URL in the settings, then connect the account again.',
  );
