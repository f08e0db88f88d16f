// The screen on which a signed-in user authorizes an application, which then receives an application password
// (users-and-comments.md §2.4).
import { cleanApplicationName, issueApplicationPassword } from '../cms-v2/application-passwords/issue.ts';
import type { SiteStorage } from '../settings/settings.ts';
import { fieldMarkup } from './fields.ts';
import { formatRoles, html, type Markup } from './html.ts';
import { noticeMarkup } from './layout.ts';
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
    const error = validateAuthorizationRequest(authorization, site.home);
    if (error !== undefined) return invalidRequestPage(error);
    return visit.visitor ? go(authorization, visit.visitor) : invalidRequestPage('You are not signed in.');
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
          const error = noticeMarkup(`Enter a name of at most ${maxNameLength} characters for the application.`);
          return { kind: 'page', status: 400, page: consentPage(visit, visitor, { authorization, base, name, error }) };
        }
        const { password } = await issueApplicationPassword(storage, {
          userId: visitor.actor.id,
          name,
          appId: authorization.id,
          auditActor: { actor: visitor.actor, from: visit.ip },
        });
        if (authorization.success === '') return { kind: 'page', page: grantedPage(name, visitor, password, base) };
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

/** Returns an error message if an authorization request is invalid; otherwise undefined. */
function validateAuthorizationRequest({ id, success, reject }: AuthorizationRequest, home: string): string | undefined {
  if (id !== '' && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
    return 'The ID of the application (app_id) must be a UUID in lower case.';
  for (const [name, callbackUrl] of [
    ['success_url', success],
    ['reject_url', reject],
  ] as const) {
    const error = callbackUrl === '' ? undefined : validateCallbackUrl(callbackUrl, home);
    if (error !== undefined) return `The callback URL (${name}) is invalid. ${error}`;
  }
  return undefined;
}

function rejectRedirectUrl({ success, reject }: AuthorizationRequest, base: string): string {
  if (reject !== '') return addQueryParameters(reject, {});
  return success === '' ? base + screenPaths.profile : addQueryParameters(success, { success: 'false' });
}

function invalidRequestPage(error: string): Reply {
  const body = html`<section class="card">
<h1>This application cannot be authorized</h1>
<p>${error}</p>
<p class="quiet">The application sent an invalid request. Please report this to its developer.</p>
</section>`;
  return { kind: 'page', status: 400, page: { title: 'Authorize an application', body } };
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
  const target = authorization.success === '' ? undefined : new URL(authorization.success);
  const applicationLabel =
    authorization.name === ''
      ? html`An application`
      : html`<strong>${authorization.name.slice(0, maxNameLength)}</strong>`;
  const body = html`<section class="card">
<h1>Authorize an application</h1>
${error}
<p>${applicationLabel} requests access to your account on this site. It will be able to do everything that you can do, until you revoke its access on your profile page.</p>
<dl>
<dt>Signed in as</dt><dd><strong>${actor.login}</strong> (${formatRoles(actor.roles)})</dd>
${target && html`<dt>Redirects to</dt><dd><strong>${target.host}</strong>${target.protocol !== 'https:' && html` <span class="quiet">(${target.protocol.slice(0, -1)})</span>`}</dd>`}
</dl>
<form method="post" action="${base}${screenPaths.authorize}?${visit.query.toString()}">
${visit.formField}
${fieldMarkup({
  name: 'app_name',
  label: 'Name of the application',
  value: name.slice(0, maxNameLength),
  autocomplete: 'off',
  hint: 'Your profile page lists the application under this name.',
  invalid: error !== undefined,
})}
<div class="row choose">
<button name="approve" value="yes">Allow</button>
<button name="reject" value="yes" class="plain" formnovalidate>Deny</button>
</div>
</form>
<p class="below quiet">Not you? <a href="${base}${screenPaths.signOut}">Sign out</a></p>
</section>`;
  const schemes = [authorization.success, authorization.reject]
    .filter((each) => each !== '')
    .map((each) => new URL(each).protocol);
  // The application may redirect further, and browsers apply `form-action` to these redirects too.
  return { title: 'Authorize an application', body, formTargets: [...new Set(['https:', ...schemes])] };
}

function grantedPage(name: string, { actor }: Visitor, password: string, base: string): Page {
  const body = html`<section class="card">
<h1>${name} has been authorized</h1>
<p>Enter this username and this password in the application. The password is displayed only once.</p>
${fieldMarkup({ name: 'user-login', label: 'Username', value: actor.login, autocomplete: 'off', optional: true, readonly: true })}
${fieldMarkup({ name: 'secret', label: 'Application password', value: password, autocomplete: 'off', optional: true, readonly: true })}
<p class="below"><a href="${base}${screenPaths.profile}">Go to your profile</a></p>
</section>`;
  return { title: 'Application authorized', body };
}
