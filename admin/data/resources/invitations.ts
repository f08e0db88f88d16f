// Reads and writes invitations of users.
import { type Page, readPage, send } from '../client.ts';
import type { NewUser } from './users.ts';

/** An invitation that was not accepted yet. Its ID is that of the invited user. */
export interface Invitation {
  readonly id: number;
  readonly username: string;
  /** The display name, escaped for HTML. */
  readonly name: string;
  readonly email: string;
  readonly inviter_name: string;
  /** The times of the latest email and of its expiry, in GMT. */
  readonly sent: string;
  readonly expires: string;
  readonly expired: boolean;
  readonly _links: { readonly self?: readonly { readonly targetHints?: { readonly etag?: string } }[] };
}

const path = '/octavo/v1/invitations';

/** Maximum number of invitations that are displayed. */
const maxDisplayed = 100;

/** Reads the newest invitations. Throws ApiError. */
export const listInvitations = (signal?: AbortSignal): Promise<Page<Invitation>> =>
  readPage(path, { per_page: maxDisplayed, _etags: true }, signal);

/** Creates a user without a password, and emails a link for choosing one. Throws ApiError. */
export const inviteUser = async (user: NewUser): Promise<Invitation> =>
  (await send<Invitation>(path, { method: 'POST', body: user })).data;

/** Sends an invitation again, with a new link. Throws ApiError; 412 if it was sent again by another user meanwhile. */
export async function resendInvitation(invitation: Invitation): Promise<void> {
  await send(`${path}/${invitation.id}/send`, { method: 'POST', body: {}, ...versionOf(invitation) });
}

/** Withdraws an invitation: deletes the account. Throws ApiError; 412 if it was sent again by another user meanwhile. */
export async function withdrawInvitation(invitation: Invitation): Promise<void> {
  await send(`${path}/${invitation.id}`, { method: 'DELETE', ...versionOf(invitation) });
}

function versionOf({ _links }: Invitation): { readonly ifMatch?: string } {
  const etag = _links.self?.[0]?.targetHints?.etag;
  return etag === undefined ? {} : { ifMatch: etag };
}
