// Declares the browser sessions of users, an addition to the specification (docs/deviations.md).
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import type { Parameters } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, ReadOnly, Type } from '../grammar/schema.ts';
import { octavoNamespace } from '../namespaces/site-index.ts';

const timestampField = (description: string) => ReadOnly.String(description, everywhere, { format: 'date-time' });

export const sessionFields = {
  id: ReadOnly.String('The ID of the session. It is not a credential.', everywhere, { format: 'uuid' }),
  user: ReadOnly.Integer('The ID of the user.', everywhere),
  current: ReadOnly.Boolean('Whether the session authenticates this request.', everywhere),
  device: ReadOnly.String('A short name of the browser and its operating system.', everywhere),
  user_agent: ReadOnly.String('The User-Agent header of the browser that signed in, up to 250 characters.', everywhere),
  ip: ReadOnly.String('The IP address from which the user signed in.', everywhere),
  created: timestampField('The time at which the user signed in, in GMT.'),
  last_seen: timestampField('The time at which the session was last used, in GMT, up to an hour too early.'),
  expires: timestampField('The time at which the session ends, in GMT.'),
};

const endpoints = declareEndpoints({
  'list-sessions': { permission: 'list-sessions', parameters: {} },
  'delete-sessions': {
    description: 'Ends all sessions of a user, except the one that authenticates the request.',
    answers: 'count',
    permission: 'end-sessions',
    parameters: {},
  },
  'delete-session': {
    description: 'Ends a session of a user.',
    permission: 'end-sessions',
    parameters: {},
  },
});
export type SessionEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const sessionsModule: ModuleDeclaration<SessionEndpoints, typeof sessionFields> = { name: 'sessions' };

const user: Parameters = {
  user_id: Type.Optional(
    Type.String({ description: 'The ID of the user, or `me`.', unlisted: true, segment: '(?:[\\d]+|me)' }),
  ),
};

const base = '/octavo/v1/users/<user_id>/sessions';

export const sessions: Resource<typeof sessionFields> = {
  title: 'session',
  namespace: octavoNamespace,
  module: sessionsModule,
  fields: sessionFields,
  links: [],
  routes: [
    { path: base, parameters: user, endpoints: [endpoints['list-sessions'], endpoints['delete-sessions']] },
    {
      path: `${base}/<session>`,
      parameters: {
        ...user,
        session: Type.Optional(
          Type.String({ description: 'The ID of the session.', unlisted: true, segment: '[\\w\\-]+' }),
        ),
      },
      endpoints: [endpoints['delete-session']],
    },
  ],
};
