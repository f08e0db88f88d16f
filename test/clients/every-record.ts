// Reads every record of every list of a service, page by page, anonymously and as an administrator.
import type { OpenApi, OpenApiOperation } from '../../server/http/open-api/document.ts';
import type { InProcessService } from '../service-in-process.ts';

export interface ListedPage {
  readonly path: string;
  readonly query: string;
  /** The caller who has read the page, for messages. */
  readonly caller: 'anonymous' | 'administrator';
  readonly records: readonly object[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
}

const ownParameters = ({ parameters }: OpenApiOperation): Parameter[] =>
  (parameters as (Parameter | { $ref: string })[]).flatMap((each) => ('$ref' in each ? [] : [each]));

/** Returns the paths of the lists that have no required parameters. */
export function listPaths({ paths }: OpenApi): string[] {
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (!get || path.includes('{') || ownParameters(get).some(({ required }) => required)) return [];
    const { content } = get.responses[200] as { content?: Record<string, { schema?: { type?: unknown } }> };
    return content?.['application/json']?.schema?.type === 'array' ? [path] : [];
  });
}

/** Yields every page of a list, with embedded records. Yields nothing if the caller is not allowed to read the list. */
async function* pagesOf(service: InProcessService, path: string, caller: ListedPage['caller'], query: string) {
  const headers = caller === 'administrator' ? { authorization: service.authorization } : {};
  for (let page = 1, last = 1; page <= last; page += 1) {
    const response = await fetch(`${service.origin}/rest${path}?${query}&page=${page}&_embed=1`, { headers });
    if (!response.ok) return;
    last = Number(response.headers.get('x-cms-totalpages') ?? 1);
    yield { path, query, caller, records: (await response.json()) as object[] } satisfies ListedPage;
  }
}

/** Yields every page of every list. */
export async function* everyPage(service: InProcessService, document: OpenApi): AsyncGenerator<ListedPage> {
  for (const path of listPaths(document)) {
    const hasPages = ownParameters(document.paths[path]?.get as OpenApiOperation).some(
      ({ name }) => name === 'per_page',
    );
    const size = hasPages ? 'per_page=100' : '';
    yield* pagesOf(service, path, 'anonymous', size);
    yield* pagesOf(service, path, 'administrator', `${size}&context=edit`);
    yield* pagesOf(service, path, 'administrator', size);
  }
}
