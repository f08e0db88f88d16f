// What the edge shows beside answers: the home page, and the API for people and machines.
import { makeOpenApi } from '../http/open-api/document.ts';
import { docsPage, docsPolicy } from './docs-page.ts';
import { homePage, homePolicy } from './home-page.ts';
import { type Ready, readyAnswer } from './kept-answers.ts';
import type { Addresses, Mount } from './mounts.ts';

export interface Pages {
  /** The home page. */
  home(): PageOfText;
  /** The OpenAPI document of a mount, as JSON, with a validator. */
  openApi(mount: Mount): Promise<Ready>;
  /** The same for people. */
  docs(mount: Mount): Promise<Ready>;
}

/** A page of HTML and what its policy lets a browser do. */
export interface PageOfText {
  readonly html: string;
  readonly policy: string;
}

/** What pages are made of. */
export interface PagesParts {
  readonly addresses: Addresses;
  readonly mounts: readonly Mount[];
  readonly version: string;
  readonly words: () => { readonly title: string; readonly description: string };
}

/** Makes the pages of a service. What describes the API is made when it is first requested, and stays: routes never change. */
export function makePages({ addresses, mounts, version, words }: PagesParts): Pages {
  const document = ({ table, spelling, root }: Mount) =>
    makeOpenApi(table ?? { routes: [], spelling }, root.address.replace(/\/$/, ''), version);
  return {
    home: () => ({
      html: homePage(
        words(),
        mounts.map(({ root }) => root),
        new URL(addresses.home).pathname.replace(/\/$/, ''),
      ),
      policy: homePolicy,
    }),
    openApi: memoized(async (mount) =>
      descriptionOf(JSON.stringify(await document(mount)), { 'Access-Control-Allow-Origin': '*' }),
    ),
    docs: memoized(async (mount) =>
      descriptionOf(docsPage(await document(mount)), {
        'Content-Type': 'text/html; charset=UTF-8',
        'Content-Security-Policy': docsPolicy,
        'X-Content-Type-Options': 'nosniff',
      }),
    ),
  };
}

const descriptionOf = (body: string, headers: Record<string, string>): Ready =>
  readyAnswer({ status: 200, route: undefined, headers, body }, () => []);

/** Makes a thing once for each mount. */
function memoized<T>(make: (mount: Mount) => Promise<T>): (mount: Mount) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return (mount) => {
    const known = made.get(mount.path) ?? make(mount);
    made.set(mount.path, known);
    return known;
  };
}
