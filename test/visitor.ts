// Provides a minimal browser for tests. It stores cookies and submits forms, but does not follow redirects.
import type { ScreenResponse } from '../server/screens/types.ts';
import type { TestSite } from './site.ts';

type Fields = Readonly<Record<string, string>>;

export interface PageResponse {
  readonly status: number;
  readonly body: string;
  /** Value of the `Location` header of the response. */
  readonly location: string | undefined;
  /** Values of the `Set-Cookie` headers of the response. */
  readonly cookies: readonly string[];
  header(name: string): string | undefined;
}

export interface Visitor {
  /** Stored cookies by name. */
  readonly jar: Map<string, string>;
  /** Returns the value of the `Cookie` header that the browser sends. */
  cookie(): string;
  get(url: string, headers?: Fields): Promise<PageResponse>;
  /** Opens a page, and submits the fields with the hidden token of its form, to the URL `to` or by default to the page. */
  submitForm(url: string, fields: Fields, to?: string): Promise<PageResponse>;
  /** Submits fields without opening a page first. */
  post(url: string, fields: Fields, headers?: Fields): Promise<PageResponse>;
  /** Signs in with the sign-in form. Throws if that fails. */
  signIn(login: string, password: string, more?: Fields): Promise<void>;
  /** Returns a nonce of the session. */
  nonce(): Promise<string>;
}

/** Returns a new browser without cookies, which sends its requests to a site, with some headers in addition. */
export function openVisitor({ service }: Pick<TestSite, 'service'>, always: Fields = {}): Visitor {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const send = async (method: string, url: string, fields: Fields, headers: Fields): Promise<PageResponse> => {
    const [path = '', query = ''] = url.split(/\?(.*)/s);
    const response = await service.screens.handle({
      method,
      path,
      query,
      headers: { cookie: cookie(), 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0', ...always, ...headers },
      fields: new URLSearchParams(fields),
      ip: '192.0.2.7',
    });
    return storeCookies(jar, response);
  };
  const get: Visitor['get'] = (url, headers = {}) => send('GET', url, {}, headers);
  const post: Visitor['post'] = (url, fields, headers = {}) => send('POST', url, fields, headers);
  const submitForm: Visitor['submitForm'] = async (url, fields, to = url) => {
    const { body } = await get(url);
    return post(to, { token: tokenIn(body), ...fields });
  };
  return {
    jar,
    cookie,
    get,
    post,
    submitForm,
    async signIn(login, password, more = {}) {
      const { status, location } = await submitForm('/account/sign-in', { login, password, ...more });
      if (status !== 303 || location === undefined) throw new Error(`Signing in as ${login} failed: ${status}`);
    },
    nonce: async () => (await get('/account/nonce')).body,
  };
}

/** Returns the token of the first form of a page. */
export const tokenIn = (body: string): string => /name="token" value="(\w+)"/.exec(body)?.[1] ?? '';

function storeCookies(jar: Map<string, string>, { status, headers, body }: ScreenResponse): PageResponse {
  const cookies = headers.flatMap(([name, value]) => (name === 'Set-Cookie' ? [value] : []));
  for (const line of cookies) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/Max-Age=0\b/.test(line)) jar.delete(name);
    else jar.set(name, value);
  }
  const header = (name: string) => headers.find(([each]) => each === name)?.[1];
  return { status, body, cookies, header, location: header('Location') };
}
