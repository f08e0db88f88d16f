// Leaves out parts of packages that lead to another admin, or that load files of other hosts, which the policy of the page blocks.
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** Guides about another admin, and the items of menus that open them. */
const hiddenComponents =
  /\/(?:edit-site\/build-module\/components\/(?:welcome-guide\/index|more-menu\/welcome-guide-menu-item)|editor\/build-module\/components\/global-styles-sidebar\/welcome-guide)\.mjs$/;

/** The menu of the styles, and the condition of its item that opens a guide. */
const styleMenu = /\/editor\/build-module\/components\/global-styles\/menu\.mjs$/;
const guideCondition = '!hideWelcomeGuide && ';

/** Examples of blocks and styles. */
const examples =
  /\/(?:block-library\/build-module\/[\w-]+\/index|editor\/build-module\/components\/style-book\/duotone-examples)\.mjs$/;

/** URLs of images in examples. */
const exampleImage = /https:\/\/s\.w\.org\/[^'"`]+\.jpg/g;

/** The image that is displayed instead: a landscape. */
const landscape = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400"><path fill="#b8c7d6" d="M0 0h600v400H0z"/><path fill="#7d8f9f" d="M0 400 220 130l120 150 60-60 200 180z"/><circle cx="450" cy="90" r="40" fill="#f3ead7"/></svg>',
).replaceAll("'", '%27')}`;

/** Changes the modules. The build fails if a package has no such text any more. */
export const packageChanges: Plugin = {
  name: 'package changes',
  setup({ onLoad }) {
    onLoad({ filter: hiddenComponents }, () => ({ contents: 'export default () => null;' }));
    onLoad({ filter: styleMenu }, async ({ path }) => {
      const contents = await readFile(path, 'utf8');
      if (!contents.includes(guideCondition)) throw new Error(`${path} does not contain ${guideCondition}`);
      return { contents: contents.replace(guideCondition, 'false && ') };
    });
    onLoad({ filter: examples }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(exampleImage, landscape),
    }));
  },
};
