// What a screen is: a page for people, made of a request without HTTP's machinery, as answers of the API are.
import type { Actor } from '../access/actor.ts';
import type { Markup } from './html.ts';

/** A request for a screen, in the service's own names. */
export interface ScreenRequest {
  readonly method: string;
  /** Below the home, beginning with a slash: `/account/sign-in`. */
  readonly path: string;
  /** The query as it was sent, without the question mark. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The fields of the form that was sent. */
  readonly fields: URLSearchParams;
  /** Sent by a client that fills in the form without having seen it, so that it knows no token. */
  readonly unseen?: boolean;
  /** The sender's address. */
  readonly from: string;
}

/** An answer as it is sent. */
export interface ScreenAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** Somebody at a screen. */
export interface Visitor {
  readonly actor: Actor;
  /** The session of who is signed in. */
  readonly session: string;
}

/** Who is signed in, as what something is done to: for the audit log. */
export const userOf = ({ actor }: Visitor) => ({ kind: 'user', id: actor.id, name: actor.login }) as const;

/** What a screen is given. */
export interface Visit extends Omit<ScreenRequest, 'query' | 'fields'> {
  readonly query: URLSearchParams;
  /** The fields of the form, once it is known that it was sent from one of our pages; empty in a GET. */
  readonly fields: URLSearchParams;
  /** Undefined: nobody is signed in. */
  readonly visitor: Visitor | undefined;
  /** The secret of the session that the browser has, whether it lasts or not. */
  readonly token: string | undefined;
  /** The hidden field that every form of a page needs. */
  readonly formField: Markup;
}

/** What a screen says. */
export type Reply =
  | {
      readonly kind: 'page';
      readonly page: Page;
      readonly status?: number;
      readonly cookies?: readonly string[];
      /** Seconds after which trying again may help. */
      readonly retryAfter?: number | undefined;
      /** The methods that the page takes, where it was asked by another. */
      readonly allow?: string;
    }
  | { readonly kind: 'redirect'; readonly to: string; readonly cookies?: readonly string[] }
  | { readonly kind: 'text'; readonly text: string; readonly status?: number };

/** A page, without what all pages have. */
export interface Page {
  readonly title: string;
  readonly body: Markup;
  /** Wide ones hold lists. */
  readonly wide?: boolean;
  /** The schemes of addresses that a form of the page leads to beside our own. */
  readonly leadsTo?: readonly string[];
}

/** A screen; `POST` is absent where nothing is sent. */
export interface Screen {
  readonly GET: (visit: Visit) => Reply | Promise<Reply>;
  readonly POST?: (visit: Visit) => Reply | Promise<Reply>;
}
