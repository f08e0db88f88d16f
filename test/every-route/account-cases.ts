// Declares the permission cases of sessions, invitations, emails about accounts, profile images, and the numbers of entries of users.
import { randomUUID } from 'node:crypto';
import { insertInvitation } from '../../server/access/invitations-store.ts';
import { insertSession } from '../../server/access/sessions-store.ts';
import { createImage, type MediaSite } from '../media-site.ts';
import { insertTestUser } from '../site.ts';
import { administrators, type Case, creating, type Fixture, forOwners, type Names, next, signedIn } from './cases.ts';

const timestamps = { created: '2026-01-01T00:00:00', expires: '2999-01-01T00:00:00' };

/** Creates a user without published content, directly in the database. */
const user: Fixture = async ({ database }) => {
  const login = `hushed${next()}`;
  const id = await insertTestUser(database, { login, email: `${login}@site.test`, roles: ['subscriber'] });
  return { id, user_id: id };
};

/** Creates a session of the caller or of a new user. */
const session: Fixture = async (site, owner) => {
  const { id } = owner === 'other' ? await user(site, owner) : { id: site.ids[owner] };
  const row = {
    id: randomUUID(),
    user_id: Number(id),
    token_hash: randomUUID(),
    last_seen: timestamps.created,
    ...timestamps,
    ...{ address: '192.0.2.7', agent: 'hushed' },
  };
  await site.database.transaction((tx) => insertSession(tx, row));
  return { user_id: row.user_id, session: row.id };
};

/** Creates an invitation, directly in the database, because the number of emails is limited. */
const invitation: Fixture = async (site, owner) => {
  const { id } = await user(site, owner);
  const { email } = (await site.request('administrator', 'GET', `/cms/v2/users/${id}?context=edit`)).body;
  const row = {
    user_id: Number(id),
    inviter: 1,
    token_hash: randomUUID(),
    email,
    sent: timestamps.created,
    ...timestamps,
  };
  await site.database.transaction((tx) => insertInvitation(tx, row));
  return { id: row.user_id };
};

const sessions = '/octavo/v1/users/<user_id>/sessions';
const othersSession = { description: "another user's", fixture: session, statuses: administrators };
const ownSession = { description: "one's own", fixture: session, isOwn: true, statuses: forOwners(signedIn) };

const sessionCases: Case[] = [othersSession, ownSession].flatMap((about) => [
  { route: `GET ${sessions}`, ...about, code: 'rest_cannot_list_sessions' },
  { route: `DELETE ${sessions}`, ...about, code: 'rest_cannot_end_sessions' },
  { route: `DELETE ${sessions}/<session>`, ...about, code: 'rest_cannot_end_sessions' },
]);

const invitations = '/octavo/v1/invitations';
const pending = { description: 'a pending one', fixture: invitation, statuses: administrators };
const invitee = () => ({ username: `hushed${next()}`, email: `hushed${next()}@site.test` });

const invitationCases: Case[] = [
  { route: `GET ${invitations}`, ...pending, code: 'rest_user_cannot_view' },
  {
    ...{ route: `POST ${invitations}`, description: 'one', json: invitee },
    ...{ statuses: creating(administrators), code: 'rest_cannot_create_user' },
  },
  { route: `GET ${invitations}/<id>`, ...pending, code: 'rest_user_cannot_view' },
  { route: `DELETE ${invitations}/<id>`, ...pending, code: 'rest_user_cannot_delete' },
  { route: `POST ${invitations}/<id>/send`, ...pending, json: {}, code: 'rest_cannot_create_user' },
];

const emailChange = '/octavo/v1/users/me/email-change';
const self = { description: "the caller's", statuses: signedIn, code: 'rest_not_logged_in' };

const emailCases: Case[] = [
  {
    ...{ route: 'POST /octavo/v1/users/<id>/password-reset', description: "another user's", fixture: user, json: {} },
    ...{ statuses: administrators, code: 'rest_cannot_edit' },
  },
  { route: `GET ${emailChange}`, ...self },
  { route: `POST ${emailChange}`, ...self, json: () => ({ email: `hushed${next()}@site.test` }) },
  { route: `DELETE ${emailChange}`, ...self },
];

/** Uploads an image, and creates a user or uses the caller. */
const userAndImage: Fixture = async (site, owner) => {
  const { id } = owner === 'other' ? await user(site, owner) : { id: site.ids[owner] };
  const { body } = await site.upload('administrator', `hushed${next()}.png`, await createImage(20, 20));
  return { id: Number(id), media: body.id };
};

const profileImage = '/octavo/v1/users/<id>/profile-image';
const chosen = ({ media }: Names) => ({ media });
const imageCases: Case[] = [
  { description: "another user's", fixture: userAndImage, statuses: administrators },
  { description: "one's own", fixture: userAndImage, isOwn: true, statuses: forOwners(signedIn) },
].flatMap((about) => [
  { route: `GET ${profileImage}`, ...about, code: 'rest_cannot_edit' },
  { route: `PUT ${profileImage}`, ...about, json: chosen, code: 'rest_cannot_edit' },
  { route: `DELETE ${profileImage}`, ...about, code: 'rest_cannot_edit' },
]);

const countCases: Case[] = [
  {
    ...{ route: 'GET /octavo/v1/entry-counts', description: 'those of a user', fixture: user, query: 'authors=<id>' },
    ...{ statuses: administrators, code: 'rest_user_cannot_view' },
  },
];

/** All cases of sessions, invitations, emails about accounts, profile images, and the numbers of entries. */
export const accountRouteCases: Case[] = [
  ...sessionCases,
  ...invitationCases,
  ...emailCases,
  ...imageCases,
  ...countCases,
];

/** Adds a session and an invitation to a site. */
export async function addAccounts(site: MediaSite): Promise<void> {
  await session(site, 'administrator');
  await invitation(site, 'other');
}
