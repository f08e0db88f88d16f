// Finds the public page that displays what is open in the site editor.
import { select } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { send } from '../client.ts';

/** The lists of the entries that templates for single entries display, by the beginning of the names of these templates. */
const entryLists: readonly (readonly [template: RegExp, path: string])[] = [
  [/^(?:single|singular)(?:-post)?$/, '/wp/v2/posts'],
  [/^page$/, '/wp/v2/pages'],
];

/** Pages of other templates, below the home page. A page that does not exist displays the template for it. */
const pathsOfTemplates: Readonly<Record<string, string>> = { search: '?s=', '404': 'octavo-preview-404/' };

/**
 * Returns the URL of a public page that displays the template that is open in the site editor; the home page if another record is open, or if
 * there is no such page. `home` is the URL of the home page in the preview.
 */
export async function previewedPage(home: string): Promise<string> {
  const { getCurrentPostId, getCurrentPostType } = select(editorStore);
  if (getCurrentPostType() !== 'wp_template') return home;
  const slug = String(getCurrentPostId()).split('//').at(-1) ?? '';
  const path = pathsOfTemplates[slug];
  if (path !== undefined) return inPreview(path, home);
  const list = entryLists.find(([template]) => template.test(slug))?.[1];
  if (list === undefined) return home;
  const query = { per_page: 1, status: 'publish', _fields: 'link' };
  const { data } = await send<readonly { readonly link: string }[]>(list, { query });
  return data[0] ? inPreview(new URL(data[0].link).pathname + new URL(data[0].link).search, home) : home;
}

/** Returns the URL of a page in the preview whose home page has a URL. */
function inPreview(path: string, home: string): string {
  const url = new URL(path, home);
  for (const [name, value] of new URL(home).searchParams) url.searchParams.set(name, value);
  return url.href;
}
