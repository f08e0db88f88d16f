// Addresses that are told what happens in the site. Octavo's own: the contract knows none.
import { type Args, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { changing } from '../grammar/route.ts';
import { everywhere, Type, whenIn, words } from '../grammar/schema.ts';
import { eventFilters } from './event-filters.ts';
import type { DeclaredEvent } from './event-kinds.ts';

/** The operations of the room `webhooks`; each is a file of that name there. */
export const webhookOperations = [
  ...(['list-webhooks', 'create-webhook', 'get-webhook', 'update-webhook', 'delete-webhook'] as const),
  'rotate-secret',
] as const;

/** The rules that the routes of webhooks name: all ask the same, some of a webhook that is there; those that make and change, more. */
export const webhookPermissions = ['manage-webhooks', 'manage-webhook', 'make-webhook', 'change-webhook'] as const;

const shown = { context: everywhere };
const readonly = { context: everywhere, readonly: true };

const url = Type.String({
  description: 'The address that is told, by POST. It must be public.',
  format: 'uri',
  minLength: 1,
  maxLength: 2000,
  ...shown,
});
const description = Type.String({ description: 'What it is for, in words.', maxLength: 500, default: '', ...shown });
const active = Type.Boolean({
  description: 'Whether it is told what happens. What happens while it is not is not told later.',
  default: true,
  ...shown,
});

const spelling = words(['native', 'compatible'], {
  description:
    'How names in deliveries are spelled: native as below /rest, compatible as below /wp-json. If omitted, as the mount spells them that the webhook is created through.',
  ...shown,
});

const fieldsWith = (filters: ReturnType<typeof eventFilters>) => ({
  id: Type.Integer({ description: 'Its number.', ...readonly }),
  url,
  ...filters,
  spelling,
  description,
  active,
  problem: Type.String({
    description: 'Why the last delivery failed, or why it was switched off; empty: nothing is wrong.',
    ...readonly,
  }),
  failing_since: whenIn('Since when no delivery has succeeded, in GMT; null: the last one has.', everywhere, {
    readonly: true,
  }),
  created: Type.String({ description: 'When it was made, in GMT.', format: 'date-time', ...readonly }),
  secret: Type.String({
    description: 'What deliveries are signed with. It is told once, in the answer to who has it made.',
    sometimes: true,
    ...readonly,
  }),
});

const creatingWith = (filters: ReturnType<typeof eventFilters>) => ({
  url,
  ...filters,
  spelling: optional(spelling),
  description,
  active,
});

/** On change every one may be left out and has no default. */
const bare = <S extends object>({ default: _default, ...schema }: S & { default?: unknown }) => schema as S;
const changedWith = ({ kinds, types }: ReturnType<typeof eventFilters>) => ({
  url: optional(url),
  kinds: optional(bare(kinds)),
  types: optional(bare(types)),
  spelling: optional(spelling),
  description: optional(bare(description)),
  active: optional(bare(active)),
});

export type WebhookArgs = Args<ReturnType<typeof creatingWith>>;
export type WebhookChanges = Args<ReturnType<typeof changedWith>>;

const id = { id: optional(Type.Integer({ description: 'The number of the webhook.' })) };
const one = { permission: 'manage-webhook', parameters: {} };

/** Webhooks, with the kinds of events that extensions tell of. */
export const webhooks = (declared: readonly DeclaredEvent[]): Resource => ({
  title: 'webhook',
  namespace: 'octavo/v1',
  room: 'webhooks',
  fields: fieldsWith(eventFilters(declared)),
  links: [],
  routes: [
    {
      path: '/octavo/v1/webhooks',
      parameters: {},
      endpoints: [
        { methods: ['GET'], operation: 'list-webhooks', permission: 'manage-webhooks', parameters: {} },
        {
          methods: ['POST'],
          operation: 'create-webhook',
          permission: 'make-webhook',
          parameters: creatingWith(eventFilters(declared)),
        },
      ],
    },
    {
      path: '/octavo/v1/webhooks/<id>',
      parameters: id,
      endpoints: [
        { methods: ['GET'], operation: 'get-webhook', ...one },
        {
          methods: changing,
          operation: 'update-webhook',
          permission: 'change-webhook',
          parameters: changedWith(eventFilters(declared)),
        },
        { methods: ['DELETE'], operation: 'delete-webhook', ...one },
      ],
    },
    {
      path: '/octavo/v1/webhooks/<id>/secret',
      parameters: id,
      endpoints: [
        {
          methods: ['POST'],
          operation: 'rotate-secret',
          description: 'Replaces the secret of a webhook and returns the new one, once.',
          ...one,
          permission: 'change-webhook',
        },
      ],
    },
  ],
});
