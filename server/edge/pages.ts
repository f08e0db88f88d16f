// What the edge shows beside answers: the home page, and the API for people and machines.
import { makeOpenApi, type OpenApi } from '../http/open-api.ts';
import type { RouteTable } from '../http/routes.ts';
import { docsPage, docsPolicy } from './docs-page.ts';
import { homePage, homePolicy } from './home-page.ts';
import type { Addresses, Mount } from './mounts.ts';

export interface Pages {
  /** The home page. */
  home(): PageOfText;
  /** The OpenAPI document, as JSON. */
  openApi(): string;
  /** The same for people. */
  docs(): PageOfText;
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

/** The pages of a service. The document is made when it is first asked for. */
export function makePages({ table, addresses, mounts, version, words }: PagesParts): Pages {
  let made: OpenApi | undefined;
  const document = () => {
    made ??= makeOpenApi(table, addresses.rest, version);
    return made;
  };
  return {
    home: () => ({
      html: homePage(
        words(),
        mounts.map(({ root }) => root.address),
        new URL(addresses.home).pathname.replace(/\/$/, ''),
      ),
      policy: homePolicy,
    }),
    openApi: () => JSON.stringify(document()),
    docs: () => ({ html: docsPage(document()), policy: docsPolicy }),
  };
}
