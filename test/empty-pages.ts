import type { Pages } from '../server/edge/pages.ts';
import { prepareResponse } from '../server/edge/response-cache.ts';

const emptyPage = async () =>
  prepareResponse({ status: 200, route: undefined, headers: { 'Content-Type': 'text/html' }, body: '' }, () => []);

/** Empty pages for tests that do not read them. */
export const emptyPages: Pages = {
  home: () => ({ html: '', policy: '' }),
  openApi: emptyPage,
};
