// POST, PUT and PATCH /sbc/v1/settings: update the submitted settings and leave the others unchanged.
import { ApiError } from 'octavo/extension';
import type { ConsentOperations } from './operations.ts';
import { type ConsentSettings, readSettings, type Services } from './settings.ts';

/** Updates settings and responds with all current settings. Throws ApiError 400 `rest_invalid_param` for duplicate category names. */
export const updateSettings = (services: Services): ConsentOperations['update-settings'] => ({
  async run(call) {
    const { args } = call;
    const { categories = [] } = args as Partial<ConsentSettings>;
    if (new Set(categories.map(({ name }) => name)).size < categories.length) {
      const message = 'Category names must be unique.';
      throw new ApiError('rest_invalid_param', 400, message, { data: { params: { categories: message } } });
    }
    await services.database.transaction(async (tx) => {
      await services.settings.write(tx, args);
      await services.recordSettingsChange(tx, call, Object.keys(args));
    });
    return { kind: 'value', value: await readSettings(services) };
  },
});
