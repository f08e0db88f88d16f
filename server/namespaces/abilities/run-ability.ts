// GET, POST or DELETE on what an ability runs by (protocol.md §20): a request to the route that the ability asks, with the
// caller's own rights, through the same stages as any other.
import type { Args } from '../../../contract/grammar/parameter.ts';
import type { TSchema } from '../../../contract/grammar/schema.ts';
import type { Draft } from '../../http/answer.ts';
import { jsonOf, textOf } from '../../http/json-text.ts';
import { check } from '../../http/parameters/check.ts';
import type { Call, Operation } from '../../http/room.ts';
import type { BoundEndpoint } from '../../http/routes.ts';
import { carryOut, check as checkRequest, type ServeParts, type Way } from '../../http/serve.ts';
import { Refusal } from '../../refusal.ts';
import type { BoundAbility } from './bound-abilities.ts';
import { narrowedBy, narrowing, pathNames, sentAs } from './input.ts';
import { given, membersAsked } from './output.ts';
import { type AbilitiesParts, requireAbility } from './parts.ts';

type RunArgs = Args<{ input: TSchema }>;

/** Runs an ability. */
export const runAbility = ({ abilitiesOf, servePartsOf }: AbilitiesParts): Operation => ({
  async run(call: Call<RunArgs>) {
    const ability = requireAbility(abilitiesOf(call), call.path.name);
    requireMethod(ability, call.method);
    const input = readInput(ability, call.args.input);
    const { status, headers, body, unkept } = await ask(servePartsOf(call), call, ability, input);
    if (status >= 400) throw refusalOf(status, body, headers);
    const value = given(ability.declared, textOf(jsonOf(body)), headers);
    return { kind: 'value', value, ...(unkept && { unkept }) };
  },
});

/** Throws Refusal 405 `rest_ability_invalid_method`. */
function requireMethod({ declared, method }: BoundAbility, asked: string): void {
  if (asked === method) return;
  throw new Refusal('rest_ability_invalid_method', 405, `The ability ${declared.name} is run by ${method}.`);
}

/** Throws Refusal 400 `ability_invalid_input`. Nothing sent is what the schema says of nothing. */
function readInput({ input, declared }: BoundAbility, sent: unknown): Record<string, unknown> {
  const verdict = check(input as unknown as TSchema, sent ?? input.default ?? null, 'input');
  if ('value' in verdict) return verdict.value as Record<string, unknown>;
  throw invalidInput(`The ability ${declared.name} cannot take this: ${verdict.fault.message}`, {
    details: verdict.fault,
  });
}

const invalidInput = (message: string, data: object = {}) =>
  new Refusal('ability_invalid_input', 400, message, { data: { ...data } });

/** Sends the request of an ability. What is in the input stands in the address, the query or the body. */
async function ask(
  parts: ServeParts,
  call: Call,
  { declared, route, endpoint }: BoundAbility,
  input: Readonly<Record<string, unknown>>,
): Promise<Draft> {
  const members = narrowedBy(declared, route, endpoint);
  const { [narrowing]: named, ...all } = input;
  const wanted = (named as string[] | undefined) ?? [];
  const sent: Record<string, unknown> = { ...(members.length > 0 ? all : input), ...declared.always };
  const path = route.declared.path.replace(/<(\w+)>/g, (_all, name: string) => String(sent[name]));
  for (const name of pathNames(route.declared.path)) delete sent[name];
  for (const name of Object.keys(sent)) sent[name] = sentAs(endpoint.parameters[name], sent[name]);
  const _fields = membersAsked(declared, endpoint, wanted.length > 0 ? wanted : members).join();
  const narrowed = members.length > 0 ? { _fields } : {};
  const reads = declared.asks.method === 'GET' || declared.asks.method === 'DELETE';
  const query = { ...(reads ? sent : {}), ...narrowed };
  const way: Way = {
    ...{ method: declared.asks.method, path, query },
    read: () => (reads ? { query } : { query, json: sent }),
    headers: { 'user-agent': call.agent },
    isInOnePiece: true,
    ...{ from: call.from, work: call.work, mark: call.mark, actor: call.actor },
  };
  return carryOut(parts, await checkRequest(parts, way, requireEndpoint(endpoint)));
}

/** A text that stands in an address can make it that of another route. */
const requireEndpoint = (wanted: BoundEndpoint) => (found: BoundEndpoint) => {
  if (found !== wanted) throw new Refusal('rest_no_route', 404, 'Nothing can be reached by this name.');
};

/** Why the request of an ability was refused, as abilities tell it (protocol.md §20). */
function refusalOf(status: number, body: unknown, headers: Readonly<Record<string, string>>): Refusal {
  const { code, message, data } = body as { code: string; message: string; data: Record<string, unknown> | null };
  const { status: _status, ...rest } = data ?? {};
  const retryAfter = headers['Retry-After'] === undefined ? {} : { retryAfter: Number(headers['Retry-After']) };
  if (status === 401 || status === 403)
    return new Refusal('rest_ability_cannot_execute', status, message, { data: { ...rest, reason: code } });
  if (code === 'rest_invalid_param' || code === 'rest_missing_callback_param') return invalidInput(message, rest);
  return new Refusal(code, status, message, { data: rest, ...retryAfter });
}
