import { readyAnswer } from './kept-answers.ts';
import type { Pages } from './pages.ts';

const emptyPage = async () =>
  readyAnswer({ status: 200, route: undefined, headers: { 'Content-Type': 'text/html' }, body: '' }, () => []);

/** Pages with nothing on them, for services whose pages nobody looks at. */
export const emptyPages: Pages = {
  home: () => ({ html: '', policy: '' }),
  openApi: emptyPage,
  docs: emptyPage,
};
