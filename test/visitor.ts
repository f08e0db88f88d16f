// Somebody with a browser, for tests: keeps cookies, fills in forms, follows nothing.
import type { ScreenAnswer } from '../server/screens/screen.ts';
import type { TestSite } from './site.ts';

type Fields = Readonly<Record<string, string>>;

export interface Shown {
  readonly status: number;
  readonly body: string;
  /** Where the answer leads. */
  readonly location: string | undefined;
  /** The lines of `Set-Cookie`. */
  readonly cookies: readonly string[];
  header(name: string): string | undefined;
}

export interface Visitor {
  /** What the browser keeps, by name. */
  readonly jar: Map<string, string>;
  /** The header that carries the cookies. */
  cookie(): string;
  get(address: string, headers?: Fields): Promise<Shown>;
  /** Opens a page and sends a form of it, with its hidden token. */
  fill(address: string, fields: Fields, to?: string): Promise<Shown>;
  /** Sends fields as they are. */
  post(address: string, fields: Fields, headers?: Fields): Promise<Shown>;
  /** Signs in; fails where that is refused. */
  signIn(login: string, password: string, more?: Fields): Promise<void>;
  /** A nonce of the session. */
  nonce(): Promise<string>;
}

/** A new browser at a site. */
export function visit({ service }: Pick<TestSite, 'service'>): Visitor {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const send = async (method: string, address: string, fields: Fields, headers: Fields): Promise<Shown> => {
    const [path = '', query = ''] = address.split(/\?(.*)/s);
    const answer = await service.screens.answer({
      method,
      path,
      query,
      headers: { cookie: cookie(), 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0', ...headers },
      fields: new URLSearchParams(fields),
      from: '192.0.2.7',
    });
    return keep(jar, answer);
  };
  const get: Visitor['get'] = (address, headers = {}) => send('GET', address, {}, headers);
  const post: Visitor['post'] = (address, fields, headers = {}) => send('POST', address, fields, headers);
  const fill: Visitor['fill'] = async (address, fields, to = address) => {
    const { body } = await get(address);
    return post(to, { token: tokenIn(body), ...fields });
  };
  return {
    jar,
    cookie,
    get,
    post,
    fill,
    async signIn(login, password, more = {}) {
      const { status, location } = await fill('/account/sign-in', { login, password, ...more });
      if (status !== 303 || location === undefined) throw new Error(`${login} was not signed in: ${status}`);
    },
    nonce: async () => (await get('/account/nonce')).body,
  };
}

/** The token of the first form of a page. */
export const tokenIn = (body: string): string => /name="token" value="(\w+)"/.exec(body)?.[1] ?? '';

function keep(jar: Map<string, string>, { status, headers, body }: ScreenAnswer): Shown {
  const cookies = headers.flatMap(([name, value]) => (name === 'Set-Cookie' ? [value] : []));
  for (const line of cookies) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/Max-Age=0\b/.test(line)) jar.delete(name);
    else jar.set(name, value);
  }
  const header = (name: string) => headers.find(([each]) => each === name)?.[1];
  return { status, body, cookies, header, location: header('Location') };
}
