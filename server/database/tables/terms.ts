import type { Generated } from 'kysely';

/** Terms of every taxonomy. */
export interface TermsTable {
  id: Generated<number>;
  taxonomy: string;
  name: string;
  /** The name as it is ordered and compared by: folded. */
  name_key: string;
  slug: string;
  description: string;
  description_key: string;
  parent: number;
  /** The slug below the slugs of its parents, as addresses show it. */
  path: string;
  /** How many published entries carry it (terms-menus-and-blocks.md §1.1). */
  count: number;
}
