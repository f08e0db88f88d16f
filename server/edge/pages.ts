// What the edge shows beside answers: the home page, and the API for people and machines.
import { makeOpenApi } from '../http/open-api/document.ts';
import type { RouteTable } from '../http/routes.ts';
import { docsPage, docsPolicy } from './docs-page.ts';
import { homePage, homePolicy } from './home-page.ts';
import { type Ready, readyAnswer } from './kept-answers.ts';
import type { Addresses, Mount } from './mounts.ts';

export interface Pages {
  /** The home page. */
  home(): PageOfText;
  /** The OpenAPI document, as JSON, with a validator. */
  openApi(): Promise<Ready>;
  /** The same for people. */
  docs(): Promise<Ready>;
}

/** A page of HTML and what its policy lets a browser do. */
export interface PageOfText {
  readonly html: string;
  readonly policy: string;
}

/** What pages are made of. */
export interface PagesParts {
  readonly table: RouteTable;
  readonly addresses: Addresses;
  readonly mounts: readonly Mount[];
  readonly version: string;
  readonly words: () => { readonly title: string; readonly description: string };
}

/** The pages of a service. What describes the API is made when it is first asked for, and stays: routes never change. */
export function makePages({ table, addresses, mounts, version, words }: PagesParts): Pages {
  const document = () => makeOpenApi(table, addresses.rest, version);
  return {
    home: () => ({
      html: homePage(
        words(),
        mounts.map(({ root }) => root),
        new URL(addresses.home).pathname.replace(/\/$/, ''),
      ),
      policy: homePolicy,
    }),
    openApi: memoized(async () =>
      descriptionOf(JSON.stringify(await document()), { 'Access-Control-Allow-Origin': '*' }),
    ),
    docs: memoized(async () =>
      descriptionOf(docsPage(await document()), {
        'Content-Type': 'text/html; charset=UTF-8',
        'Content-Security-Policy': docsPolicy,
        'X-Content-Type-Options': 'nosniff',
      }),
    ),
  };
}

const descriptionOf = (body: string, headers: Record<string, string>): Ready =>
  readyAnswer({ status: 200, route: undefined, headers, body }, () => []);

function memoized<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
