// The menu of the editor has a link to the documentation of its authors, which is about another admin. Our guide replaces it.
import { setLocaleData } from '@wordpress/i18n';

/** The URL, which is a message that translations replace. */
const packageUrl = 'https://wordpress.org/documentation/article/wordpress-block-editor/';

/** Makes the item *Help* of the editor's menu, which opens a new tab, lead to a URL. It must be called after the translation is loaded. */
export const replaceHelpLink = (url: string): void => setLocaleData({ [packageUrl]: [url] });
