// Serves the screens: HTML pages for signing in and for managing an account. They work without scripts.
import { actorOfSession } from '../access/identify.ts';
import { randomSecret } from '../access/secrets.ts';
import { cookieOf, readCookie, setCookie } from '../http/cookies.ts';
import { isCrossSite } from '../http/cross-site.ts';
import { authorize } from './authorize.ts';
import { localeOfBrowser, localeOfUser } from './choose-locale.ts';
import { acceptInvitation, resetPassword } from './choose-password.ts';
import { confirmEmail } from './confirm-email.ts';
import { errorPage, expiredFormPage, methodNotAllowedPage, notFoundPage } from './error-pages.ts';
import { forgottenPassword } from './forgotten-password.ts';
import { formField, hasValidToken, type TokenBinding } from './form-token.ts';
import { commonHeaders, type PageLayout, pageResponse, stylesheet } from './layout.ts';
import { type Locale, loadLocale } from './locale.ts';
import { screenPaths } from './paths.ts';
import { profile } from './profile.ts';
import { changeApplicationPasswords, changePassword, changeSessions } from './profile-actions.ts';
import { maxUrlLength } from './redirect-urls.ts';
import { pendingPage, type SiteSetup, setupScreen } from './setup.ts';
import { nonceScreen, signIn, signOut } from './sign-in.ts';
import {
  basePathOf,
  type Reply,
  type Screen,
  type ScreenDeps,
  type ScreenRequest,
  type ScreenResponse,
  type Visitor,
} from './types.ts';

export interface Screens {
  /** Returns the response to a request for a screen. The promise never rejects. */
  handle(request: ScreenRequest): Promise<ScreenResponse>;
  /** Adds the screen with which a new site is set up. Until then, the sign-in screen says that the site is not set up. */
  offerSetup(setup: SiteSetup): void;
  /** Waits for background work, such as preparing emails. */
  waitForBackgroundWork(): Promise<void>;
}

/** Paths that require a signed-in user. Anonymous visitors are redirected to the sign-in screen, and after signing in, back to the path. */
const signedInPaths: ReadonlySet<string> = new Set([
  screenPaths.authorize,
  screenPaths.profile,
  screenPaths.password,
  screenPaths.applicationPasswords,
  screenPaths.sessions,
]);

/** Creates the screens of a site. */
export function createScreens(deps: ScreenDeps): Screens {
  const { storage, browserSessions, loginThrottle, mail, errors } = deps;
  const { site, key, settings } = storage;
  const base = basePathOf(site);
  const visitCookie = cookieOf(site.home, 'cms_visit');
  const inFlight = new Set<Promise<void>>();
  const runInBackground = (work: Promise<void>) => {
    const tracked: Promise<void> = work
      .catch((error: unknown) => errors.report(error, crypto.randomUUID()))
      .finally(() => inFlight.delete(tracked));
    inFlight.add(tracked);
  };
  let setup: SiteSetup | undefined;
  const screens = new Map<string, Screen>([
    [screenPaths.signIn, signIn(storage, browserSessions, loginThrottle)],
    [screenPaths.signOut, signOut(storage, browserSessions)],
    [screenPaths.forgotten, forgottenPassword(storage, mail, runInBackground)],
    [screenPaths.reset, resetPassword(storage, mail)],
    [screenPaths.invitation, acceptInvitation(storage, mail)],
    [screenPaths.confirmEmail, confirmEmail(storage, mail)],
    [screenPaths.authorize, authorize(storage)],
    [screenPaths.profile, profile(storage)],
    [screenPaths.password, changePassword(deps)],
    [screenPaths.applicationPasswords, changeApplicationPasswords(storage)],
    [screenPaths.sessions, changeSessions(storage)],
    [screenPaths.nonce, nonceScreen(browserSessions, key)],
  ]);

  const respond = async (
    request: ScreenRequest,
    visitor: Visitor | undefined,
    token: string | undefined,
    locale: Locale,
  ): Promise<Reply> => {
    const screen = screens.get(request.path);
    if (!screen) return notFoundPage(locale);
    const isPost = request.method === 'POST';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const handler = isPost ? screen.POST : isRead ? screen.GET : undefined;
    if (!handler) return methodNotAllowedPage(locale, screen.POST ? 'GET, HEAD, POST' : 'GET, HEAD');
    if (request.path === screenPaths.signIn && setup && !(await setup.isComplete())) return pendingPage(locale);
    const query = new URLSearchParams(request.query);
    if (!visitor && signedInPaths.has(request.path)) {
      const requestedPath = request.query === '' ? request.path : `${request.path}?${request.query}`;
      const nextPath = requestedPath.length <= maxUrlLength ? requestedPath : request.path;
      return { kind: 'redirect', to: `${base}${screenPaths.signIn}?${new URLSearchParams({ next: base + nextPath })}` };
    }
    const visitId = readCookie(request.headers.cookie, visitCookie.name);
    const visit = visitId ?? randomSecret(32);
    const binding: TokenBinding = visitor ? { kind: 'session', id: visitor.session } : { kind: 'visit', id: visit };
    if (isPost) {
      const isTrustedForm =
        request.isSubmittedDirectly === true ||
        hasValidToken(request.fields, key, visitor || visitId ? binding : undefined);
      if (!isTrustedForm || isCrossSite(request.headers, site.home)) return expiredFormPage(base, locale);
    }
    const reply = await handler({ ...request, query, visitor, token, locale, formField: formField(key, binding) });
    const isNew = reply.kind === 'page' && !visitor && visitId === undefined;
    const cookies = isNew ? [setCookie(visitCookie, visit)] : [];
    return reply.kind === 'page' ? { ...reply, cookies: [...(reply.cookies ?? []), ...cookies] } : reply;
  };

  return {
    async handle(request) {
      if (request.path === screenPaths.style) return stylesheetResponse;
      let visitor: Visitor | undefined;
      let reply: Reply;
      let locale: Locale | undefined;
      try {
        await settings.refresh();
        const token = readCookie(request.headers.cookie, browserSessions.cookie.name);
        visitor = await findVisitor(deps, token);
        // The nonce has no language, and pages request it often.
        if (visitor && request.path !== screenPaths.nonce)
          locale = await localeOfUser(storage, request, visitor.actor.id);
        locale ??= await localeOfBrowser(storage, request);
        reply = await respond(request, visitor, token, locale);
      } catch (error) {
        const route = screens.has(request.path) ? request.path : undefined;
        locale ??= await localeOfBrowser(storage, request).catch(() => loadLocale('en'));
        reply = errorPage(errors, error, { method: request.method, route, id: request.id }, locale);
      }
      const response = toScreenResponse(reply, request.method, {
        ...{ siteTitle: settings.values.title, base, language: locale.language },
      });
      return visitor ? { ...response, userId: visitor.actor.id } : response;
    },
    offerSetup(offered) {
      setup = offered;
      screens.set(screenPaths.setup, setupScreen(storage, browserSessions, offered));
    },
    async waitForBackgroundWork() {
      await Promise.all(inFlight);
    },
  };
}

async function findVisitor(
  { storage, roles, browserSessions: { sessions } }: ScreenDeps,
  token: string | undefined,
): Promise<Visitor | undefined> {
  const session = token === undefined ? undefined : await sessions.find(token);
  if (!session) return undefined;
  await sessions.touch(session);
  const actor = await actorOfSession({ read: storage.database.read, roles }, session);
  return { actor, session: session.id };
}

function toScreenResponse(reply: Reply, method: string, layout: PageLayout): ScreenResponse {
  switch (reply.kind) {
    case 'page': {
      const { page, status = 200, cookies = [], retryAfter, allow } = reply;
      const lines = cookies.map((line) => ['Set-Cookie', line] as const);
      const retryAfterHeader = retryAfter === undefined ? [] : [['Retry-After', String(retryAfter)] as const];
      const allowed = allow === undefined ? [] : [['Allow', allow] as const];
      return pageResponse(page, layout, status, [...lines, ...retryAfterHeader, ...allowed]);
    }
    case 'redirect': {
      const cookies = (reply.cookies ?? []).map((line) => ['Set-Cookie', line] as const);
      // With status 303, browsers follow the redirect with GET, so that the form is not submitted again.
      const status = method === 'POST' ? 303 : 302;
      return { status, headers: [...commonHeaders, ['Location', reply.to], ...cookies], body: '' };
    }
    case 'text': {
      const type = ['Content-Type', 'text/plain; charset=UTF-8'] as const;
      const headers = [...commonHeaders, type, ...(reply.headers ?? [])];
      return { status: reply.status ?? 200, headers, body: reply.text };
    }
  }
}

const stylesheetResponse: ScreenResponse = {
  status: 200,
  headers: [
    ['Content-Type', 'text/css; charset=UTF-8'],
    ['Cache-Control', 'public, max-age=31536000, immutable'],
    ['X-Content-Type-Options', 'nosniff'],
  ],
  body: stylesheet,
};
