// Serves OPTIONS requests, which describe a route.
import { allowedFor } from './allow.ts';
import { describeRoute } from './describe.ts';
import { encodeListItem, type JsonListItem, SerializedJson } from './json-text.ts';
import type { Sources } from './parameters/read-parameters.ts';
import { includesLinkFields } from './present-outcome.ts';
import { namesOfFields, narrow } from './projection.ts';
import type { RequestContext, ServeDeps } from './request-context.ts';
import { RequestReads } from './request-reads.ts';
import type { ResponseDraft } from './response.ts';
import type { BoundRoute, Match } from './routes.ts';

/**
 * Serves OPTIONS. Invalid parameters are ignored, the item need not exist, and the body for an unknown route is an empty object
 * (protocol.md §13).
 */
export async function serveOptions(deps: ServeDeps, context: RequestContext): Promise<ResponseDraft> {
  const { method, path, query } = context.head;
  const found = deps.table.find(path);
  if (!found) return { status: 200, headers: {}, body: {} };
  const [endpoint] = found.route.endpoints;
  if (!endpoint) throw new Error(`${found.route.declared.path} has no endpoints`);
  const match: Match = { ...found, endpoint };
  const sources: Sources = { query, path: found.path };
  const reads = new RequestReads(method, endpoint);
  const allow = await allowedFor({ deps, context, match, sources, reads, currentState: async () => undefined });
  const named = namesOfFields(query._fields);
  return {
    status: 200,
    headers: allow.length > 0 ? { Allow: allow.join(', ') } : {},
    body: named ? describePart(found.route, deps.table.rest, named) : encodedDescription(found.route, deps.table.rest),
    route: found.route.declared.path,
  };
}

/** Returns the fields of a description that `_fields` names. */
function describePart(route: BoundRoute, rest: string, named: readonly string[]): object {
  const { _links, ...entry } = describeRoute(route, rest, true);
  return { ...narrow(entry, named), ...(_links && includesLinkFields(named) ? { _links } : {}) };
}

/**
 * The encoded descriptions of routes, which are the same for all callers. They are never invalidated, because declarations do not
 * change.
 */
const descriptions = new WeakMap<BoundRoute, JsonListItem>();

function encodedDescription(route: BoundRoute, rest: string): SerializedJson {
  const encoded = descriptions.get(route) ?? encodeListItem(JSON.stringify(describeRoute(route, rest, true)));
  descriptions.set(route, encoded);
  return new SerializedJson(encoded);
}
