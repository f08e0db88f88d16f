// Reads what the page of the admin contains: paths of the service.

const element = document.getElementById('admin');

/** Path of the home URL of the site, without a trailing slash. */
export const basePath: string = element?.dataset.base ?? '';

/** Path of the admin, without a trailing slash. */
export const adminPath = `${basePath}/admin`;

/** Path of the REST root that the admin uses, without a trailing slash. */
export const apiPath = `${adminPath}/api`;

/** URL of the licenses of all packages that the admin contains; undefined in development. */
export const licensesUrl: string | undefined = document.querySelector<HTMLLinkElement>('link[rel="license"]')?.href;

/** Paths of screens that the service renders, with which a user signs in and out and manages the account. */
export const accountPaths = {
  signIn: `${basePath}/account/sign-in`,
  signOut: `${basePath}/account/sign-out`,
  profile: `${basePath}/account/profile`,
  nonce: `${basePath}/account/nonce`,
} as const;
