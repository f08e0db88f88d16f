// Presents rows that already have the shape of records: descriptions, test results, icons.
import type { Parameters } from '../../contract/grammar/parameter.ts';
import type { Facts, FieldMaker, Presenter } from './module.ts';

type Properties = Readonly<Record<string, unknown>>;

/**
 * Creates a presenter that returns the declared properties of a row unchanged. All scalar properties of the row are available as
 * placeholders in the URLs of links.
 */
export function plainPresenter(...declared: readonly Parameters[]): Presenter {
  const names = new Set(declared.flatMap((fields) => Object.keys(fields)));
  return {
    prepare: async () => undefined,
    fields: Object.fromEntries([...names].map((name): [string, FieldMaker] => [name, (row: Properties) => row[name]])),
    facts: (row: Properties) => Object.fromEntries(Object.entries(row).filter(isPlain)),
  };
}

const isPlain = (property: [string, unknown]): property is [string, Facts[string]] =>
  ['string', 'number', 'boolean'].includes(typeof property[1]);
