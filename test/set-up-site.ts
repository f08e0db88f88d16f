// Sets up a new site as an operator does: with the link that the service has printed.
import assert from 'node:assert/strict';

/** The account that `setUpSite` creates. */
export const administrator = {
  username: 'admin',
  email: 'admin@example.com',
  password: 'correct horse battery staple',
};

/** Returns the link in the output of a first start; an empty text if there is none. */
export const setupLinkIn = (output: string): string => /^Set up the site at (\S+#\w{43})$/m.exec(output)?.[1] ?? '';

/** Opens the link in the output of a first start, and creates the administrator. `origin` replaces that of the link. */
export async function setUpSite(output: string, origin?: string): Promise<void> {
  const link = new URL(setupLinkIn(output));
  const url = new URL(link.pathname, origin ?? link.origin);
  const form = await fetch(url);
  const token = /name="token" value="([^"]+)"/.exec(await form.text())?.[1] ?? '';
  const cookie = form.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const { username: login, email, password } = administrator;
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: link.origin },
    body: new URLSearchParams({ token, link: link.href, login, email, 'new-password': password, again: password }),
  });
  assert.equal(response.status, 303, await response.text());
}
