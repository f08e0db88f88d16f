// Implements the endpoints of age-check: settings and the terms of public taxonomies. The check itself is in check-age.ts.
import {
  ApiError,
  type ContentTerm,
  type ExtensionServices,
  implement,
  type Module,
  type Permissions,
} from 'octavo/extension';
import { checkAge } from './check-age.ts';
import {
  type AgeCheckEndpoints,
  type AgeCheckOperations,
  ageCheckModule,
  maxTaxonomies,
  type Services,
} from './contract.ts';

const forbiddenError = { code: 'age_check_cannot_manage', message: 'You are not allowed to manage the age check.' };

const permissions: Permissions<AgeCheckEndpoints> = {
  'manage-age-check': { permit: ({ actor }) => (actor.can('manage_options') ? undefined : forbiddenError) },
};

/** Returns the endpoints of the age check. */
export const ageCheckEndpoints = (services: Services): Module =>
  implement(ageCheckModule, {
    permissions,
    operations: {
      'check-age': checkAge(services),
      'list-terms': listTerms(services),
      'list-selected-terms': listSelectedTerms(services),
      'list-all-terms': listAllTerms(services),
      'get-settings': getSettings(services),
      'update-settings': updateSettings(services),
    },
  });

/** Responds with the current settings. */
const getSettings = (services: Services): AgeCheckOperations['get-settings'] => ({
  run: () => presentSettings(services),
});

/** Returns a response with the current settings, and with their version. */
async function presentSettings({ settings }: Services) {
  const value = await settings.read();
  return { kind: 'value', value, stateOf: value } as const;
}

/**
 * Updates the submitted settings and responds with all current settings. In `selected_terms`, only the selections of the submitted
 * taxonomies are replaced. Throws ApiError 400 `rest_invalid_param` if there are too many taxonomies.
 */
const updateSettings = (services: Services): AgeCheckOperations['update-settings'] => ({
  async run(call) {
    const submitted = call.args;
    await services.database.transaction(async (tx) => {
      await tx.lock('settings of age-check');
      await call.requireMatch();
      const { selected_terms } = await services.settings.read(tx);
      const merged = submitted.selected_terms && { selected_terms: { ...selected_terms, ...submitted.selected_terms } };
      if (merged && Object.keys(merged.selected_terms).length > maxTaxonomies) throw tooManyTaxonomies();
      await services.settings.write(tx, { ...submitted, ...merged });
      await services.record.settingsChange(tx, call, Object.keys(submitted));
    });
    return presentSettings(services);
  },
});

function tooManyTaxonomies(): ApiError {
  const message = `selected_terms can contain at most ${maxTaxonomies} taxonomies.`;
  return new ApiError('rest_invalid_param', 400, message, { data: { params: { selected_terms: message } } });
}

/** Responds with the terms of a taxonomy; `selected` states whether a term is selected. Throws the same errors as `loadTerms`. */
const listTerms = (services: Services): AgeCheckOperations['list-terms'] => ({
  async run({ args: { taxonomy } }) {
    const { selected_terms } = await services.settings.read();
    const selected = selectedIds(selected_terms, taxonomy);
    const terms = (await loadTerms(services, taxonomy)).map((term) => ({ ...term, selected: selected.has(term.id) }));
    return { kind: 'value', value: { taxonomy, terms } };
  },
});

/** Responds with the selected terms that still exist. Throws the same errors as `loadTerms`. */
const listSelectedTerms = (services: Services): AgeCheckOperations['list-selected-terms'] => ({
  async run({ args: { taxonomy } }) {
    const { selected_terms } = await services.settings.read();
    const selected = selectedIds(selected_terms, taxonomy);
    const terms = (await loadTerms(services, taxonomy)).filter(({ id }) => selected.has(id));
    return { kind: 'value', value: { taxonomy, terms } };
  },
});

/**
 * Responds with a value for `selected_terms` that contains every term of the taxonomy, which a user interface can submit as a setting.
 * The request itself changes nothing (contract/README.md, decision 18). Throws the same errors as `loadTerms`.
 */
const listAllTerms = (services: ExtensionServices): AgeCheckOperations['list-all-terms'] => ({
  async run({ args: { taxonomy } }) {
    const ids = (await loadTerms(services, taxonomy)).map(({ id }) => id);
    return { kind: 'value', value: { taxonomy, selected_terms: { [taxonomy]: ids } } };
  },
});

/** Returns the IDs of the selected terms of a taxonomy. */
const selectedIds = (selected: Readonly<Record<string, readonly number[]>>, taxonomy: string): Set<number> =>
  new Set(Object.hasOwn(selected, taxonomy) ? selected[taxonomy] : []);

/** Maximum number of selected terms per taxonomy. */
const maxTerms = 1000;

/**
 * Returns all terms of a taxonomy, sorted by name.
 *
 * Throws ApiError 404 `age_check_unknown_taxonomy`, and 400 `age_check_too_many_terms` if there are more terms than can be selected.
 */
async function loadTerms({ content }: ExtensionServices, taxonomy: string): Promise<ContentTerm[]> {
  if (!content.hasPublicTaxonomy(taxonomy))
    throw new ApiError('age_check_unknown_taxonomy', 404, 'No public taxonomy with this name.');
  const terms = await content.listTerms(taxonomy, maxTerms + 1);
  if (terms.length <= maxTerms) return terms;
  throw new ApiError(
    'age_check_too_many_terms',
    400,
    `This taxonomy has more than ${maxTerms} terms; select them individually.`,
  );
}
