// POST, PUT, PATCH key: the key for the checker.
import { type ExtensionServices, type Operation, Refusal } from 'octavo/extension';
import { toldKey } from './get-key.ts';
import { verifyKey } from './remote.ts';
import { readSettings } from './settings.ts';

/**
 * Sets the key, once the checker knows it. Where the checker cannot be reached the key is kept as not verified.
 *
 * Throws Refusal 400 `spamfilter_invalid_key`, 409 `spamfilter_endpoint_changed`.
 */
export const setKey = (services: ExtensionServices): Operation => ({
  async run(call) {
    const key = String(call.args.key);
    const { spamfilter_endpoint: endpoint } = await readSettings(services);
    const said = await verifyKey(services, endpoint, key);
    if (said === 'invalid') throw new Refusal('spamfilter_invalid_key', 400, 'The checker does not know this key.');
    const changes = { key, key_status: said };
    await services.database.transaction(async (tx) => {
      await tx.lock('settings of spamfilter');
      if ((await readSettings(services, tx)).spamfilter_endpoint !== endpoint)
        throw new Refusal('spamfilter_endpoint_changed', 409, 'The checker was changed meanwhile; set the key again.');
      await services.settings.write(tx, changes);
      await services.noteSettings(tx, call, ['key']);
    });
    return { kind: 'value', value: toldKey(changes) };
  },
});
