// Declares the permission cases of users, application passwords and comments (users-and-comments.md §3.3, §4, §5.7).
import type { MediaSite } from '../media-site.ts';
import { insertTestUser } from '../site.ts';
import {
  administrators,
  type Case,
  creating,
  editors,
  everybody,
  type Fixture,
  forOwners,
  next,
  type Row,
  signedIn,
  writers,
} from './cases.ts';

const newUser = () => ({
  username: `hushed${next()}`,
  email: `hushed${next()}@site.test`,
  password: 'correct horse battery',
});

/** Creates a user without published content, directly in the database: hashing a password takes longer than most requests. */
const user: Fixture = async ({ database }) => {
  const { username: login, email } = newUser();
  const id = await insertTestUser(database, { login, email, roles: ['subscriber'] });
  return { id, user_id: id };
};
const oneself: Fixture = async (site, owner) => ({ id: site.ids[owner], user_id: site.ids[owner] });

const users = '/cms/v2/users';
const biography = () => ({ description: `hushed ${next()}` });
const [otherUser, currentUser] = [
  { description: 'another user', fixture: user },
  { description: 'oneself', fixture: oneself, isOwn: true },
];
const deleteQuery = 'force=true&reassign=1';
/** Row of requests to delete oneself. Only administrators may delete users, and the last administrator cannot be deleted. */
const deletingOneself: Row = [0, 403, 403, 403, 403, 403];

const accountCases: Case[] = [
  { route: `GET ${users}`, ...otherUser, statuses: everybody },
  {
    ...{ route: `GET ${users}`, ...otherUser, query: 'context=edit' },
    ...{ statuses: administrators, code: 'rest_forbidden_context' },
  },
  {
    ...{ route: `POST ${users}`, description: 'one', json: newUser },
    ...{ statuses: creating(administrators), code: 'rest_cannot_create_user' },
  },
  { route: `GET ${users}/<id>`, ...otherUser, statuses: administrators, code: 'rest_user_cannot_view' },
  { route: `GET ${users}/<id>`, ...currentUser, query: 'context=edit', statuses: forOwners(signedIn) },
  {
    ...{ route: `GET ${users}/<id>`, ...otherUser, query: 'context=edit' },
    ...{ statuses: administrators, code: 'rest_forbidden_context' },
  },
  {
    ...{ route: `POST,PUT,PATCH ${users}/<id>`, ...otherUser, json: biography },
    ...{ statuses: administrators, code: 'rest_cannot_edit' },
  },
  { route: `POST,PUT,PATCH ${users}/<id>`, ...currentUser, json: biography, statuses: forOwners(signedIn) },
  {
    ...{ route: `DELETE ${users}/<id>`, ...otherUser, query: deleteQuery },
    ...{ statuses: administrators, code: 'rest_user_cannot_delete' },
  },
  {
    route: `DELETE ${users}/<id>`,
    ...currentUser,
    query: 'force=true&reassign=false',
    statuses: deletingOneself,
    code: 'rest_user_cannot_delete',
  },
  { route: `GET ${users}/me`, description: 'oneself', statuses: signedIn, code: 'rest_not_logged_in' },
  {
    route: `POST,PUT,PATCH ${users}/me`,
    description: 'oneself',
    json: biography,
    statuses: [404, 200, 200, 200, 200, 200],
  },
  {
    ...{ route: `DELETE ${users}/me`, description: 'oneself', query: 'force=true&reassign=false' },
    ...{ statuses: [404, 403, 403, 403, 403, 403], code: 'rest_user_cannot_delete' },
  },
];

const name = () => ({ name: `hushed ${next()}` });

/** Creates an additional application password for the caller or for a new user. */
const password: Fixture = async (site, owner) => {
  const { user_id } = owner === 'other' ? await user(site, owner) : await oneself(site, owner);
  const made = await site.create(`${users}/${user_id}/application-passwords`, name());
  return { user_id: Number(user_id), uuid: made.uuid };
};

const passwords = `${users}/<user_id>/application-passwords`;
const othersPassword = { description: "another user's", fixture: password, statuses: administrators };
const ownPassword = { description: "one's own", fixture: password, isOwn: true, statuses: forOwners(signedIn) };

const passwordCases: Case[] = [othersPassword, ownPassword].flatMap((about) => [
  { route: `GET ${passwords}`, ...about, code: 'rest_cannot_list_application_passwords' },
  {
    ...{ route: `POST ${passwords}`, ...about, json: name },
    ...{ statuses: creating(about.statuses), code: 'rest_cannot_create_application_passwords' },
  },
  { route: `DELETE ${passwords}`, ...about, code: 'rest_cannot_delete_application_passwords' },
  {
    ...{ route: `GET ${passwords}/introspect`, ...about },
    ...(about === othersPassword && { statuses: [401, 403, 403, 403, 403, 403] as const }),
    code: 'rest_cannot_introspect_app_password_for_non_authenticated_user',
  },
  { route: `GET ${passwords}/<uuid>`, ...about, code: 'rest_cannot_read_application_password' },
  {
    ...{ route: `POST,PUT,PATCH ${passwords}/<uuid>`, ...about, json: name },
    code: 'rest_cannot_edit_application_password',
  },
  { route: `DELETE ${passwords}/<uuid>`, ...about, code: 'rest_cannot_delete_application_password' },
]);

export const comment =
  (status: string): Fixture =>
  async (site, owner) => {
    const post = await site.create('/cms/v2/posts', { title: `Said ${next()}`, status: 'publish' });
    const newComment = { post: post.id, content: `hushed ${next()}`, author: site.ids[owner], status };
    const { id } = await site.create('/cms/v2/comments', newComment);
    return { id, post: post.id };
  };

const comments = '/cms/v2/comments';
const held = { description: "another's on hold", fixture: comment('hold') };
const ownHeld = { description: 'an own one on hold', fixture: comment('hold'), isOwn: true };
const newContent = () => ({ content: `hushed ${next()}` });

const commentCases: Case[] = [
  { route: `GET ${comments}`, ...held, statuses: everybody },
  {
    ...{ route: `GET ${comments}`, ...held, query: 'context=edit' },
    ...{ statuses: editors, code: 'rest_forbidden_context' },
  },
  { route: `GET ${comments}`, ...held, query: 'status=hold', statuses: writers, code: 'rest_forbidden_param' },
  {
    ...{ route: `POST ${comments}`, description: 'one on a published post', fixture: comment('approved') },
    json: ({ post }) => ({ post, content: `hushed ${next()}` }),
    ...{ statuses: creating(signedIn), code: 'rest_comment_login_required' },
  },
  { route: `GET ${comments}/<id>`, ...held, statuses: editors, code: 'rest_cannot_read' },
  { route: `GET ${comments}/<id>`, ...ownHeld, statuses: forOwners(signedIn) },
  { route: `GET ${comments}/<id>`, description: 'an approved one', fixture: comment('approved'), statuses: everybody },
  {
    ...{ route: `POST,PUT,PATCH ${comments}/<id>`, ...held, json: newContent },
    ...{ statuses: editors, code: 'rest_cannot_edit' },
  },
  {
    ...{ route: `POST,PUT,PATCH ${comments}/<id>`, ...ownHeld, json: newContent },
    ...{ statuses: forOwners(editors), code: 'rest_cannot_edit' },
  },
  {
    ...{ route: `DELETE ${comments}/<id>`, ...held, query: 'force=true' },
    ...{ statuses: editors, code: 'rest_cannot_delete' },
  },
  {
    ...{ route: `DELETE ${comments}/<id>`, ...ownHeld, query: 'force=true' },
    ...{ statuses: forOwners(editors), code: 'rest_cannot_delete' },
  },
];

/** All cases of users, application passwords and comments. */
export const userCases: Case[] = [...accountCases, ...passwordCases, ...commentCases];

/** Adds users, application passwords and comments to a site. */
export async function addUsers(site: MediaSite): Promise<void> {
  await user(site, 'other');
  await password(site, 'administrator');
  await comment('approved')(site, 'editor');
}
