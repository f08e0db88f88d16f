// Creates users with every role, application passwords, a session, and a password reset email.
import { accounts, administrator, otherAccounts } from './accounts.ts';
import type { Body, Client } from './client.ts';

/** A function that returns the client of the user with this username. */
export type Clients = (login: string) => Client;

/** Clients and credentials of the users. */
interface Users {
  readonly clients: Clients;
  /** An application password of each account, by username. */
  readonly applicationPasswords: Readonly<Record<string, string>>;
}

/** Creates the users and their credentials. `admin` is a client of the first administrator. */
export async function fillUsers(admin: Client, origin: string): Promise<Users> {
  const ids = new Map<string, number>([[administrator.login, (await admin.get('/cms/v2/users/me')).id]]);
  for (const { login, password, roles } of otherAccounts) {
    const name = login.replaceAll('-', ' ');
    const names = { name, first_name: 'Ann', last_name: `Örtel-${login}`, nickname: `the ${name}` };
    const user = await admin.create('/cms/v2/users', {
      ...{ username: login, password, email: `${login}@fixture.example`, roles, ...names },
      ...{ url: `https://${login}.example`, description: `Writes as <em>${login}</em> & so on.` },
    });
    ids.set(login, user.id);
  }
  await admin.update(`/cms/v2/users/${ids.get(administrator.login)}`, { email: 'admin@fixture.example' });
  const applicationPasswords: Record<string, string> = {};
  const issue = async (login: string, name: string, limits: object = {}): Promise<Body> =>
    admin.create(`/cms/v2/users/${ids.get(login)}/application-passwords`, { name, ...limits });
  for (const { login } of accounts) applicationPasswords[login] = (await issue(login, 'Upgrade tests')).password;
  await issue('editor-1', 'Read only', { read_only: true, app_id: '8f4a5c1e-3d5b-4f5e-9c0a-6f1f4f7f2b11' });
  await issue('editor-1', 'Content until 2099', { expires: '2099-01-01T00:00:00', namespaces: ['cms/v2'] });
  const clients = (login: string) => admin.as(login, applicationPasswords[login] ?? '');
  // This request makes the service record the time and the IP address of the last use of the application password.
  await clients('editor-1').get('/cms/v2/users/me');
  await signIn(origin, 'editor-1');
  await requestPasswordReset(origin, 'subscriber-2');
  return { clients, applicationPasswords };
}

/** Signs a user in with the sign-in form, which creates a session. Throws if there is no session cookie. */
async function signIn(origin: string, login: string): Promise<void> {
  const password = accounts.find((account) => account.login === login)?.password ?? '';
  const cookies = await sendForm(`${origin}/account/sign-in`, 303, { login, password, remember: 'yes' });
  if (!cookies.includes('cms_session=')) throw new Error(`Signing in as ${login} failed: ${cookies}`);
}

/** Requests a password reset email for a user. */
const requestPasswordReset = (origin: string, login: string) =>
  sendForm(`${origin}/account/forgotten-password`, 200, { login });

/** Opens a page, submits its form with its token and cookie, and returns all cookies. Throws unless the status is `status`. */
async function sendForm(url: string, status: number, fields: Readonly<Record<string, string>>): Promise<string> {
  const page = await fetch(url);
  const token = /name="token" value="(\w+)"/.exec(await page.text())?.[1] ?? '';
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookiesOf(page) },
    body: new URLSearchParams({ token, ...fields }),
  });
  if (response.status !== status) throw new Error(`POST ${url} returned ${response.status} instead of ${status}`);
  return cookiesOf(response);
}

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
