// GET check: whether a visitor may enter. What a visitor tells is remembered in a signed cookie of theirs, nowhere else.
import {
  type Call,
  cookieIn,
  cookieOf,
  type ExtensionServices,
  isSignedIn,
  type Operation,
  Refusal,
} from 'octavo/extension';
import { ageAt } from './age.ts';
import { type AgeCheckSettings, readSettings } from './settings.ts';
import { carriesOne } from './terms.ts';

/** The cookie, and what it is sealed for. */
const cookie = 'age_check';

const day = 24 * 60 * 60;

/** How long a cookie holds that ends with the browser: browsers that restore their windows never end. Seconds. */
const atMost = day;

type Reason = 'not-enabled' | 'signed-in' | 'not-restricted' | 'old-enough' | 'too-young' | 'unknown';

/**
 * Answers whether a visitor may enter, and why: `post` names the entry asked for, `birth_date` or `confirm` tell of the visitor
 * what is not known yet.
 *
 * Throws Refusal 400 `rest_invalid_param` for what cannot be read, 429 `age_check_too_many`.
 */
export function checkAge(services: ExtensionServices): Operation {
  return {
    async run(call) {
      const settings = await readSettings(services);
      const told = toldAge(call, settings, services.clock());
      // Who tells one age after the other is looking for the one that is let in.
      if (told !== undefined) services.requireCalm(call, 'tell an age', { most: 20 });
      const known = told ?? rememberedAge(services, call);
      const reason = await reasonFor(services, call, settings, known);
      const { required_age, method } = settings;
      const allowed = reason !== 'too-young' && reason !== 'unknown';
      const value = { allowed, restricted: !unrestricted.includes(reason), reason, required_age, method };
      if (told === undefined) return { kind: 'value', value };
      const seconds = settings.remember_days * day || atMost;
      const sealed = services.seal(cookie, { age: told }, services.clock() + seconds * 1000);
      const lasting = cookieOf(cookie, sealed, seconds, services.site.home);
      const header = settings.remember_days === 0 ? lasting.replace(/; Max-Age=\d+/, '') : lasting;
      return { kind: 'value', value, headers: { 'Set-Cookie': header } };
    },
  };
}

const unrestricted: readonly Reason[] = ['not-enabled', 'signed-in', 'not-restricted'];

async function reasonFor(
  services: ExtensionServices,
  call: Call,
  settings: AgeCheckSettings,
  age: number | undefined,
): Promise<Reason> {
  const entry = entryOf(call);
  if (!settings.enabled) return 'not-enabled';
  if (settings.exempt_signed_in && isSignedIn(call.actor)) return 'signed-in';
  if (settings.applies_to === 'selected' && !(await carriesOne(services, entry, settings.selected_terms)))
    return 'not-restricted';
  if (age === undefined) return 'unknown';
  return age >= settings.required_age ? 'old-enough' : 'too-young';
}

/** The number of the entry asked for; 0: none. */
function entryOf(call: Call): number {
  const sent = call.sent('post') ?? 0;
  const entry = typeof sent === 'string' && /^\d+$/.test(sent) ? Number(sent) : sent;
  if (Number.isSafeInteger(entry)) return Number(entry);
  throw invalid('post', 'post is the number of an entry.');
}

/** The age that a visitor tells now; undefined: none. Who confirms to be old enough is as old as is required. */
function toldAge(call: Call, { method, required_age }: AgeCheckSettings, now: number): number | undefined {
  if (method === 'confirm')
    return ['1', 'true', true, 1].includes(call.sent('confirm') as string) ? required_age : undefined;
  const birth = call.sent('birth_date');
  if (birth === undefined || birth === '') return undefined;
  const age = typeof birth === 'string' ? ageAt(birth, now) : undefined;
  if (age === undefined)
    throw invalid('birth_date', 'birth_date is a day that somebody can have been born on, such as 1990-05-31.');
  return age;
}

function rememberedAge(services: ExtensionServices, call: Call): number | undefined {
  const found = services.unseal(cookie, cookieIn(call, cookie) ?? '') as { age?: unknown } | undefined;
  return typeof found?.age === 'number' ? found.age : undefined;
}

const invalid = (name: string, message: string) =>
  new Refusal('rest_invalid_param', 400, message, { data: { params: { [name]: message } } });
