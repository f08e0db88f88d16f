import type { Pages } from './pages.ts';

/** Pages with nothing on them, for services whose pages nobody looks at. */
export const emptyPages: Pages = {
  home: () => ({ html: '', policy: '' }),
  openApi: () => '',
  docs: () => ({ html: '', policy: '' }),
};
