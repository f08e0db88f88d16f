// What items lead to: found when they are read, so that they follow it (terms-menus-and-blocks.md §3.3).
import type { ItemType } from '../../../contract/cms-v2/menu-items.ts';
import type { Actor } from '../../access/actor.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { renderTitle } from '../../rendering/render.ts';
import { addressOf } from '../entries/addresses.ts';
import { findHiddenPaths } from '../entries/hidden-paths.ts';
import type { EntryParts } from '../entries/parts.ts';
import { holderOf, linkOf } from '../media/addresses.ts';
import { targetTest } from './rules.ts';
import { findTargets, findTermsOfAnyTaxonomy, type ItemRow } from './store.ts';

/** What an item shows of the thing it leads to. */
export interface Target {
  /** The type or taxonomy that the thing is really of; absent where there is none. */
  readonly name?: string;
  readonly title: { readonly raw: string; readonly rendered: string };
  /** False: an archive that there is not. */
  readonly url: string | false;
  readonly invalid: boolean;
}

type Leading = Pick<ItemRow, 'type' | 'object' | 'object_id' | 'url'>;

/**
 * Finds what items lead to, in two statements for entries and one for terms. Of an entry that the actor may not read it says as
 * little as of one that is gone.
 */
export async function findTargetsOf(
  parts: EntryParts,
  read: ReadHandle,
  actor: Actor,
  items: readonly Leading[],
): Promise<(item: Leading) => Target> {
  const idsOf = (type: ItemType) => [
    ...new Set(items.filter((each) => each.type === type).map((each) => each.object_id)),
  ];
  const [entryIds, termIds] = [idsOf('post_type'), idsOf('taxonomy')];
  const found = entryIds.length > 0 ? await findTargets(read, entryIds) : [];
  const entries = new Map(found.map((row) => [row.id, row]));
  const hidden = await findHiddenPaths(read, found);
  const terms = new Map(
    (termIds.length > 0 ? await findTermsOfAnyTaxonomy(read, termIds) : []).map((row) => [row.id, row]),
  );
  const { contract, site, settings } = parts;
  const isReadable = targetTest(actor, parts);

  const ofEntry = ({ object, object_id }: Leading): Target => {
    const entry = entries.get(object_id);
    const type = entry && contract.types.get(entry.type);
    if (!entry || !type || !isReadable(entry)) return nothing(object_id);
    return {
      name: type.name,
      title: named({ raw: entry.title, rendered: entry.title_rendered }, object_id),
      url: type.held
        ? linkOf(parts, { ...entry, above: holderOf(entry) }, hidden)
        : addressOf(entry, type, site, settings.values, hidden),
      invalid: entry.status === 'trash' || !contract.types.has(object),
    };
  };
  const ofTerm = ({ object, object_id }: Leading): Target => {
    const term = terms.get(object_id);
    const taxonomy = term && contract.taxonomies.get(term.taxonomy);
    if (!term || !taxonomy) return nothing(object_id);
    const fits = taxonomy.name === object;
    return {
      name: taxonomy.name,
      title: named({ raw: term.name, rendered: renderTitle(term.name) }, object_id),
      url: fits ? site.front + taxonomy.address.replace('{path}', term.path) : '',
      invalid: !fits,
    };
  };
  const ofArchive = ({ object, object_id }: Leading): Target => {
    const type = contract.types.get(object);
    const many = type ? type.noun.many.replace(/^./, (letter) => letter.toUpperCase()) : '';
    const url = object === 'post' ? `${site.front}/` : false;
    return { title: named({ raw: many, rendered: many }, object_id), url, invalid: !type };
  };
  return (item) => {
    if (item.type === 'post_type') return ofEntry(item);
    if (item.type === 'taxonomy') return ofTerm(item);
    if (item.type === 'post_type_archive') return ofArchive(item);
    return { title: { raw: '', rendered: '' }, url: item.url, invalid: false };
  };
}

const placeholder = (id: number) => `#${id} (no title)`;

const named = (title: Target['title'], id: number): Target['title'] =>
  title.raw === '' ? { raw: placeholder(id), rendered: placeholder(id) } : title;

const nothing = (id: number): Target => ({ title: named({ raw: '', rendered: '' }, id), url: '', invalid: true });
