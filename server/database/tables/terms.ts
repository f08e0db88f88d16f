import type { Generated } from 'kysely';
import type { PlainColumns } from '../../../contract/columns.ts';
import type { StoredColumns } from '../../../contract/grammar/column.ts';

/** Terms of every taxonomy. */
export interface TermsTable extends StoredColumns<PlainColumns<'terms'>> {
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
}
