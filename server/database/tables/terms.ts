import type { Generated } from 'kysely';

/** Terms of every taxonomy. */
export interface TermsTable {
  id: Generated<number>;
  taxonomy: string;
  name: string;
  /** Sort and comparison key of the name: case-folded. */
  name_key: string;
  slug: string;
  description: string;
  description_key: string;
  parent: number;
  /** The slug, preceded by the slugs of the ancestors, as in URLs. */
  path: string;
  /** Number of published entries with the term (terms-menus-and-blocks.md §1.1). */
  count: number;
}
