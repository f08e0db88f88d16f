// Declares webhooks, which send the events of a site to other services. They are an addition to the specification.
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { enumOf, everywhere, nullableTimestamp, ReadOnly, Type } from '../grammar/schema.ts';
import { eventFilters } from './event-filters.ts';
import type { DeclaredEvent } from './event-kinds.ts';

const publicField = { context: everywhere };

const url = Type.String({
  description: 'The URL that receives events by POST. It must be public.',
  format: 'uri',
  minLength: 1,
  maxLength: 2000,
  ...publicField,
});
const description = Type.String({
  description: 'A description for administrators.',
  maxLength: 500,
  default: '',
  ...publicField,
});
const active = Type.Boolean({
  description: 'Whether the webhook receives events. Events that occur while it is inactive are not delivered later.',
  default: true,
  ...publicField,
});

/** Returns the error of a submitted secret, without its first word; undefined if it is valid (Standard Webhooks, Symmetric signatures). */
function findSecretError(value: unknown): string | undefined {
  const { 1: key } =
    /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(String(value)) ?? [];
  const bytes = key === undefined ? 0 : (key.replace(/=+$/, '').length * 3) >> 2;
  return bytes >= 24 && bytes <= 64 ? undefined : 'must be `whsec_`, followed by 24 to 64 bytes in Base64.';
}

const submittedSecret = Type.String({
  description:
    'The secret with which deliveries are signed: `whsec_`, followed by 24 to 64 bytes in Base64. By default, the service generates one.',
  refuse: findSecretError,
  maxLength: 100,
});

const spelling = enumOf(['native', 'compatible'], {
  description:
    'The spelling of names in deliveries: `native` (as below /rest) or `compatible` (as below /wp-json). Defaults to the spelling of the mount through which the webhook is created.',
  ...publicField,
});

/** The formats of the requests of webhooks. All but the first one purge a CDN. */
const webhookFormats = ['events', 'fastly', 'cloudflare', 'varnish'] as const;

const format = enumOf(webhookFormats, {
  description:
    'The format of the requests: `events` sends the events themselves; `fastly`, `cloudflare` and `varnish` purge the cache tags of the responses that may have changed. It cannot be changed later.',
  default: 'events',
  ...publicField,
});

/** Characters that a token may contain: those that a header can contain, except spaces. */
const token = Type.String({
  description:
    'The API token with which a CDN authenticates the requests. It is never returned. An empty string removes it.',
  pattern: '^[!-~]*$',
  maxLength: 500,
});

const webhookFields = (filters: ReturnType<typeof eventFilters>) => ({
  id: ReadOnly.Integer('The ID of the webhook.', everywhere),
  url,
  ...filters,
  spelling,
  format,
  has_token: ReadOnly.Boolean('Whether the webhook has an API token.', everywhere),
  description,
  active,
  problem: ReadOnly.String(
    'The error of the last delivery attempt, or the reason why the webhook was disabled; empty if there is none.',
    everywhere,
  ),
  failing_since: nullableTimestamp(
    'The time of the first failure in the current series of failures, in GMT; null if there is none.',
    everywhere,
    { readonly: true },
  ),
  created: ReadOnly.String('The creation time, in GMT.', everywhere, { format: 'date-time' }),
  secret: ReadOnly.String(
    'The secret with which deliveries are signed. It is returned only when it is created or replaced.',
    everywhere,
    { sometimes: true },
  ),
});

const createParameters = (filters: ReturnType<typeof eventFilters>) => ({
  url,
  ...filters,
  spelling: optional(spelling),
  format,
  token: optional(token),
  description,
  active,
  secret: optional(submittedSecret),
});

/** Returns a schema without its default, because parameters that are omitted in an update must not change. */
const withoutDefault = <S extends object>({ default: _default, ...schema }: S & { default?: unknown }) => schema as S;
const updateParameters = ({ kinds, types }: ReturnType<typeof eventFilters>) => ({
  url: optional(url),
  kinds: optional(withoutDefault(kinds)),
  types: optional(withoutDefault(types)),
  spelling: optional(spelling),
  token: optional(token),
  description: optional(withoutDefault(description)),
  active: optional(withoutDefault(active)),
});

// The permissions `make-webhook` and `change-webhook` also reject expiring application passwords.
const webhookEndpoints = (filters: ReturnType<typeof eventFilters>) =>
  declareEndpoints({
    'list-webhooks': { permission: 'manage-webhooks', parameters: {} },
    'create-webhook': { permission: 'make-webhook', parameters: createParameters(filters) },
    'get-webhook': { permission: 'manage-webhook', parameters: {} },
    'update-webhook': { permission: 'change-webhook', parameters: updateParameters(filters) },
    'delete-webhook': { permission: 'manage-webhook', parameters: {} },
    'rotate-secret': {
      methods: ['POST'],
      description: 'Replaces the secret of a webhook and returns the new one. It cannot be read again.',
      permission: 'change-webhook',
      parameters: { secret: optional(submittedSecret) },
    },
  });
export type WebhookEndpoints = ReturnType<typeof webhookEndpoints>;
export type WebhookFields = ReturnType<typeof webhookFields>;

/** The module with the code of these endpoints. */
export const webhooksModule: ModuleDeclaration<WebhookEndpoints, WebhookFields> = { name: 'webhooks' };

const id = { id: optional(Type.Integer({ description: 'The ID of the webhook.' })) };

/** Returns the resource of webhooks, including the event kinds of extensions. */
export function webhooks(declared: readonly DeclaredEvent[]): Resource<WebhookFields> {
  const filters = eventFilters(declared);
  const endpoints = webhookEndpoints(filters);
  return {
    title: 'webhook',
    namespace: 'octavo/v1',
    module: webhooksModule,
    fields: webhookFields(filters),
    // With this link, responses have ETags for If-Match.
    links: [{ rel: 'self', href: '/octavo/v1/webhooks/{id}' }],
    routes: [
      {
        path: '/octavo/v1/webhooks',
        parameters: {},
        endpoints: [endpoints['list-webhooks'], endpoints['create-webhook']],
      },
      {
        path: '/octavo/v1/webhooks/<id>',
        parameters: id,
        endpoints: [endpoints['get-webhook'], endpoints['update-webhook'], endpoints['delete-webhook']],
      },
      { path: '/octavo/v1/webhooks/<id>/secret', parameters: id, endpoints: [endpoints['rotate-secret']] },
    ],
  };
}
