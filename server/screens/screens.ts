// Serves the screens: HTML pages for signing in and for managing an account. They work without scripts.
import { actorOfSession } from '../access/identify.ts';
import { randomSecret } from '../access/secrets.ts';
import { ApiError } from '../api-error.ts';
import { cookieOf, readCookie, setCookie } from '../http/cookies.ts';
import { isCrossSite } from '../http/cross-site.ts';
import type { ErrorHandling, FailedRequest } from '../http/response.ts';
import { authorize } from './authorize.ts';
import { acceptInvitation, resetPassword } from './choose-password.ts';
import { confirmEmail } from './confirm-email.ts';
import { forgottenPassword } from './forgotten-password.ts';
import { formField, hasValidToken, type TokenBinding } from './form-token.ts';
import { html } from './html.ts';
import { commonHeaders, pageResponse, type SiteLayout, stylesheet } from './layout.ts';
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
  ): Promise<Reply> => {
    const screen = screens.get(request.path);
    if (!screen) return messagePage(404, 'Page not found', 'There is no page at this URL.');
    const isPost = request.method === 'POST';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const handler = isPost ? screen.POST : isRead ? screen.GET : undefined;
    if (!handler) {
      const allow = screen.POST ? 'GET, HEAD, POST' : 'GET, HEAD';
      return { ...messagePage(405, 'Method not allowed', 'This page does not support this request method.'), allow };
    }
    if (request.path === screenPaths.signIn && setup && !(await setup.isComplete())) return pendingPage();
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
      if (!isTrustedForm || isCrossSite(request.headers, site.home)) return expiredFormPage(base);
    }
    const reply = await handler({ ...request, query, visitor, token, formField: formField(key, binding) });
    const isNew = reply.kind === 'page' && !visitor && visitId === undefined;
    const cookies = isNew ? [setCookie(visitCookie, visit)] : [];
    return reply.kind === 'page' ? { ...reply, cookies: [...(reply.cookies ?? []), ...cookies] } : reply;
  };

  return {
    async handle(request) {
      if (request.path === screenPaths.style) return stylesheetResponse;
      let visitor: Visitor | undefined;
      let reply: Reply;
      try {
        await settings.refresh();
        const token = readCookie(request.headers.cookie, browserSessions.cookie.name);
        visitor = await findVisitor(deps, token);
        reply = await respond(request, visitor, token);
      } catch (error) {
        const route = screens.has(request.path) ? request.path : undefined;
        reply = errorPage(errors, error, { method: request.method, route, id: request.id });
      }
      const response = toScreenResponse(reply, request.method, { siteTitle: settings.values.title, base });
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

function toScreenResponse(reply: Reply, method: string, siteLayout: SiteLayout): ScreenResponse {
  switch (reply.kind) {
    case 'page': {
      const { page, status = 200, cookies = [], retryAfter, allow } = reply;
      const lines = cookies.map((line) => ['Set-Cookie', line] as const);
      const retryAfterHeader = retryAfter === undefined ? [] : [['Retry-After', String(retryAfter)] as const];
      const allowed = allow === undefined ? [] : [['Allow', allow] as const];
      return pageResponse(page, siteLayout, status, [...lines, ...retryAfterHeader, ...allowed]);
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

const messagePage = (status: number, title: string, text: string): Reply & { readonly kind: 'page' } => ({
  kind: 'page',
  status,
  page: { title, body: html`<section class="card"><h1>${title}</h1><p>${text}</p></section>` },
});

/** Returns the page for a form that has a missing or outdated token, or was submitted from another site. */
function expiredFormPage(base: string): Reply {
  const body = html`<section class="card">
<h1>This form has expired</h1>
<p>It was not submitted from a page of this site, or you have signed in or out since you opened it. This also happens when your browser blocks cookies.</p>
<p><a href="${base}${screenPaths.profile}">Continue</a></p>
</section>`;
  return { kind: 'page', status: 403, page: { title: 'This form has expired', body } };
}

/** Returns the page for an error. Unexpected errors are logged. */
function errorPage({ translate, report }: ErrorHandling, error: unknown, request: FailedRequest): Reply {
  const { id = crypto.randomUUID() } = request;
  const apiError = error instanceof ApiError ? error : translate(error);
  if (apiError) {
    const { status, message, options } = apiError;
    return { ...messagePage(status, 'Temporarily unavailable', message), retryAfter: options.retryAfter };
  }
  report(error, id, request);
  return messagePage(500, 'Internal server error', `An unexpected error occurred; it was logged with the ID ${id}.`);
}
