// DELETE on all that was sent in: what somebody has sent in who wants to be forgotten.
import type { Call, ExtensionServices, Operation } from 'octavo/extension';
import { eraseAll } from './erase.ts';
import { findOfAddress } from './submissions-store.ts';

/** Erases everything in which an e-mail address was given, whatever form it came by; answers how much that was. */
export const erasePerson = (services: ExtensionServices): Operation => ({
  async run(call: Call<{ address: string }>) {
    const { address } = call.args;
    const erased = await eraseAll(
      services,
      (read, limit) => findOfAddress(read, address, limit),
      (tx, count) => services.noteErased(tx, call, { kind: 'submission', id: 0, count }),
    );
    return { kind: 'value', value: { erased } };
  },
});
