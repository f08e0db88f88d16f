// POST, PUT, PATCH settings: what is sent changes, the rest stays.
import { type ExtensionServices, type Operation, Refusal } from 'octavo/extension';
import { type ConsentSettings, readSettings } from './settings.ts';

/** Stores settings; answers with those in force. Throws Refusal 400 `rest_invalid_param` for a name that two categories have. */
export const updateSettings = (services: ExtensionServices): Operation => ({
  async run(call) {
    const { args } = call;
    const { categories = [] } = args as Partial<ConsentSettings>;
    if (new Set(categories.map(({ name }) => name)).size < categories.length) {
      const message = 'Each category has a name of its own.';
      throw new Refusal('rest_invalid_param', 400, message, { data: { params: { categories: message } } });
    }
    await services.database.transaction(async (tx) => {
      await services.settings.write(tx, args);
      await services.noteSettings(tx, call, Object.keys(args));
    });
    return { kind: 'value', value: await readSettings(services) };
  },
});
