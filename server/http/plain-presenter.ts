// The presenter of what is a record already: descriptions, findings, pictures.
import type { Parameters } from '../../contract/grammar/parameter.ts';
import type { Facts, FieldMaker, Presenter } from './room.ts';

type Members = Readonly<Record<string, unknown>>;

/** Shows of a row the members that the declarations name, as they are; links are made of its plain members. */
export function plainPresenter(...declared: readonly Parameters[]): Presenter {
  const names = new Set(declared.flatMap((fields) => Object.keys(fields)));
  return {
    prepare: async () => undefined,
    fields: Object.fromEntries([...names].map((name): [string, FieldMaker] => [name, (row: Members) => row[name]])),
    facts: (row: Members) => Object.fromEntries(Object.entries(row).filter(isPlain)),
  };
}

const isPlain = (member: [string, unknown]): member is [string, Facts[string]] =>
  ['string', 'number', 'boolean'].includes(typeof member[1]);
