// Results of a search to records (protocol.md §18).
import type { DescribedType, Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { FieldMaker, Presenter } from '../../http/room.ts';
import { RENDERER_VERSION } from '../../rendering/render.ts';
import { addressOf } from '../entries/addresses.ts';
import { findHiddenPaths, type HiddenPaths } from '../entries/hidden-paths.ts';
import type { EntryParts } from '../entries/parts.ts';
import { findRawText } from '../entries/store.ts';
import { titleOf as titleOfEntry } from '../entries/texts.ts';
import { termAddress } from '../terms/addresses.ts';
import type { Found } from './found.ts';

interface Prepared {
  /** Titles made anew, of entries whose stored one an older renderer had made. */
  readonly titles: ReadonlyMap<number, string>;
  readonly hiddenPaths: HiddenPaths;
}

/** The presenter of results. */
export function searchPresenter(parts: EntryParts): Presenter {
  const { contract } = parts;
  const behind = (found: Found): Pick<DescribedType | Taxonomy, 'name' | 'restBase' | 'restNamespace'> | undefined =>
    found.kind === 'post-format'
      ? undefined
      : (contract.types.get(nameOf(found)) ?? contract.taxonomies.get(nameOf(found)));
  const fields: Record<string, (found: Found, prepared: Prepared) => unknown> = {
    id: (found) => (found.kind === 'post-format' ? found.format : found.row.id),
    title: titleOf,
    url: (found, { hiddenPaths }) => urlOf(parts, found, hiddenPaths),
    type: (found) => (found.kind === 'term' ? found.row.taxonomy : found.kind),
    subtype: (found) => (found.kind === 'post' ? found.row.type : undefined),
  };
  return {
    prepare: async (rows: readonly Found[], { projection: { wants } }): Promise<Prepared> => ({
      titles: await freshTitles(parts, wants.has('title') ? rows : []),
      hiddenPaths: await findHiddenPaths(parts.database.read, wants.has('url') ? entriesOf(rows) : []),
    }),
    fields: fields as Record<string, FieldMaker>,
    facts: (found: Found) => {
      const resource = behind(found);
      if (!resource || found.kind === 'post-format') return {};
      const { restNamespace, restBase, name } = resource;
      const group = found.kind === 'post' ? 'types' : 'taxonomies';
      return { rest_namespace: restNamespace, rest_base: restBase, id: found.row.id, group, name };
    },
    selfOf: (found: Found) => {
      const resource = contract.resources.get(nameOf(found));
      return resource && found.kind !== 'post-format' ? { resource, row: found.row } : undefined;
    },
  };
}

const entriesOf = (rows: readonly Found[]) => rows.flatMap((found) => (found.kind === 'post' ? [found.row] : []));

/** The content type or taxonomy of a result. */
const nameOf = (found: Found): string =>
  found.kind === 'post' ? found.row.type : found.kind === 'term' ? found.row.taxonomy : '';

/** Of terms the stored name, of formats the name with a capital. */
function titleOf(found: Found, { titles }: Prepared): string {
  if (found.kind === 'post') return titles.get(found.row.id) ?? found.row.title_rendered;
  return found.kind === 'term' ? found.row.name : found.format.replace(/^./, (letter) => letter.toUpperCase());
}

function urlOf({ contract, site, settings }: EntryParts, found: Found, hidden: HiddenPaths): string {
  if (found.kind === 'post-format') return `${site.front}/type/${found.format}/`;
  if (found.kind === 'term') return termAddress(found.row, contract.taxonomies.get(found.row.taxonomy), site.front);
  const type = contract.types.get(found.row.type);
  return type ? addressOf(found.row, type, site, settings.values, hidden) : '';
}

async function freshTitles({ database }: EntryParts, rows: readonly Found[]): Promise<Prepared['titles']> {
  const stale = new Map(
    rows.flatMap((found) =>
      found.kind === 'post' && found.row.renderer !== RENDERER_VERSION ? [[found.row.id, found.row] as const] : [],
    ),
  );
  const texts = stale.size === 0 ? [] : await findRawText(database.read, [...stale.keys()]);
  return new Map(
    texts.flatMap(({ id, title }) => {
      const row = stale.get(id);
      return row ? [[id, titleOfEntry({ ...row, title })]] : [];
    }),
  );
}
