// Declares the permission cases of edit locks and of the live channel, which are for users who may edit the entry.
import { type Case, editors, type Fixture, forOwners, type Row, writers } from './cases.ts';
import { entry } from './entry-cases.ts';

const locks = '/octavo/v1/locks';

/** Creates a draft, which its author locks if the role allows it. */
const draft =
  (type: string): Fixture =>
  async (site, owner) => {
    const { id = 0 } = await entry(type, 'draft')(site, owner);
    await site.request(owner, 'POST', `${locks}/${id}`, {});
    return { entry: id };
  };

const othersPost = { description: "another's post", fixture: draft('posts') };
const ownPost = { description: "one's own post", fixture: draft('posts'), isOwn: true };
const takeOver = { json: { take_over: true } };
/** Users who may edit the entry do not hold the lock. */
const notHeld: Row = [401, 403, 403, 403, 404, 404];
const lockedByOther: Row = [401, 403, 403, 403, 409, 409];

/** All cases of edit locks and of the live channel. */
export const lockCases: Case[] = (
  [
    { route: `GET ${locks}`, ...othersPost, query: 'entries=<entry>', statuses: writers },
    { route: `GET ${locks}`, ...ownPost, query: 'entries=<entry>', statuses: forOwners(writers) },
    { route: `POST ${locks}/<entry>`, ...othersPost, ...takeOver, statuses: editors },
    { route: `POST ${locks}/<entry>`, ...othersPost, description: 'a locked post', statuses: lockedByOther },
    { route: `POST ${locks}/<entry>`, ...ownPost, statuses: forOwners(writers) },
    {
      ...{ route: `POST ${locks}/<entry>`, description: "another's page", fixture: draft('pages') },
      ...{ ...takeOver, statuses: editors },
    },
    { route: `DELETE ${locks}/<entry>`, ...ownPost, statuses: forOwners(writers) },
    { route: `DELETE ${locks}/<entry>`, ...othersPost, statuses: notHeld },
    { route: 'GET /octavo/v1/live', ...othersPost, query: 'entries=<entry>', statuses: writers },
    { route: 'GET /octavo/v1/live', ...ownPost, query: 'entries=<entry>', statuses: forOwners(writers) },
  ] satisfies Case[]
).map((each) => ({ ...each, code: 'rest_cannot_edit' }));
