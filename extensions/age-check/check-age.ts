// GET /age-check/v3/check: checks whether a visitor is old enough for a page. The age is stored only in a signed cookie of the visitor.
import { ApiError, type Call, type ExtensionServices, getCookie, isSignedIn, serializeCookie } from 'octavo/extension';
import type { AgeCheckOperations, AgeCheckSettings, Services } from './contract.ts';

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
export function checkAge(services: Services): AgeCheckOperations['check-age'] {
  return {
    async run(call) {
      const settings = await services.settings.read();
      const submittedAge = parseSubmittedAge(call, settings, services.clock());
      // The rate limit makes it harder to try dates of birth until one is accepted.
      if (submittedAge !== undefined) await services.security.rateLimit(call, 'submit an age', { max: 20 });
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
