// Creates the navigation of the demo site.
import { compactAttributes } from '../rendering/blocks/attributes.ts';
import { navigation } from './content/site.ts';
import { targetOf } from './references.ts';
import type { DemoRun } from './run.ts';
import { type EntryOrigin, writeEntry } from './write-entry.ts';

/** Creates the navigation, whose blocks link to pages and categories. */
export async function createNavigation(run: DemoRun, origin: EntryOrigin): Promise<void> {
  const blocks = navigation.map(({ key, submenu = [] }) =>
    submenu.length === 0
      ? `<!-- wp:navigation-link ${linkAttributes(run, key, true)} /-->`
      : `<!-- wp:navigation-submenu ${linkAttributes(run, key, true)} -->\n${submenu
          .map((each) => `<!-- wp:navigation-link ${linkAttributes(run, each, false)} /-->`)
          .join('\n\n')}\n<!-- /wp:navigation-submenu -->`,
  );
  const texts = { title: 'Navigation', content: blocks.join('\n\n'), excerpt: '' };
  await writeEntry(run, 'cms_navigation', { origin, slug: 'navigation', texts });
}

function linkAttributes({ targets }: DemoRun, key: string, isTopLevel: boolean): string {
  const { id, url, title } = targetOf(targets, key);
  const [type = ''] = key.split('/');
  const kind = type === 'category' ? 'taxonomy' : 'post-type';
  const hasSubmenu = navigation.some((each) => each.key === key && each.submenu);
  const level = hasSubmenu ? { isTopLevelItem: isTopLevel } : { isTopLevelLink: isTopLevel };
  return compactAttributes(JSON.stringify({ label: title, type, id, url, kind, ...level }));
}
