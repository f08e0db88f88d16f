// Describes the credentials that requests may contain (users-and-comments.md §2).
import type { Spelling } from '../../../contract/names/spelling.ts';
import { sessionCookieOf } from '../cookies.ts';

/** Alternatives of credentials: an application password, or a browser session with its nonce. */
export const requiredCredentials = [{ applicationPassword: [] }, { session: [], nonce: [] }] as const;

/** The same alternatives, and no credentials. */
export const optionalCredentials = [{}, ...requiredCredentials] as const;

/** Returns the security schemes. `rest` is the URL of the REST root. */
export const securitySchemes = (rest: string, spelling: Spelling): Readonly<Record<string, object>> => ({
  applicationPassword: {
    type: 'http',
    scheme: 'basic',
    description: 'A username or email address, and an application password of that user.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieOf(rest.slice(0, -spelling.restPath.length)).name,
    description: 'The cookie of a browser session, which browsers send after you have signed in. It requires a nonce.',
  },
  nonce: {
    type: 'apiKey',
    in: 'header',
    name: spelling.header('X-CMS-Nonce'),
    description: 'The nonce of the browser session, which proves that the request was made by a page of this site.',
  },
});
