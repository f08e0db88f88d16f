// Where the service can be reached, and in which names: below its own REST root, and below that of existing clients
// (architecture.md §3). What a mount changes, it changes before `dispatch` and after it.
import { type Answer, isJson, type Request } from '../http/request.ts';
import { hearBody, hearHeaders, hearPath, hearQuery } from './dialect/hear.ts';
import { makeSpeaker } from './dialect/say.ts';

/** Where the service is, without slashes at the ends: its home, and its own REST root below it. */
export interface Addresses {
  readonly home: string;
  readonly rest: string;
}

export interface Mount {
  /** The path of its REST root. */
  readonly path: string;
  /** The REST root's address and the relation that names it, for a `Link` header. */
  readonly root: { readonly address: string; readonly rel: string };
  hear(request: Request): Request;
  hearPath(path: string): string;
  /** Pair by pair: as many come out as went in. */
  hearQuery(query: string): string;
  /** Does in slices what `say` does for long answers at once. Call it before. */
  prepare(answer: Answer): Promise<void> | undefined;
  say(answer: Answer): Answer;
  /** A line of a header, name and value. */
  sayHeader(name: string, value: string): readonly [string, string];
}

/** The service's own names, below `/rest`. */
export const ownMount = (site: Addresses): Mount => ({
  path: '/rest',
  root: { address: `${site.rest}/`, rel: 'cms:root' },
  hear: (request) => request,
  hearPath: (path) => path,
  hearQuery: (query) => query,
  prepare: () => undefined,
  say: (answer) => answer,
  sayHeader: (name, value) => [name, value],
});

/** The names that existing clients speak, below `/wp-json`. */
export function compatibleMount(site: Addresses): Mount {
  const path = '/wp-json';
  const root = site.home + path;
  const speaker = makeSpeaker(site.rest, root);
  return {
    path,
    root: { address: `${root}/`, rel: 'https://api.w.org/' },
    hear: (request) => ({
      ...request,
      path: hearPath(request.path),
      query: hearQuery(request.query, request.path),
      headers: hearHeaders(request.headers),
      hearFields: hearQuery,
      body: hearBody(request.method, request.headers['content-type'], request.body),
    }),
    prepare: ({ headers, body }) => (body === undefined || !isJson({ headers }) ? undefined : speaker.prepare(body)),
    say: ({ headers, body, linkFor, ...rest }) => ({
      ...rest,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => speaker.header(name, value))),
      body: body === undefined || !isJson({ headers }) ? body : speaker.json(body),
      ...(linkFor && { linkFor: (query) => speaker.header('Link', linkFor(query))[1] }),
    }),
    hearPath,
    hearQuery,
    sayHeader: speaker.header,
  };
}

/** The mounts of a site; existing clients are served where `compatibility` is on. */
export const mountsOf = (site: Addresses, compatibility: boolean): readonly [Mount, ...Mount[]] =>
  compatibility ? [ownMount(site), compatibleMount(site)] : [ownMount(site)];
