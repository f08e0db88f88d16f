// Implements the endpoints of age-check: the check of visitors, settings, and the terms of public taxonomies.
import {
  ApiError,
  type Call,
  type ContentTerm,
  type ExtensionServices,
  getCookie,
  implement,
  isSignedIn,
  type Module,
  type Permissions,
  serializeCookie,
} from 'octavo/extension';
import {
  type AgeCheckEndpoints,
  type AgeCheckOperations,
  type AgeCheckSettings,
  ageCheckModule,
  maxTaxonomies,
  type Services,
} from './contract.ts';

// GET /age-check/v3/check: checks whether a visitor is old enough for a page. The age is stored only in a signed cookie of the visitor.

/** Name of the cookie, and purpose of the seal that signs it. */
const cookieName = 'age_check';

const daySeconds = 24 * 60 * 60;

/**
 * Time for which the value of a session cookie is valid, in seconds. The service limits it, because browsers that restore their windows
 * keep session cookies after they are closed.
 */
const sessionCookieSeconds = daySeconds;

type Reason = 'not-enabled' | 'signed-in' | 'not-restricted' | 'old-enough' | 'too-young' | 'unknown';

/**
 * Responds with `allowed`, which states whether the visitor may view the entry, and with the reason. Visitors may if the check does not
 * apply to them or they are old enough. `post` is the ID of the entry. `birth_date` or `confirm` submits the age, which the response stores
 * in a cookie.
 *
 * Throws ApiError 400 `rest_invalid_param`, 429 `age_check_too_many`.
 */
function checkAge(services: Services): AgeCheckOperations['check-age'] {
  return {
    async run(call) {
      const settings = await services.settings.read();
      const submittedAge = parseSubmittedAge(call, settings, services.clock());
      // The rate limit makes it harder to try dates of birth until one is accepted.
      if (submittedAge !== undefined) services.security.rateLimit(call, 'submit an age', { max: 20 });
      const age = submittedAge ?? cookieAge(services, call);
      const reason = await reasonFor(services, call, settings, age);
      const { required_age, method } = settings;
      const allowed = reason !== 'too-young' && reason !== 'unknown';
      const value = { allowed, restricted: !unrestricted.includes(reason), reason, required_age, method };
      if (submittedAge === undefined) return { kind: 'value', value };
      const seconds = settings.remember_days * daySeconds || sessionCookieSeconds;
      const sealed = services.security.seal(cookieName, { age: submittedAge }, services.clock() + seconds * 1000);
      const persistentCookie = serializeCookie(cookieName, sealed, seconds, services.site.urls.home);
      const header = settings.remember_days === 0 ? persistentCookie.replace(/; Max-Age=\d+/, '') : persistentCookie;
      return { kind: 'value', value, headers: { 'Set-Cookie': header } };
    },
  };
}

const unrestricted: readonly Reason[] = ['not-enabled', 'signed-in', 'not-restricted'];

async function reasonFor(
  services: Services,
  call: Pick<Call, 'actor' | 'submitted'>,
  settings: AgeCheckSettings,
  age: number | undefined,
): Promise<Reason> {
  const entry = requestedEntryId(call);
  if (!settings.enabled) return 'not-enabled';
  if (settings.exempt_signed_in && isSignedIn(call.actor)) return 'signed-in';
  if (settings.applies_to === 'selected' && !(await hasAnyTerm(services, entry, settings.selected_terms)))
    return 'not-restricted';
  if (age === undefined) return 'unknown';
  return age >= settings.required_age ? 'old-enough' : 'too-young';
}

/** Returns the ID of the requested entry; 0 if there is none. Throws ApiError 400 `rest_invalid_param`. */
function requestedEntryId(call: Pick<Call, 'submitted'>): number {
  const submitted = call.submitted('post') ?? 0;
  const entry = typeof submitted === 'string' && /^\d+$/.test(submitted) ? Number(submitted) : submitted;
  if (Number.isSafeInteger(entry)) return Number(entry);
  throw invalid('post', 'post must be the ID of an entry.');
}

/** Returns the submitted age in years, or undefined. Confirming counts as the required age. Throws ApiError 400 `rest_invalid_param`. */
function parseSubmittedAge(
  call: Pick<Call, 'submitted'>,
  { method, required_age }: AgeCheckSettings,
  now: number,
): number | undefined {
  if (method === 'confirm')
    return ['1', 'true', true, 1].includes(call.submitted('confirm') as string) ? required_age : undefined;
  const birthDate = call.submitted('birth_date');
  if (birthDate === undefined || birthDate === '') return undefined;
  const age = typeof birthDate === 'string' ? ageAt(birthDate, now) : undefined;
  if (age === undefined) throw invalid('birth_date', 'birth_date must be a valid date of birth, such as 1990-05-31.');
  return age;
}

function cookieAge(services: Services, call: Pick<Call, 'header'>): number | undefined {
  const cookieValue = services.security.unseal(cookieName, getCookie(call, cookieName) ?? '') as
    | { age?: unknown }
    | undefined;
  return typeof cookieValue?.age === 'number' ? cookieValue.age : undefined;
}

const invalid = (name: string, message: string) =>
  new ApiError('rest_invalid_param', 400, message, { data: { params: { [name]: message } } });

/**
 * Returns the age in full years at a timestamp in milliseconds since 1970; undefined if the date of birth (`1990-05-31`) is invalid, in the
 * future, or too long ago.
 */
export function ageAt(birthDate: string, timestamp: number): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(birthDate);
  const birthTime = new Date(`${birthDate}T00:00:00Z`);
  // Date converts 30 February to a day in March, so the result differs from the input.
  if (!match || Number.isNaN(birthTime.getTime()) || birthTime.toISOString().slice(0, 10) !== birthDate)
    return undefined;
  const today = new Date(timestamp);
  const hadBirthday =
    today.getUTCMonth() > birthTime.getUTCMonth() ||
    (today.getUTCMonth() === birthTime.getUTCMonth() && today.getUTCDate() >= birthTime.getUTCDate());
  const years = today.getUTCFullYear() - birthTime.getUTCFullYear() - (hadBirthday ? 0 : 1);
  return years >= 0 && years <= maxAge ? years : undefined;
}

/** Maximum plausible age, in years. */
const maxAge = 130;

/** Whether an entry has at least one of the given terms. An entry that does not exist or is not public has none. */
async function hasAnyTerm(
  { content }: ExtensionServices,
  entry: number,
  selected: Readonly<Record<string, readonly number[]>>,
): Promise<boolean> {
  const found = await content.findTermIds(entry);
  return Object.entries(selected).some(
    ([taxonomy, ids]) =>
      content.hasPublicTaxonomy(taxonomy) && found.get(taxonomy)?.some((id) => ids.includes(id)) === true,
  );
}

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
  run: async () => ({ kind: 'value', value: await services.settings.read() }),
});

/**
 * Updates the submitted settings and responds with all current settings. In `selected_terms`, only the selections of the submitted
 * taxonomies are replaced. Throws ApiError 400 `rest_invalid_param` if there are too many taxonomies.
 */
const updateSettings = (services: Services): AgeCheckOperations['update-settings'] => ({
  async run(call) {
    const submitted = call.args;
    await services.database.transaction(async (tx) => {
      await tx.lock('settings of age-check');
      const { selected_terms } = await services.settings.read(tx);
      const merged = submitted.selected_terms && { selected_terms: { ...selected_terms, ...submitted.selected_terms } };
      if (merged && Object.keys(merged.selected_terms).length > maxTaxonomies) throw tooManyTaxonomies();
      await services.settings.write(tx, { ...submitted, ...merged });
      await services.record.settingsChange(tx, call, Object.keys(submitted));
    });
    return { kind: 'value', value: await services.settings.read() };
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
