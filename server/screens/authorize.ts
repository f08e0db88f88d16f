// The screen on which a signed-in user authorizes an application, which then receives an application password
// (users-and-comments.md §2.4).
import { cleanApplicationName, issueApplicationPassword } from '../cms-v2/application-passwords/issue.ts';
import type { SiteStorage } from '../settings/settings.ts';
import { formatRoles } from './display.ts';
import { fieldMarkup } from './fields.ts';
import { html, type Markup } from './html.ts';
import { noticeMarkup } from './layout.ts';
import type { Locale, PlainMessage } from './locale.ts';
import { screenPaths } from './paths.ts';
import { addQueryParameters, validateCallbackUrl } from './redirect-urls.ts';
import { basePathOf, type Page, type Reply, type Screen, type Visit, type Visitor } from './types.ts';

/** The query parameters of an authorization request. */
interface AuthorizationRequest {
  readonly name: string;
  readonly id: string;
  /** URL to redirect to after an approval, with the password in the query; empty if absent. */
  readonly success: string;
  /** URL to redirect to after a rejection; empty if absent. */
  readonly reject: string;
}

const parseAuthorizationRequest = (query: URLSearchParams): AuthorizationRequest => ({
  name: query.get('app_name') ?? '',
  id: query.get('app_id') ?? '',
  success: query.get('success_url') ?? '',
  reject: query.get('reject_url') ?? '',
});

/** Maximum length of the name of an application in the form, in characters. */
const maxNameLength = 250;

/**
 * Creates the screen that asks the user to authorize an application, and creates an application password on approval. The query
 * parameters are checked both when the page is displayed and when the form is submitted.
 */
export function authorize(storage: SiteStorage): Screen {
  const { site } = storage;
  const base = basePathOf(site);
  const withValidRequest = (
    visit: Visit,
    go: (authorization: AuthorizationRequest, visitor: Visitor) => Reply | Promise<Reply>,
  ) => {
    const authorization = parseAuthorizationRequest(visit.query);
    const error = validateAuthorizationRequest(authorization, site.home, visit.locale);
    if (error !== undefined) return invalidRequestPage(error, visit.locale);
    return visit.visitor
      ? go(authorization, visit.visitor)
      : invalidRequestPage(visit.locale.t('You are not signed in.'), visit.locale);
  };
  return {
    GET: (visit) =>
      withValidRequest(visit, (authorization, visitor) => ({
        kind: 'page',
        page: consentPage(visit, visitor, { authorization, base, name: authorization.name }),
      })),
    POST: (visit) =>
      withValidRequest(visit, async (authorization, visitor) => {
        if (visit.fields.has('reject')) return { kind: 'redirect', to: rejectRedirectUrl(authorization, base) };
        const name = visit.fields.get('app_name') ?? '';
        if (cleanApplicationName(name) === '' || name.length > maxNameLength) {
          const error = noticeMarkup(
            visit.locale.t('Enter a name of at most {count} characters for the application.', { count: maxNameLength }),
          );
          return { kind: 'page', status: 400, page: consentPage(visit, visitor, { authorization, base, name, error }) };
        }
        const { password } = await issueApplicationPassword(storage, {
          userId: visitor.actor.id,
          name,
          appId: authorization.id,
          auditActor: { actor: visitor.actor, from: visit.ip },
        });
        if (authorization.success === '')
          return { kind: 'page', page: grantedPage(visit.locale, { name, visitor, password, base }) };
        return {
          kind: 'redirect',
          to: addQueryParameters(authorization.success, {
            site_url: site.home,
            user_login: visitor.actor.login,
            password: password.replaceAll(' ', ''),
          }),
        };
      }),
  };
}

/** Returns the error if an authorization request is invalid; otherwise undefined. */
function validateAuthorizationRequest(
  { id, success, reject }: AuthorizationRequest,
  home: string,
  { t }: Locale,
): string | Markup | undefined {
  if (id !== '' && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
    return t('The ID of the application (app_id) must be a UUID in lower case.');
  for (const [name, callbackUrl] of [
    ['success_url', success],
    ['reject_url', reject],
  ] as const) {
    const error: PlainMessage | undefined = callbackUrl === '' ? undefined : validateCallbackUrl(callbackUrl, home);
    if (error !== undefined) return t('The callback URL ({name}) is invalid. {error}', { name, error: t(error) });
  }
  return undefined;
}

function rejectRedirectUrl({ success, reject }: AuthorizationRequest, base: string): string {
  if (reject !== '') return addQueryParameters(reject, {});
  return success === '' ? base + screenPaths.profile : addQueryParameters(success, { success: 'false' });
}

function invalidRequestPage(error: string | Markup, { t }: Locale): Reply {
  const body = html`<section class="card">
<h1>${t('This application cannot be authorized')}</h1>
<p>${error}</p>
<p class="quiet">${t('The application sent an invalid request. Please report this to its developer.')}</p>
</section>`;
  return { kind: 'page', status: 400, page: { title: t('Authorize an application'), body } };
}

interface ConsentForm {
  readonly authorization: AuthorizationRequest;
  readonly base: string;
  /** Entered name of the application. */
  readonly name: string;
  readonly error?: Markup | undefined;
}

function consentPage(visit: Visit, visitor: Visitor, { authorization, base, name, error }: ConsentForm): Page {
  const { actor } = visitor;
  const { t } = visit.locale;
  const target = authorization.success === '' ? undefined : new URL(authorization.success);
  const applicationLabel =
    authorization.name === ''
      ? t('An application')
      : html`<strong>${authorization.name.slice(0, maxNameLength)}</strong>`;
  const body = html`<section class="card">
<h1>${t('Authorize an application')}</h1>
${error}
<p>${t(
    '{application} requests access to your account on this site. It will be able to do everything that you can do, until you revoke its access on your profile page.',
    { application: applicationLabel },
  )}</p>
<dl>
<dt>${t('Signed in as')}</dt><dd><strong>${actor.login}</strong> (${formatRoles(actor.roles, visit.locale)})</dd>
${target && html`<dt>${t('Redirects to')}</dt><dd><strong>${target.host}</strong>${target.protocol !== 'https:' && html` <span class="quiet">(${target.protocol.slice(0, -1)})</span>`}</dd>`}
</dl>
<form method="post" action="${base}${screenPaths.authorize}?${visit.query.toString()}">
${visit.formField}
${fieldMarkup({
  name: 'app_name',
  label: t('Name of the application'),
  value: name.slice(0, maxNameLength),
  autocomplete: 'off',
  hint: t('Your profile page lists the application under this name.'),
  invalid: error !== undefined,
})}
<div class="row choose">
<button name="approve" value="yes">${t('Allow')}</button>
<button name="reject" value="yes" class="plain" formnovalidate>${t('Deny')}</button>
</div>
</form>
<p class="below quiet">${t('Not you?')} <a href="${base}${screenPaths.signOut}">${t('Sign out')}</a></p>
</section>`;
  const schemes = [authorization.success, authorization.reject]
    .filter((each) => each !== '')
    .map((each) => new URL(each).protocol);
  // The application may redirect further, and browsers apply `form-action` to these redirects too.
  return { title: t('Authorize an application'), body, formTargets: [...new Set(['https:', ...schemes])] };
}

interface GrantedApplication {
  readonly name: string;
  readonly visitor: Visitor;
  readonly password: string;
  readonly base: string;
}

function grantedPage({ t }: Locale, { name, visitor: { actor }, password, base }: GrantedApplication): Page {
  const body = html`<section class="card">
<h1>${t('{application} has been authorized', { application: name })}</h1>
<p>${t('Enter this username and this password in the application. The password is displayed only once.')}</p>
${fieldMarkup({ name: 'user-login', label: t('Username'), value: actor.login, autocomplete: 'off', optional: true, readonly: true })}
${fieldMarkup({ name: 'secret', label: t('Application password'), value: password, autocomplete: 'off', optional: true, readonly: true })}
<p class="below"><a href="${base}${screenPaths.profile}">${t('Go to your profile')}</a></p>
</section>`;
  return { title: t('Application authorized'), body };
}
