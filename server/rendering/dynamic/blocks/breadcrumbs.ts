import type { Block } from '../../blocks/grammar.ts';
import type { Context, DynamicBlock } from '../dynamic-block.ts';
import type { Found, Need } from '../needs.ts';
import type { ShownEntry } from '../shown.ts';
import { literal, ownAttributes, textOf, titleOf } from '../text.ts';

/** The way from the front page to an entry: its ancestors, or a category of it where it has none. */
export const breadcrumbs: DynamicBlock = { name: 'core/breadcrumbs', needs, render };

/** The taxonomy that entries without ancestors are found by. */
const taxonomy = 'category';

function needs(_: Block, { entry }: Context): Need[] {
  return [
    { kind: 'terms of entry', id: entry.id },
    ...(entry.parent > 0 ? [{ kind: 'ancestors', parent: entry.parent } as const] : []),
  ];
}

function render(block: Block, { entry }: Context, found: Found): string {
  const { showHomeItem, showCurrentItem, separator } = block.attributes;
  const link = (address: string, text: string) => `<a href="${address}">${text}</a>`;
  const [term] = found.termsOf(entry.id, taxonomy);
  const above = ancestorsOf(entry, found).map((each) => link(each.address, titleOf(each)));
  const byTerm = block.attributes.prefersTaxonomy === true || above.length === 0;
  const items = [
    ...(showHomeItem === false ? [] : [link(`${found.site.front}/`, 'Home')]),
    ...(byTerm && term ? [link(term.address, textOf(term.name))] : above),
    ...(showCurrentItem === false ? [] : [`<span aria-current="page">${titleOf(entry)}</span>`]),
  ];
  if (items.length === 0) return '';
  const sign = typeof separator === 'string' && separator.trim() !== '' ? separator.trim().slice(0, 20) : '/';
  const between = `<span class="wp-block-breadcrumbs__separator" aria-hidden="true">${literal(sign)}</span> `;
  const list = items.map((item, at) => `<li>${at > 0 ? between : ''}${item}</li>`).join(' ');
  return `<nav${ownAttributes(block)} aria-label="Breadcrumbs"><ol>${list}</ol></nav>`;
}

/** How many entries above an entry are shown. */
const maxAncestors = 20;

/** The published entries above an entry, the topmost first. Entries that are above themselves end it. */
function ancestorsOf({ id, parent }: ShownEntry, found: Found): ShownEntry[] {
  const above = new Map([[id, undefined as ShownEntry | undefined]]);
  for (let next = parent; next > 0 && !above.has(next) && above.size <= maxAncestors; ) {
    const entry = found.entry(next);
    if (!entry) break;
    above.set(next, entry);
    next = entry.parent;
  }
  return [...above.values()].filter((entry) => entry !== undefined).reverse();
}
