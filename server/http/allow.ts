// Determines the methods in the `Allow` header: those that the caller may use on the URL with the parameters of the request
// (protocol.md §9.1).
import type { Context } from '../../contract/grammar/schema.ts';
import { type MatchedRequest, makeCall, withNativeNames } from './call.ts';
import type { Call } from './module.ts';
import { planOf } from './parameters/plan.ts';
import { lenientParameters } from './parameters/read-parameters.ts';
import { allowedMethods, makePermissionTargets, type PermissionTargets } from './permission-checks.ts';
import type { BoundEndpoint } from './routes.ts';

/** An executed request. */
export interface Executed {
  /** The call of the request; undefined if its parameters were invalid. */
  readonly call: Call | undefined;
  readonly targets: PermissionTargets;
  /** Whether the caller may use the endpoint of the request; undefined if that must be checked again. */
  readonly isOwnAllowed: boolean | undefined;
  /** The value of `context` with which the response was presented, if it was not the submitted one. */
  readonly presentedContext: Context | undefined;
}

/** Returns the methods that the caller of an executed request may use. */
export function allowedAfter(request: MatchedRequest, executed: Executed): Promise<string[]> {
  const { endpoint, route } = request.match;
  const { call, targets, isOwnAllowed, presentedContext } = executed;
  const read = call?.args ?? argsOfRejected(request);
  return allowedMethods(
    route,
    targets,
    (each) => lenientCall(request, each, { read, presentedContext }),
    (each) => (each === endpoint ? isOwnAllowed : undefined),
  );
}

/** Returns the methods that the caller of an OPTIONS request may use. */
export const allowedFor = (request: MatchedRequest): Promise<string[]> =>
  allowedMethods(request.match.route, makePermissionTargets(), (each) => lenientCall(request, each));

/** Returns the valid parameters of a rejected request, with the defaults of its endpoint. */
const argsOfRejected = ({ deps, match: { endpoint }, sources }: MatchedRequest): Readonly<Record<string, unknown>> =>
  withNativeNames(endpoint, {
    ...Object.fromEntries(planOf(endpoint.parameters).defaults),
    ...lenientParameters(endpoint.parameters, sources, deps.bodies.maxTextBytes),
  });

/** The parameters that an executed request has read. */
interface ReadParameters extends Pick<Executed, 'presentedContext'> {
  readonly read: Readonly<Record<string, unknown>>;
}

/**
 * Returns the call that another endpoint of the route would receive: with the parameters that are valid there, without defaults
 * (protocol.md §9.1). Parameters that the endpoint of an executed request has read keep their values: a list of IDs does not become the
 * single ID of a write. The parameter `context` gets the value with which the response to a write was presented.
 */
function lenientCall(request: MatchedRequest, endpoint: BoundEndpoint, executed?: ReadParameters): Call {
  const { deps, match, sources } = request;
  const isSameEndpoint = executed !== undefined && endpoint === match.endpoint;
  const values = isSameEndpoint
    ? executed.read
    : withNativeNames(endpoint, lenientParameters(endpoint.parameters, sources, deps.bodies.maxTextBytes));
  const args = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      executed && name in executed.read ? executed.read[name] : value,
    ]),
  );
  if (executed?.presentedContext && 'context' in endpoint.parameters) args.context = executed.presentedContext;
  return makeCall(request, { args, nulls: new Set() });
}
