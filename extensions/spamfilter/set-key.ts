// POST, PUT, PATCH key: the key for the checker.
import { type ExtensionServices, type Operation, Refusal } from 'octavo/extension';
import { toldKey } from './get-key.ts';
import { verifyKey } from './remote.ts';
import { readSettings } from './settings.ts';

/**
 * Sets the key, once the checker knows it. Where the checker cannot be reached the key is kept as not verified.
 *
 * Throws Refusal 400 `spamfilter_invalid_key`.
 */
export const setKey = (services: ExtensionServices): Operation => ({
  async run({ args }) {
    const key = String(args.key);
    const { spamfilter_endpoint: endpoint } = await readSettings(services);
    const said = await verifyKey(services, endpoint, key);
    if (said === 'invalid') throw new Refusal('spamfilter_invalid_key', 400, 'The checker does not know this key.');
    const changes = { key, key_status: said };
    await services.database.transaction((tx) => services.settings.write(tx, changes));
    return { kind: 'value', value: toldKey(changes) };
  },
});
