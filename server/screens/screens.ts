// The screens: pages for people who sign in. Each works without scripts.
import { actorOfSession } from '../access/identify.ts';
import { randomSecret } from '../access/secrets.ts';
import { cookieOf, readCookie, setCookie } from '../http/cookies.ts';
import { Refusal } from '../refusal.ts';
import { authorize } from './authorize.ts';
import { forgottenPassword } from './forgotten-password.ts';
import { type Bond, formField, hasToken, isFromElsewhere } from './form-token.ts';
import { html } from './html.ts';
import { always, type Frame, pageAnswer, stylesheet } from './layout.ts';
import { maxAddressLength } from './next.ts';
import { nonce } from './nonce.ts';
import { baseOf, type ScreenParts } from './parts.ts';
import { places } from './places.ts';
import { profile } from './profile.ts';
import { changeApplicationPasswords, changePassword, changeSessions } from './profile-actions.ts';
import { resetPassword } from './reset-password.ts';
import type { Reply, Screen, ScreenAnswer, ScreenRequest, Visitor } from './screen.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

export interface Screens {
  /** Answers a request for a screen; never throws. */
  answer(request: ScreenRequest): Promise<ScreenAnswer>;
  /** Waits for what was begun and not waited for. */
  settle(): Promise<void>;
}

/** The screens for which one has to be signed in: others are sent to do so, and come back. */
const forVisitors: ReadonlySet<string> = new Set([
  places.authorize,
  places.profile,
  places.password,
  places.applicationPasswords,
  places.sessions,
]);

/** Joins the screens of a site. */
export function makeScreens(parts: ScreenParts): Screens {
  const { site, key } = parts;
  const base = baseOf(site);
  const visitCookie = cookieOf(site.home, 'cms_visit');
  const underWay = new Set<Promise<void>>();
  const later = (work: Promise<void>) => {
    const watched: Promise<void> = work
      .catch((error: unknown) => parts.report(error, crypto.randomUUID()))
      .finally(() => underWay.delete(watched));
    underWay.add(watched);
  };
  const screens: ReadonlyMap<string, Screen> = new Map([
    [places.signIn, signIn(parts)],
    [places.signOut, signOut(parts)],
    [places.forgotten, forgottenPassword(parts, later)],
    [places.reset, resetPassword(parts)],
    [places.authorize, authorize(parts)],
    [places.profile, profile(parts)],
    [places.password, changePassword(parts)],
    [places.applicationPasswords, changeApplicationPasswords(parts)],
    [places.sessions, changeSessions(parts)],
    [places.nonce, nonce(parts)],
  ]);

  const respond = async (request: ScreenRequest): Promise<Reply> => {
    const screen = screens.get(request.path);
    if (!screen) return notice(404, 'Nothing is here', 'There is no page at this address.');
    const posts = request.method === 'POST';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const respondTo = posts ? screen.POST : isRead ? screen.GET : undefined;
    if (!respondTo) {
      const allow = screen.POST ? 'GET, HEAD, POST' : 'GET, HEAD';
      return { ...notice(405, 'This cannot be done', 'This page does not take such requests.'), allow };
    }
    await parts.settings.refresh();
    const token = readCookie(request.headers.cookie, parts.cookie.name);
    const visitor = await visitorOf(parts, token);
    const query = new URLSearchParams(request.query);
    if (!visitor && forVisitors.has(request.path)) {
      const whole = request.query === '' ? request.path : `${request.path}?${request.query}`;
      const wanted = whole.length <= maxAddressLength ? whole : request.path;
      return { kind: 'redirect', to: `${base}${places.signIn}?${new URLSearchParams({ next: base + wanted })}` };
    }
    const known = readCookie(request.headers.cookie, visitCookie.name);
    const visit = known ?? randomSecret(32);
    const bond: Bond = visitor ? { kind: 'session', id: visitor.session } : { kind: 'visit', id: visit };
    if (posts) {
      const isOurs = request.unseen === true || hasToken(request.fields, key, visitor || known ? bond : undefined);
      if (!isOurs || isFromElsewhere(request.headers, site.home)) return strange(base);
    }
    const reply = await respondTo({ ...request, query, visitor, token, formField: formField(key, bond) });
    const isNew = reply.kind === 'page' && !visitor && known === undefined;
    const cookies = isNew ? [setCookie(visitCookie, visit)] : [];
    return reply.kind === 'page' ? { ...reply, cookies: [...(reply.cookies ?? []), ...cookies] } : reply;
  };

  return {
    async answer(request) {
      if (request.path === places.style) return styleAnswer;
      const reply = await respond(request).catch((error: unknown) => failure(parts, error));
      return answerOf(reply, request.method, { siteTitle: parts.settings.values.title, base });
    },
    async settle() {
      await Promise.all(underWay);
    },
  };
}

async function visitorOf(parts: ScreenParts, token: string | undefined): Promise<Visitor | undefined> {
  const session = token === undefined ? undefined : await parts.sessions.find(token);
  if (!session) return undefined;
  await parts.sessions.see(session);
  const actor = await actorOfSession({ read: parts.database.read, roles: parts.roles }, session);
  return { actor, session: session.id };
}

function answerOf(reply: Reply, method: string, frame: Frame): ScreenAnswer {
  switch (reply.kind) {
    case 'page': {
      const { page, status = 200, cookies = [], retryAfter, allow } = reply;
      const lines = cookies.map((line) => ['Set-Cookie', line] as const);
      const again = retryAfter === undefined ? [] : [['Retry-After', String(retryAfter)] as const];
      const allowed = allow === undefined ? [] : [['Allow', allow] as const];
      return pageAnswer(page, frame, status, [...lines, ...again, ...allowed]);
    }
    case 'redirect': {
      const cookies = (reply.cookies ?? []).map((line) => ['Set-Cookie', line] as const);
      // What was sent is not sent again to where it leads.
      const status = method === 'POST' ? 303 : 302;
      return { status, headers: [...always, ['Location', reply.to], ...cookies], body: '' };
    }
    case 'text': {
      const type = ['Content-Type', 'text/plain; charset=UTF-8'] as const;
      return { status: reply.status ?? 200, headers: [...always, type], body: reply.text };
    }
  }
}

const styleAnswer: ScreenAnswer = {
  status: 200,
  headers: [
    ['Content-Type', 'text/css; charset=UTF-8'],
    ['Cache-Control', 'public, max-age=31536000, immutable'],
    ['X-Content-Type-Options', 'nosniff'],
  ],
  body: stylesheet,
};

const notice = (status: number, title: string, text: string): Reply & { readonly kind: 'page' } => ({
  kind: 'page',
  status,
  page: { title, body: html`<section class="card"><h1>${title}</h1><p>${text}</p></section>` },
});

/** What is said to a form that is not one of ours, or one that is too old. */
function strange(base: string): Reply {
  const body = html`<section class="card">
<h1>This form cannot be used any more</h1>
<p>It was not sent from a page of this site, or you have signed in or out since it was opened. This also happens where a browser keeps no cookies.</p>
<p><a href="${base}${places.profile}">Go on</a></p>
</section>`;
  return { kind: 'page', status: 403, page: { title: 'This form cannot be used any more', body } };
}

/** What goes wrong below, as people are told it. */
function failure({ translate, report }: ScreenParts, error: unknown): Reply {
  const refusal = error instanceof Refusal ? error : translate(error);
  if (refusal) {
    const { status, message, parts } = refusal;
    return { ...notice(status, 'This does not work at present', message), retryAfter: parts.retryAfter };
  }
  const id = crypto.randomUUID();
  report(error, id);
  return notice(500, 'Something went wrong', `Something went wrong here; it was noted under ${id}.`);
}
