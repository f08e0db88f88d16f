// Resolves the targets of menu items when the items are read, so that items always present the current title and URL of their
// targets (terms-menus-and-blocks.md §3.3).
import type { ItemType } from '../../../contract/cms-v2/menu-items.ts';
import type { Actor } from '../../access/actor.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { renderTitle } from '../../rendering/render.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { findHiddenPaths } from '../entries/hidden-paths.ts';
import { entryUrl } from '../entries/urls.ts';
import { mediaUrl, parentEntryFromRow } from '../media/urls.ts';
import { createTargetCheck } from './conditions.ts';
import { findTargets, findTermsOfAnyTaxonomy, type ItemRow } from './store.ts';

/** Presented values of the target of an item. */
export interface Target {
  /** Name of the actual type or taxonomy of the target; absent if the target does not exist. */
  readonly name?: string;
  readonly title: { readonly raw: string; readonly rendered: string };
  /** URL of the target; false for an archive that does not exist. */
  readonly url: string | false;
  readonly invalid: boolean;
}

type LinkTarget = Pick<ItemRow, 'type' | 'object' | 'object_id' | 'url'>;

/**
 * Resolves the targets of items. The number of statements does not depend on the number of items. An entry that the actor may not
 * read is presented like a deleted one.
 */
export async function resolveTargets(
  deps: EntryDeps,
  read: ReadHandle,
  actor: Actor,
  items: readonly LinkTarget[],
): Promise<(item: LinkTarget) => Target> {
  const idsOf = (type: ItemType) => [
    ...new Set(items.filter((each) => each.type === type).map((each) => each.object_id)),
  ];
  const [entryIds, termIds] = [idsOf('post_type'), idsOf('taxonomy')];
  const found = entryIds.length > 0 ? await findTargets(read, entryIds) : [];
  const entries = new Map(found.map((row) => [row.id, row]));
  const hiddenPaths = await findHiddenPaths(read, found);
  const terms = new Map(
    (termIds.length > 0 ? await findTermsOfAnyTaxonomy(read, termIds) : []).map((row) => [row.id, row]),
  );
  const { contract } = deps;
  const { urls } = deps.site;
  const isReadable = createTargetCheck(actor, deps);

  const entryTarget = ({ object, object_id }: LinkTarget): Target => {
    const entry = entries.get(object_id);
    const type = entry && contract.types.get(entry.type);
    if (!entry || !type || !isReadable(entry)) return missingTarget(object_id);
    return {
      name: type.name,
      title: withPlaceholderTitle({ raw: entry.title, rendered: entry.title_rendered }, object_id),
      url: type.held
        ? mediaUrl(deps, { ...entry, above: parentEntryFromRow(entry) }, hiddenPaths)
        : entryUrl(entry, type, deps.site, hiddenPaths),
      invalid: entry.status === 'trash' || !contract.types.has(object),
    };
  };
  const termTarget = ({ object, object_id }: LinkTarget): Target => {
    const term = terms.get(object_id);
    const taxonomy = term && contract.taxonomies.get(term.taxonomy);
    if (!term || !taxonomy) return missingTarget(object_id);
    const matchesTaxonomy = taxonomy.name === object;
    return {
      name: taxonomy.name,
      title: withPlaceholderTitle({ raw: term.name, rendered: renderTitle(term.name) }, object_id),
      url: matchesTaxonomy ? urls.front + taxonomy.address.replace('{path}', term.path) : '',
      invalid: !matchesTaxonomy,
    };
  };
  const archiveTarget = ({ object, object_id }: LinkTarget): Target => {
    const type = contract.types.get(object);
    const label = type ? type.noun.many.replace(/^./, (letter) => letter.toUpperCase()) : '';
    const url = object === 'post' ? `${urls.front}/` : false;
    return { title: withPlaceholderTitle({ raw: label, rendered: label }, object_id), url, invalid: !type };
  };
  return (item) => {
    if (item.type === 'post_type') return entryTarget(item);
    if (item.type === 'taxonomy') return termTarget(item);
    if (item.type === 'post_type_archive') return archiveTarget(item);
    return { title: { raw: '', rendered: '' }, url: item.url, invalid: false };
  };
}

const placeholderTitle = (id: number) => `#${id} (no title)`;

const withPlaceholderTitle = (title: Target['title'], id: number): Target['title'] =>
  title.raw === '' ? { raw: placeholderTitle(id), rendered: placeholderTitle(id) } : title;

const missingTarget = (id: number): Target => ({
  title: withPlaceholderTitle({ raw: '', rendered: '' }, id),
  url: '',
  invalid: true,
});
