// Declares the dependencies of the entry operations, and finds the content type of a request.
import type { Contract } from '../../../contract/contract.ts';
import type { ContentType, Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { Database } from '../../database/handle.ts';
import type { DependencyCache } from '../../http/dependency-cache.ts';
import type { Call } from '../../http/module.ts';
import type { TextProcessor } from '../../rendering/work/text-processor.ts';
import type { SiteContext } from '../../site-context.ts';
import type { EntryPasswords } from './check-password.ts';
import type { CursorCache } from './entry-list-pages.ts';
import type { EntryWriter } from './entry-writer.ts';
import type { SearchEstimates } from './search-estimates.ts';

/** Dependencies of the functions for entries. */
export interface EntryDeps {
  readonly contract: Contract;
  readonly database: Database;
  readonly site: SiteContext;
  /** Sanitizes and renders texts. Long texts are processed in a worker process. */
  readonly texts: TextProcessor;
  /** Writes entries in the transactions of operations. */
  readonly writer: EntryWriter;
  readonly passwords: EntryPasswords;
}

/** Dependencies of the functions that list entries. */
export interface EntryListDeps extends Pick<EntryDeps, 'contract' | 'database' | 'site' | 'passwords'> {
  readonly caches: ListCaches;
}

/** The caches of lists. */
interface ListCaches {
  readonly totals: DependencyCache<number>;
  /** Estimates of how common the words of searches are. */
  readonly estimates: SearchEstimates;
  /** Positions in lists after which a page starts. */
  readonly cursors: CursorCache;
}

/** The templates that entries can select. */
export interface SelectableTemplates {
  /** Returns the names of the templates that the active theme offers for entries of a type. */
  ofTheme(type: ContentType): readonly string[];
  /** Whether the site has published a custom template with this slug for the active theme. */
  isPublished(slug: string): Promise<boolean>;
}

/**
 * Returns the content type of the matched route. A route of data that belongs to an entry, such as its revisions, has the type of
 * the entry.
 */
export function typeOf(contract: Contract, call: Pick<Call, 'resource'>): ContentType {
  const type = contract.types.get(call.resource.type ?? '');
  if (!type) throw new Error(`the resource ${call.resource.title} has no content type`);
  return type;
}

/** Returns the taxonomies of a content type, in the order of their fields. */
export const taxonomiesOf = (contract: Contract, type: ContentType): Taxonomy[] =>
  type.taxonomies.flatMap((name) => contract.taxonomies.get(name) ?? []);
