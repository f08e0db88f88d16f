// Dependencies of the user operations.

import type { Contract } from '../../../contract/contract.ts';
import type { RateLimiter } from '../../access/rate-limiter.ts';
import type { Roles } from '../../access/roles.ts';
import type { Database, WriteHandle } from '../../database/handle.ts';
import type { TextProcessor } from '../../rendering/work/text-processor.ts';
import type { SiteContext } from '../../site-context.ts';
import type { NotificationDeps } from './notify-of-change.ts';
import type { PasswordResetDeps } from './password-reset.ts';

/** Functions for the content of a user who is deleted, in the transaction that deletes the user (users-and-comments.md §3.5). */
export interface ContentOfUsers {
  /** Moves the entries of a user to the trash; `editor` is the ID of the user who does so. */
  trash(tx: WriteHandle, user: number, editor: number): Promise<void>;
  /** Makes the user `to` the author of all content of the user `from`. */
  reassign(tx: WriteHandle, from: number, to: number): Promise<void>;
}

export interface UserDeps {
  readonly contract: Contract;
  readonly database: Database;
  readonly site: SiteContext;
  /** Sanitizes texts. Long texts are processed in a worker process. */
  readonly texts: TextProcessor;
  readonly roles: Roles;
  readonly notifications: NotificationDeps;
}

/** Dependencies of operations that send links by email. */
export interface AccountEmailDeps extends PasswordResetDeps {
  readonly database: Database;
  readonly outgoing: {
    /** Returns whether mail is configured, even if the mail server is unreachable. */
    readonly canSend: () => Promise<boolean>;
    /** Rate limiter for emails with links (account-links.ts). */
    readonly limiter: RateLimiter;
  };
}
