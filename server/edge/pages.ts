// What the edge shows beside answers: the home page, and the API for people and machines.
import { makeOpenApi, type OpenApi } from '../http/open-api.ts';
import type { RouteTable } from '../http/routes.ts';
import { docsPage } from './docs-page.ts';
import { homePage } from './home-page.ts';
import type { Addresses, Mount } from './mounts.ts';

export interface Pages {
  /** HTML of the home page. */
  home(): string;
  /** The OpenAPI document, as JSON. */
  openApi(): string;
  /** HTML of the same. */
  docs(): string;
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
    home: () =>
      homePage(
        words(),
        mounts.map(({ root }) => root.address),
        new URL(addresses.home).pathname.replace(/\/$/, ''),
      ),
    openApi: () => JSON.stringify(document()),
    docs: () => docsPage(document()),
  };
}
