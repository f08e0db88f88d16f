// Settings of the site editor, for which its package has no stable names.
import { __ } from '@wordpress/i18n';

/** Returns the settings that make the first button of the site editor lead back to a URL. */
export const siteEditorSettings = (backUrl: string) => ({
  __experimentalDashboardLink: backUrl,
  __experimentalDashboardLinkText: __('Back to the admin'),
});
