// POST, PUT and PATCH /age-check/v3/admin/settings: update the submitted settings and leave the others unchanged. In `selected_terms`,
// only the selections of the submitted taxonomies are replaced.
import { ApiError } from 'octavo/extension';
import { maxTaxonomies } from './contract.ts';
import type { AgeCheckOperations } from './operations.ts';
import { readSettings, type Services } from './settings.ts';

/** Updates settings and responds with all current settings. Throws ApiError 400 `rest_invalid_param` if there are too many taxonomies. */
export const updateSettings = (services: Services): AgeCheckOperations['update-settings'] => ({
  async run(call) {
    const submitted = call.args;
    await services.database.transaction(async (tx) => {
      await tx.lock('settings of age-check');
      const { selected_terms } = await readSettings(services, tx);
      const merged = submitted.selected_terms && { selected_terms: { ...selected_terms, ...submitted.selected_terms } };
      if (merged && Object.keys(merged.selected_terms).length > maxTaxonomies) throw tooManyTaxonomies();
      await services.settings.write(tx, { ...submitted, ...merged });
      await services.recordSettingsChange(tx, call, Object.keys(submitted));
    });
    return { kind: 'value', value: await readSettings(services) };
  },
});

function tooManyTaxonomies(): ApiError {
  const message = `selected_terms can contain at most ${maxTaxonomies} taxonomies.`;
  return new ApiError('rest_invalid_param', 400, message, { data: { params: { selected_terms: message } } });
}
