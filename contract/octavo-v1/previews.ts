// Addresses at which an entry can be looked at before it is published, without an account. Octavo's own: the contract knows
// those of autosaves alone (posts-and-pages.md §16).

import { type Args, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, Type } from '../grammar/schema.ts';
import { ownNamespace } from '../namespaces/site-index.ts';

/** The operations of the room `previews`; each is a file of that name there. */
export const previewOperations = ['list-previews', 'create-preview', 'delete-preview'] as const;

/** The rules that the routes of previews name. */
export const previewPermissions = ['list-previews', 'create-preview', 'delete-preview'] as const;

const shown = { context: everywhere, readonly: true };
const moment = (description: string) => Type.String({ description, format: 'date-time', ...shown });

const fields = {
  id: Type.Integer({ description: 'Its number.', ...shown }),
  entry: Type.Integer({ description: 'The number of the entry it shows.', ...shown }),
  revision: Type.Integer({
    description: 'The number of the autosave it shows; 0: the entry as it is stored.',
    ...shown,
  }),
  author: Type.Integer({ description: 'Who has made it.', ...shown }),
  created: moment('When it was made, in GMT.'),
  expires: moment('When it ends, in GMT.'),
  link: Type.String({
    description: 'The address of the page that shows the entry to people.',
    format: 'uri',
    ...shown,
  }),
  api: Type.String({ description: 'The address that answers with the entry.', format: 'uri', ...shown }),
};

const entry = Type.Integer({ description: 'The number of the entry.', minimum: 1 });

const creating = {
  entry,
  revision: optional(Type.Integer({ description: 'The number of an autosave of it that is to be shown.', minimum: 1 })),
  lifetime: Type.Integer({
    description: 'How long it holds. Seconds.',
    minimum: 60,
    maximum: 30 * 24 * 3600,
    default: 2 * 24 * 3600,
  }),
};

export type PreviewArgs = Args<typeof creating>;

export const previews: Resource = {
  title: 'preview',
  namespace: ownNamespace,
  room: 'previews',
  fields,
  links: [],
  routes: [
    {
      path: '/octavo/v1/previews',
      parameters: {},
      endpoints: [
        { methods: ['GET'], operation: 'list-previews', permission: 'list-previews', parameters: { entry } },
        { methods: ['POST'], operation: 'create-preview', permission: 'create-preview', parameters: creating },
      ],
    },
    {
      path: '/octavo/v1/previews/<id>',
      parameters: { id: optional(Type.Integer({ description: 'The number of the preview.' })) },
      endpoints: [{ methods: ['DELETE'], operation: 'delete-preview', permission: 'delete-preview', parameters: {} }],
    },
  ],
};
