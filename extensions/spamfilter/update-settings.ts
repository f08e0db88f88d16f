// POST, PUT, PATCH settings: what is sent changes, the rest stays.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { toldSettings } from './get-settings.ts';

/** Stores settings; answers with those in force. A key that another checker has verified is not verified any more. */
export const updateSettings = (services: ExtensionServices): Operation => ({
  async run({ args }) {
    await services.database.transaction(async (tx) => {
      await tx.lock('settings of spamfilter');
      const before = await services.settings.read(tx);
      const moves = (args.spamfilter_endpoint ?? before.spamfilter_endpoint) !== before.spamfilter_endpoint;
      const doubted = moves && before.key_status === 'valid' ? { key_status: 'unverified' } : {};
      await services.settings.write(tx, { ...args, ...doubted });
    });
    return { kind: 'value', value: await toldSettings(services) };
  },
});
