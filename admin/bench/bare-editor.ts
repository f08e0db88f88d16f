// The smallest page with the block editor of the packages, with which bench/admin.ts compares the admin. It has the same data, and nothing
// else: no shell, no locks, no local copies, no versions.
import apiFetch from '@wordpress/api-fetch';
import { dispatch } from '@wordpress/data';
import { initializeEditor } from '@wordpress/edit-post';
import { store as preferencesStore } from '@wordpress/preferences';

/** The URL of the style sheet of the canvas, which the build inserts. */
declare const CANVAS_STYLE: string;

const [, type = '', id = ''] = /\/content\/([\w-]+)\/(\d+)$/.exec(location.pathname) ?? [];
const api = `${location.origin}/admin/api/`;
const nonce = await (await fetch('/account/nonce')).text();
const headers = { 'X-WP-Nonce': nonce };
const { settings, preload } = await (await fetch(`${api}octavo/v1/editors/${id}`, { headers })).json();
apiFetch.use((options, next) => next({ ...options, headers: { ...options.headers, ...headers } }));
apiFetch.use(apiFetch.createRootURLMiddleware(api));
apiFetch.use(apiFetch.mediaUploadMiddleware);
apiFetch.use(apiFetch.createPreloadingMiddleware(preload));
const styles = `<link rel="stylesheet" href="${CANVAS_STYLE}">`;
initializeEditor('editor', type, Number(id), { ...settings, __unstableResolvedAssets: { styles, scripts: '' } }, {});
dispatch(preferencesStore).setDefaults('core/edit-post', {
  ...{ fullscreenMode: true, themeStyles: true },
  ...{ welcomeGuide: false, welcomeGuideTemplate: false },
});
