// Presents a list of entries with rows of another module.
import type { Items, Outcome } from '../../http/module.ts';

type LoadRows<Row> = Extract<Items<Row>, { readonly load: unknown }>['load'];

/**
 * Returns the outcome of the list operation of entries with other rows. They are loaded by the IDs of the entries; `loadLong` loads the
 * rows that `load` omits because of their long texts.
 */
export function withRows<Row>(list: Outcome<unknown>, load: LoadRows<Row>, loadLong?: LoadRows<Row>): Outcome<Row> {
  if (list.kind !== 'list') throw new Error('the outcome of the list operation is not a list');
  const { kind, page, uncached } = list;
  const common = { kind, ...(page && { page }), ...(uncached !== undefined && { uncached }) };
  // Without IDs, the list is empty.
  return 'ids' in list ? { ...common, ids: list.ids, load, ...(loadLong && { loadLong }) } : { ...common, rows: [] };
}
