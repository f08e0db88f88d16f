import type { Block } from '../../blocks/parse.ts';
import { escapeLiteral, textOf, titleOf, wrapperAttributes } from '../../blocks/text.ts';
import type { BlockContext, DynamicBlock } from '../dynamic-block.ts';
import type { LoadedData, Need } from '../needs.ts';
import type { EntryView } from '../views.ts';

/**
 * The path from the front page to an entry: its ancestors or, if there are none or `prefersTaxonomy` is set, one of its categories. An
 * entry without categories always has its ancestors.
 */
export const breadcrumbs: DynamicBlock = { name: 'core/breadcrumbs', needs, render };

/** Taxonomy for entries without ancestors. */
const taxonomy = 'category';

function needs(_: Block, { entry }: BlockContext): Need[] {
  return [
    { kind: 'terms of entry', id: entry.id },
    ...(entry.parent > 0 ? [{ kind: 'ancestors', parent: entry.parent } as const] : []),
  ];
}

function render(block: Block, { entry }: BlockContext, found: LoadedData): string {
  const { showHomeItem, showCurrentItem, separator } = block.attributes;
  const link = (url: string, text: string) => `<a href="${url}">${text}</a>`;
  const [term] = found.termsOf(entry.id, taxonomy);
  const ancestorLinks = ancestorsOf(entry, found).map((each) => link(each.url, titleOf(each)));
  const usesTerm = block.attributes.prefersTaxonomy === true || ancestorLinks.length === 0;
  const items = [
    ...(showHomeItem === false ? [] : [link(`${found.site.front}/`, 'Home')]),
    ...(usesTerm && term ? [link(term.url, textOf(term.name))] : ancestorLinks),
    ...(showCurrentItem === false ? [] : [`<span aria-current="page">${titleOf(entry)}</span>`]),
  ];
  if (items.length === 0) return '';
  const separatorText = typeof separator === 'string' && separator.trim() !== '' ? separator.trim().slice(0, 20) : '/';
  const separatorHtml = `<span class="wp-block-breadcrumbs__separator" aria-hidden="true">${escapeLiteral(separatorText)}</span> `;
  const list = items.map((item, at) => `<li>${at > 0 ? separatorHtml : ''}${item}</li>`).join(' ');
  return `<nav${wrapperAttributes(block)} aria-label="Breadcrumbs"><ol>${list}</ol></nav>`;
}

/** Maximum number of ancestors in the path. */
const maxAncestors = 20;

/** Returns the published ancestors of an entry, beginning with the topmost. Stops at cycles. */
function ancestorsOf({ id, parent }: EntryView, found: LoadedData): EntryView[] {
  const above = new Map([[id, undefined as EntryView | undefined]]);
  for (let next = parent; next > 0 && !above.has(next) && above.size <= maxAncestors; ) {
    const entry = found.entry(next);
    if (!entry) break;
    above.set(next, entry);
    next = entry.parent;
  }
  return [...above.values()].filter((entry) => entry !== undefined).reverse();
}
