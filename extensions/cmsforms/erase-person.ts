// DELETE on all that was sent in: what somebody has sent in who wants to be forgotten.
import type { Call, ExtensionServices, Operation } from 'octavo/extension';
import { eraseOfAddress } from './submissions-store.ts';

/** Erases everything in which an e-mail address was given, whatever form it came by; answers how much that was. */
export const erasePerson = ({ database }: ExtensionServices): Operation => ({
  async run({ args: { address } }: Call<{ address: string }>) {
    return { kind: 'value', value: { erased: await database.transaction((tx) => eraseOfAddress(tx, address)) } };
  },
});
