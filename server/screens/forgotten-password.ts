// A letter for who has forgotten their password. Whether there is such an account, the page does not tell, nor the time it
// takes to say so, nor what is asked next.
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { findAccount } from '../access/account-password.ts';
import { findReset, writeReset } from '../access/password-resets-store.ts';
import { keyedHash, randomSecret } from '../access/secrets.ts';
import { Tries } from '../access/tries.ts';
import { isMailAddress } from '../mail/mailbox.ts';
import { queueMail } from '../mail/queue.ts';
import { now } from '../time/zone.ts';
import { field } from './fields.ts';
import { html, plainOf } from './html.ts';
import { baseOf, type ScreenParts } from './parts.ts';
import { places } from './places.ts';
import type { Reply, Screen, Visit } from './screen.ts';

/** How long a letter holds, and how long it takes until there may be another one. Milliseconds. */
const lifetime = 3600_000;
const pauseBetween = 2 * 60_000;

/** How many letters a sender may ask for, and how many an account gets: the last of them still holds when the count ends. */
const ofSender = { free: 10, counting: 60_000 } as const;
const ofAccount = { free: 5, counting: lifetime } as const;

/** A letter is begun at no moment that could be foretold, so that it slows nothing of which it could be told. Milliseconds. */
const spread = 500;

/** The secret in a letter has this many letters and digits. */
const secretLength = 43;

/** What is stored of the secret in a letter. */
export const hashOfReset = (key: string, secret: string): string => keyedHash(key, `reset ${secret}`);

/** Asks for a name, and sends a letter to who has it; where no mail can be sent, says so and whom to ask. */
export function forgottenPassword(parts: ScreenParts, later: (work: Promise<void>) => void): Screen {
  const base = baseOf(parts.site);
  const [asked, sent] = [new Tries(parts.clock, ofSender), new Tries(parts.clock, ofAccount)];
  const send = async (name: string) => {
    await pause(randomInt(spread));
    await sendLetter(parts, sent, name);
  };
  return {
    GET: async (visit) => ((await parts.canSendMail()) ? form(visit, base) : withoutMail(base)),
    async POST({ fields, from }) {
      if (!(await parts.canSendMail())) return withoutMail(base);
      const wait = asked.wait('letter', from);
      if (wait > 0) return tooMany(wait, base);
      asked.note('letter', from);
      later(send(fields.get('login') ?? ''));
      const body = html`<section class="card">
<h1>Look into your mail</h1>
<p>If there is an account of this name or address, a letter is on its way to it. The link in it holds for one hour.</p>
<p class="quiet">Nothing has come? Look among unwanted mail, and ask whoever runs this site: they can set a password too.</p>
<p class="below"><a href="${base}${places.signIn}">Back to signing in</a></p>
</section>`;
      return { kind: 'page', page: { title: 'Look into your mail', body } };
    },
  };
}

function form({ formField }: Visit, base: string): Reply {
  const body = html`<section class="card">
<h1>Forgotten your password?</h1>
<p>Tell us who you are. We send a link to your e-mail address with which you choose a new one.</p>
<form method="post" action="${base}${places.forgotten}">
${formField}
${field({ name: 'login', label: 'Username or e-mail address', autocomplete: 'username', autofocus: true })}
<button class="whole">Send me a link</button>
</form>
<p class="below"><a href="${base}${places.signIn}">Back to signing in</a></p>
</section>`;
  return { kind: 'page', page: { title: 'Forgotten password', body } };
}

/** Promises nothing where no mail server is set. */
function withoutMail(base: string): Reply {
  const body = html`<section class="card">
<h1>Forgotten your password?</h1>
<p>This site cannot send e-mail, so it cannot send you a link. Ask an administrator to set a new password for you.</p>
<p class="quiet">If you run the site yourself: <code>octavo user set-password NAME</code> sets one, and <code>OCTAVO_MAIL</code> names a mail server.</p>
<p class="below"><a href="${base}${places.signIn}">Back to signing in</a></p>
</section>`;
  return { kind: 'page', page: { title: 'Forgotten password', body } };
}

function tooMany(wait: number, base: string): Reply {
  const body = html`<section class="card">
<h1>Too many letters</h1>
<p>Too many have been asked for from where you are. Try again in ${wait} seconds.</p>
<p class="below"><a href="${base}${places.signIn}">Back to signing in</a></p>
</section>`;
  return { kind: 'page', status: 429, page: { title: 'Too many letters', body }, retryAfter: wait };
}

async function sendLetter(parts: ScreenParts, sent: Tries, name: string): Promise<void> {
  const { database, site, settings, key, clock } = parts;
  const account = await findAccount(database.read, name);
  if (!account || !isMailAddress(account.email)) return;
  const isTooSoon = (before: { readonly created: string } | undefined): boolean =>
    before !== undefined && clock() - Date.parse(`${before.created}Z`) < pauseBetween;
  // Who asks again and again must not make everybody wait who writes.
  if (sent.wait(account.id) > 0 || isTooSoon(await findReset(database.read, account.id))) return;
  sent.note(account.id);
  const secret = randomSecret(secretLength);
  const link = `${site.home}${places.reset}?key=${secret}`;
  const title = plainOf(settings.values.title) || site.home;
  await database.transaction(async (tx) => {
    await tx.lock(`password reset ${account.id}`);
    if (isTooSoon(await findReset(tx, account.id))) return;
    await writeReset(tx, {
      user_id: account.id,
      token_hash: hashOfReset(key, secret),
      email: account.email,
      created: now(clock),
      expires: now(() => clock() + lifetime),
    });
    const text = letter(title, account.login, link);
    const mail = { kind: 'password-reset', to: account.email, subject: `A new password for ${title}`, text };
    await queueMail(tx, mail, now(clock));
  });
}

const letter = (
  title: string,
  login: string,
  link: string,
): string => `Somebody has asked for a new password for ${login} at ${title}.

To choose one, follow this link within one hour:

${link}

If it was not you, leave this letter alone: nothing has changed.
`;
