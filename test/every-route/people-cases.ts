// Users, their application passwords, comments (users-and-comments.md §3.3, §4, §5.7).
import type { MediaSite } from '../media-site.ts';
import {
  administrators,
  type Case,
  editors,
  everybody,
  making,
  next,
  own,
  type Row,
  signedIn,
  type Thing,
  writers,
} from './row.ts';

const person = () => ({
  username: `hushed${next()}`,
  email: `hushed${next()}@site.test`,
  password: 'correct horse battery',
});

/** Somebody of whom nothing is published. */
const user: Thing = async (site) => {
  const { id } = await site.make('/cms/v2/users', person());
  return { id, user_id: id };
};
const oneself: Thing = async (site, owner) => ({ id: site.ids[owner], user_id: site.ids[owner] });

const users = '/cms/v2/users';
const biography = () => ({ description: `hushed ${next()}` });
const [another, mine] = [
  { of: 'somebody else', thing: user },
  { of: 'oneself', thing: oneself, isOwn: true },
];
const goodbye = 'force=true&reassign=1';
/** Nobody deletes themselves: few may delete users, and the last administrator stays. */
const nobody: Row = [0, 403, 403, 403, 403, 403];

const userCases: Case[] = [
  { route: `GET ${users}`, ...another, statuses: everybody },
  {
    ...{ route: `GET ${users}`, ...another, query: 'context=edit' },
    ...{ statuses: administrators, code: 'rest_forbidden_context' },
  },
  {
    ...{ route: `POST ${users}`, of: 'one', json: person },
    ...{ statuses: making(administrators), code: 'rest_cannot_create_user' },
  },
  { route: `GET ${users}/<id>`, ...another, statuses: administrators, code: 'rest_user_cannot_view' },
  { route: `GET ${users}/<id>`, ...mine, query: 'context=edit', statuses: own(signedIn) },
  {
    ...{ route: `GET ${users}/<id>`, ...another, query: 'context=edit' },
    ...{ statuses: administrators, code: 'rest_forbidden_context' },
  },
  {
    ...{ route: `POST,PUT,PATCH ${users}/<id>`, ...another, json: biography },
    ...{ statuses: administrators, code: 'rest_cannot_edit' },
  },
  { route: `POST,PUT,PATCH ${users}/<id>`, ...mine, json: biography, statuses: own(signedIn) },
  {
    ...{ route: `DELETE ${users}/<id>`, ...another, query: goodbye },
    ...{ statuses: administrators, code: 'rest_user_cannot_delete' },
  },
  {
    route: `DELETE ${users}/<id>`,
    ...mine,
    query: 'force=true&reassign=false',
    statuses: nobody,
    code: 'rest_user_cannot_delete',
  },
  { route: `GET ${users}/me`, of: 'oneself', statuses: signedIn, code: 'rest_not_logged_in' },
  { route: `POST,PUT,PATCH ${users}/me`, of: 'oneself', json: biography, statuses: [404, 200, 200, 200, 200, 200] },
  {
    ...{ route: `DELETE ${users}/me`, of: 'oneself', query: 'force=true&reassign=false' },
    ...{ statuses: [404, 403, 403, 403, 403, 403], code: 'rest_user_cannot_delete' },
  },
];

const name = () => ({ name: `hushed ${next()}` });

/** A further password, of somebody new or of the asker. */
const password: Thing = async (site, owner) => {
  const { user_id } = owner === 'other' ? await user(site, owner) : await oneself(site, owner);
  const made = await site.make(`${users}/${user_id}/application-passwords`, name());
  return { user_id: Number(user_id), uuid: made.uuid };
};

const passwords = `${users}/<user_id>/application-passwords`;
const theirs = { of: "somebody else's", thing: password, statuses: administrators };
const ours = { of: "one's own", thing: password, isOwn: true, statuses: own(signedIn) };

const passwordCases: Case[] = [theirs, ours].flatMap((about) => [
  { route: `GET ${passwords}`, ...about, code: 'rest_cannot_list_application_passwords' },
  {
    ...{ route: `POST ${passwords}`, ...about, json: name },
    ...{ statuses: making(about.statuses), code: 'rest_cannot_create_application_passwords' },
  },
  { route: `DELETE ${passwords}`, ...about, code: 'rest_cannot_delete_application_passwords' },
  {
    ...{ route: `GET ${passwords}/introspect`, ...about },
    ...(about === theirs && { statuses: [401, 403, 403, 403, 403, 403] as const }),
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
  (status: string): Thing =>
  async (site, owner) => {
    const post = await site.make('/cms/v2/posts', { title: `Said ${next()}`, status: 'publish' });
    const said = { post: post.id, content: `hushed ${next()}`, author: site.ids[owner], status };
    const { id } = await site.make('/cms/v2/comments', said);
    return { id, post: post.id };
  };

const comments = '/cms/v2/comments';
const held = { of: "another's that is held", thing: comment('hold') };
const own_ = { of: "one's own that is held", thing: comment('hold'), isOwn: true };
const words = () => ({ content: `hushed ${next()}` });

const commentCases: Case[] = [
  { route: `GET ${comments}`, ...held, statuses: everybody },
  {
    ...{ route: `GET ${comments}`, ...held, query: 'context=edit' },
    ...{ statuses: editors, code: 'rest_forbidden_context' },
  },
  { route: `GET ${comments}`, ...held, query: 'status=hold', statuses: writers, code: 'rest_forbidden_param' },
  {
    ...{ route: `POST ${comments}`, of: 'one on a published post', thing: comment('approved') },
    json: ({ post }) => ({ post, content: `hushed ${next()}` }),
    ...{ statuses: making(signedIn), code: 'rest_comment_login_required' },
  },
  { route: `GET ${comments}/<id>`, ...held, statuses: editors, code: 'rest_cannot_read' },
  { route: `GET ${comments}/<id>`, ...own_, statuses: own(signedIn) },
  { route: `GET ${comments}/<id>`, of: 'an approved one', thing: comment('approved'), statuses: everybody },
  {
    ...{ route: `POST,PUT,PATCH ${comments}/<id>`, ...held, json: words },
    ...{ statuses: editors, code: 'rest_cannot_edit' },
  },
  {
    ...{ route: `POST,PUT,PATCH ${comments}/<id>`, ...own_, json: words },
    ...{ statuses: own(editors), code: 'rest_cannot_edit' },
  },
  {
    ...{ route: `DELETE ${comments}/<id>`, ...held, query: 'force=true' },
    ...{ statuses: editors, code: 'rest_cannot_delete' },
  },
  {
    ...{ route: `DELETE ${comments}/<id>`, ...own_, query: 'force=true' },
    ...{ statuses: own(editors), code: 'rest_cannot_delete' },
  },
];

/** All cases of people and what they say. */
export const peopleCases: Case[] = [...userCases, ...passwordCases, ...commentCases];

/** More people and more of what they say. */
export async function addPeople(site: MediaSite): Promise<void> {
  await user(site, 'other');
  await password(site, 'administrator');
  await comment('approved')(site, 'editor');
}
