// What the operations of entries are given.
import type { Contract } from '../../../contract/contract.ts';
import type { ContentType, Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { Guessing } from '../../access/guessing.ts';
import type { Database } from '../../database/handle.ts';
import type { Kept } from '../../http/kept.ts';
import type { Call } from '../../http/room.ts';
import type { TextProcessor } from '../../rendering/work/text-processor.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Site } from '../../site.ts';
import type { Theme } from '../../theme/theme.ts';
import type { Clock } from '../../time/zone.ts';
import type { Bookmarks } from './pages-of-list.ts';

export interface EntryParts {
  readonly contract: Contract;
  readonly database: Database;
  readonly settings: Settings;
  readonly site: Site;
  readonly theme: Theme;
  readonly clock: Clock;
  /** The key of the site's hashes of secrets. */
  readonly key: string;
  /** The door that every try of an entry's password goes through. */
  readonly guessing: Guessing;
  /** Filters and renders texts, where they are long outside of this process. */
  readonly texts: TextProcessor;
  /** Totals that were counted, by what was counted. */
  readonly totals: Kept<number>;
  /** Where pages of lists begin. */
  readonly bookmarks: Bookmarks;
  /** The templates that the active theme offers for entries of a type. */
  readonly templatesOf: (type: ContentType) => readonly string[];
}

/** The content type whose route, or that of what belongs to its entries, was matched. */
export function typeOf(contract: Contract, call: Pick<Call, 'resource'>): ContentType {
  const type = contract.types.get(call.resource.type ?? '');
  if (!type) throw new Error(`${call.resource.title} serves no content type`);
  return type;
}

/** The taxonomies of a content type, in the order of their fields. */
export const taxonomiesOf = (contract: Contract, type: ContentType): Taxonomy[] =>
  type.taxonomies.flatMap((name) => contract.taxonomies.get(name) ?? []);
