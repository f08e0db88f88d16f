// Implements the endpoints of abilities and of their categories (protocol.md §20). Listing abilities requires the
// capability `read`; running an ability requires the permission of the route that it calls.
import {
  abilitiesModule,
  abilityCategoriesModule,
  type abilityCategoryFields,
  type abilityFields,
} from '../../../contract/cms-abilities-v1/abilities.ts';
import type { AbilityCategory } from '../../../contract/grammar/ability.ts';
import { Type } from '../../../contract/grammar/schema.ts';
import { ApiError } from '../../api-error.ts';
import { implement } from '../../http/implement.ts';
import { serialize, toText } from '../../http/json-text.ts';
import { type Call, type Module, type Outcome, type Presenter, publicAccess } from '../../http/module.ts';
import { check } from '../../http/parameters/check.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { ResponseDraft } from '../../http/response.ts';
import type { BoundEndpoint } from '../../http/routes.ts';
import type { Pipeline } from '../../http/serve.ts';
import type { BoundAbilities, BoundAbility, MountAbilities } from './bound-abilities.ts';
import {
  pathNames,
  requestedProperties,
  selectableProperties,
  selectionProperty,
  toOutput,
  toRouteValue,
} from './schemas.ts';

/** Returns the page of `items` that the parameters request; pages after the last one are empty. */
function paginate<Row>(
  items: readonly Row[],
  { page, per_page: perPage }: { readonly page: number; readonly per_page: number },
): Outcome<Row> {
  const rows = items.slice((page - 1) * perPage, page * perPage);
  return { kind: 'list', rows, page: { total: items.length, perPage, page, usesPreviousPageNumber: true } };
}

/** Returns the ability with a name. Throws ApiError 404 `rest_ability_not_found` if there is none. */
function requireAbility(abilities: BoundAbilities, name = ''): BoundAbility {
  const found = abilities.find(name);
  if (!found) throw new ApiError('rest_ability_not_found', 404, 'No ability with this name.');
  return found;
}

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
  pipeline: Pipeline,
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
    head: { method: declared.request.method, path, query, headers: { 'user-agent': call.userAgent }, from: call.from },
    body: { read: () => (isRead ? { query } : { query, json: parameters }) },
    actor: call.actor,
    execution: { work: call.work, version: call.version, isInOnePiece: true },
  };
  return pipeline.execute(await pipeline.check(requestContext, requireEndpoint(endpoint)));
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

const forbiddenError = { code: 'rest_forbidden', message: 'You are not allowed to view abilities; sign in first.' };

const abilityPresenter: Presenter<typeof abilityFields, BoundAbility, undefined> = {
  prepare: async () => undefined,
  fields: {
    name: ({ declared }) => declared.name,
    label: ({ declared }) => declared.label,
    description: ({ declared }) => declared.description,
    category: ({ declared }) => declared.category,
    input_schema: ({ input }) => input,
    output_schema: ({ output }) => output,
    meta: ({ annotations }) => ({ annotations, show_in_rest: true }),
  },
  facts: ({ declared }) => ({ name: declared.name }),
};

const categoryPresenter: Presenter<typeof abilityCategoryFields, AbilityCategory, undefined> = {
  prepare: async () => undefined,
  fields: {
    slug: ({ slug }) => slug,
    label: ({ label }) => label,
    description: ({ description }) => description,
    meta: () => ({}),
  },
  facts: ({ slug }) => ({ slug }),
};

const permitReading = ({ actor }: Pick<Call, 'actor'>) => (actor.can('read') ? undefined : forbiddenError);

/** Returns the module of abilities. */
export function abilitiesEndpoints(abilities: MountAbilities): Module {
  return implement(abilitiesModule, {
    permissions: {
      'read-abilities': { permit: permitReading },
      // The route that the ability calls checks its own permission.
      'run-ability': publicAccess,
    },
    operations: {
      // GET /cms-abilities/v1/abilities: lists abilities (protocol.md §20).
      /** Lists abilities. The parameters `category` and `namespace` limit the list. */
      'list-abilities': {
        async run(call) {
          const { args } = call;
          const { category, namespace } = args;
          const found = abilities
            .of(call)
            .all.filter(
              ({ declared: { name, category: categoryOfAbility } }) =>
                (category === undefined || categoryOfAbility === category) &&
                (namespace === undefined || name.startsWith(`${namespace}/`)),
            );
          return paginate(found, args);
        },
      },

      // GET /cms-abilities/v1/abilities/<name>: returns an ability (protocol.md §20).
      /** Responds with an ability. Throws ApiError 404 `rest_ability_not_found` if there is none with this name. */
      'get-ability': {
        run: async (call) => ({ kind: 'record', row: requireAbility(abilities.of(call), call.path.name) }),
      },

      // GET, POST or DELETE /cms-abilities/v1/abilities/<name>/run: runs an ability (protocol.md §20). A request to the ability's
      // route is performed with the permissions of the caller, in the same way as any other request.
      /**
       * Runs an ability and responds with its output. Throws ApiError 404 `rest_ability_not_found` if there is none with this
       * name.
       */
      'run-ability': {
        async run(call) {
          const ability = requireAbility(abilities.of(call), call.path.name);
          requireMethod(ability, call.method);
          const input = readInput(ability, call.args.input);
          const { status, headers, body, uncached } = await performRequest(
            abilities.pipelineOf(call),
            call,
            ability,
            input,
          );
          if (status >= 400) throw toAbilityError(status, body, headers);
          const value = toOutput(ability.declared, toText(serialize(body)), headers);
          return { kind: 'value', value, ...(uncached && { uncached }) };
        },
      },
    },
    presenter: abilityPresenter,
  });
}

/** Returns the module of ability categories. */
export function abilityCategoriesEndpoints(abilities: MountAbilities): Module {
  return implement(abilityCategoriesModule, {
    permissions: { 'read-abilities': { permit: permitReading } },
    operations: {
      // GET /cms-abilities/v1/categories: lists the ability categories (protocol.md §20).
      /** Lists the ability categories. */
      'list-ability-categories': {
        run: async (call) => paginate(abilities.of(call).categories, call.args),
      },

      // GET /cms-abilities/v1/categories/<slug>: returns an ability category (protocol.md §20).
      /**
       * Responds with an ability category. Throws ApiError 404 `rest_ability_category_not_found` if there is none with this slug.
       */
      'get-ability-category': {
        async run(call) {
          const { path } = call;
          const row = abilities.of(call).categories.find(({ slug }) => slug === path.slug);
          if (!row) throw new ApiError('rest_ability_category_not_found', 404, 'No ability category with this slug.');
          return { kind: 'record', row };
        },
      },
    },
    presenter: categoryPresenter,
  });
}
