// GET, POST or DELETE /cms-abilities/v1/abilities/<name>/run: runs an ability (protocol.md §20). A request to the ability's route is
// performed with the permissions of the caller, in the same way as any other request.
import { Type } from '../../../contract/grammar/schema.ts';
import { ApiError } from '../../api-error.ts';
import { serialize, toText } from '../../http/json-text.ts';
import type { Call } from '../../http/module.ts';
import { check } from '../../http/parameters/check.ts';
import type { RequestContext, ServeDeps } from '../../http/request-context.ts';
import type { ResponseDraft } from '../../http/response.ts';
import type { BoundEndpoint } from '../../http/routes.ts';
import { check as checkRequest, execute } from '../../http/serve.ts';
import type { BoundAbility, MountAbilities } from './bound-abilities.ts';
import { pathNames, selectableProperties, selectionProperty, toRouteValue } from './input.ts';
import type { AbilityOperations } from './operations.ts';
import { requestedProperties, toOutput } from './output.ts';
import { requireAbility } from './require-ability.ts';

/** Runs an ability and responds with its output. Throws ApiError 404 `rest_ability_not_found` if there is none with this name. */
export const runAbility = (abilities: MountAbilities): AbilityOperations['run-ability'] => ({
  async run(call) {
    const ability = requireAbility(abilities.of(call), call.path.name);
    requireMethod(ability, call.method);
    const input = readInput(ability, call.args.input);
    const { status, headers, body, uncached } = await performRequest(abilities.pipelineOf(call), call, ability, input);
    if (status >= 400) throw toAbilityError(status, body, headers);
    const value = toOutput(ability.declared, toText(serialize(body)), headers);
    return { kind: 'value', value, ...(uncached && { uncached }) };
  },
});

/** Throws ApiError 405 `rest_ability_invalid_method` if the ability requires another method. */
function requireMethod({ declared, method }: BoundAbility, requestedMethod: string): void {
  if (requestedMethod === method) return;
  throw new ApiError('rest_ability_invalid_method', 405, `The ability ${declared.name} requires the method ${method}.`);
}

/** Returns the submitted input or the schema's default. Throws ApiError 400 `ability_invalid_input` if it does not match the schema. */
function readInput({ input, declared }: BoundAbility, submitted: unknown): Record<string, unknown> {
  const result = check(Type.Unsafe(input), submitted ?? input.default ?? null, 'input');
  if ('value' in result) return result.value as Record<string, unknown>;
  throw invalidInput(`Invalid input for the ability ${declared.name}: ${result.error.message}`, {
    details: result.error,
  });
}

const invalidInput = (message: string, data: object = {}) =>
  new ApiError('ability_invalid_input', 400, message, { data: { ...data } });

/** Performs the request of an ability. The input provides the path parameters and the query or body. */
async function performRequest(
  deps: ServeDeps,
  call: Call,
  { declared, route, endpoint }: BoundAbility,
  input: Readonly<Record<string, unknown>>,
): Promise<ResponseDraft> {
  const selectable = selectableProperties(declared, route, endpoint);
  const { [selectionProperty]: selection, ...all } = input;
  const selectedProperties = (selection as string[] | undefined) ?? [];
  const parameters: Record<string, unknown> = { ...(selectable.length > 0 ? all : input), ...declared.always };
  const path = route.declared.path.replace(/<(\w+)>/g, (_all, name: string) => String(parameters[name]));
  for (const name of pathNames(route.declared.path)) delete parameters[name];
  for (const name of Object.keys(parameters))
    parameters[name] = toRouteValue(endpoint.parameters[name], parameters[name]);
  const _fields = requestedProperties(
    declared,
    endpoint,
    selectedProperties.length > 0 ? selectedProperties : selectable,
  ).join();
  const narrowed = selectable.length > 0 ? { _fields } : {};
  const isRead = declared.request.method === 'GET' || declared.request.method === 'DELETE';
  const query = { ...(isRead ? parameters : {}), ...narrowed };
  const requestContext: RequestContext = {
    ...{ method: declared.request.method, path, query },
    read: () => (isRead ? { query } : { query, json: parameters }),
    headers: { 'user-agent': call.userAgent },
    isInOnePiece: true,
    ...{ from: call.from, work: call.work, version: call.version, actor: call.actor },
  };
  return execute(deps, await checkRequest(deps, requestContext, requireEndpoint(endpoint)));
}

/** Returns a check that throws ApiError 404 `rest_no_route` when a path parameter makes the request match another endpoint. */
const requireEndpoint = (expected: BoundEndpoint) => (found: BoundEndpoint) => {
  if (found !== expected) throw new ApiError('rest_no_route', 404, 'No route matches this path.');
};

/** Converts an error response of the ability's route to the error of the run route (protocol.md §20). */
function toAbilityError(status: number, body: unknown, headers: Readonly<Record<string, string>>): ApiError {
  const { code, message, data } = body as { code: string; message: string; data: Record<string, unknown> | null };
  const { status: _status, ...rest } = data ?? {};
  const retryAfter = headers['Retry-After'] === undefined ? {} : { retryAfter: Number(headers['Retry-After']) };
  if (status === 401 || status === 403)
    return new ApiError('rest_ability_cannot_execute', status, message, { data: { ...rest, reason: code } });
  if (code === 'rest_invalid_param' || code === 'rest_missing_callback_param') return invalidInput(message, rest);
  return new ApiError(code, status, message, { data: rest, ...retryAfter });
}
