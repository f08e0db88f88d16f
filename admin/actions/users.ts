// The actions for users in lists.
import type { Action } from '@wordpress/dataviews';
import { __, sprintf } from '@wordpress/i18n';
import { sendPasswordReset } from '../data/resources/accounts.ts';
import type { User } from '../data/resources/users.ts';
import { icons } from '../ui/icons.tsx';
import type { Notice } from '../ui/notices.tsx';
import { messageOf } from '../ui/to-error.ts';

/** A user of a list. */
type ActionUser = User & { readonly isInvited: boolean };

/** Dependencies of the actions. */
export interface UserActionDeps<T extends ActionUser> {
  /** The ID of the signed-in user. */
  readonly self: number;
  readonly canDelete: boolean;
  readonly canSendMail: boolean;
  readonly notify: (notice: Notice) => void;
  /** Asks the user; resolves with false if the user cancels. */
  readonly confirm: (question: string, label: string) => Promise<boolean>;
  readonly open: (user: T) => void;
  /** Opens the form for the names, the email address and the roles of a user. */
  readonly editFields: (user: T) => void;
  /** Asks what happens with the entries of a user, and deletes the user. */
  readonly askToDelete: (user: T) => void;
}

/** Returns the actions in the order of the menu. Users never delete themselves. */
export const userActions = <T extends ActionUser>(deps: UserActionDeps<T>): Action<T>[] => [
  {
    id: 'edit',
    label: __('Edit'),
    isPrimary: true,
    callback: ([user]) => user && deps.open(user),
  },
  {
    id: 'quick-edit',
    label: __('Quick edit'),
    callback: ([user]) => user && deps.editFields(user),
  },
  {
    id: 'password-reset',
    label: __('Send password reset'),
    isEligible: ({ email, isInvited }) => deps.canSendMail && email !== '' && !isInvited,
    callback: ([user]) => void (user && sendReset(deps, user)),
  },
  {
    id: 'delete',
    label: __('Delete'),
    icon: icons.delete,
    isEligible: ({ id }) => deps.canDelete && id !== deps.self,
    callback: ([user]) => user && deps.askToDelete(user),
  },
];

/** Asks the user, and sends another user a link for choosing a new password. Shows a notice about the outcome. */
export async function sendReset(
  { confirm, notify }: Pick<UserActionDeps<ActionUser>, 'confirm' | 'notify'>,
  { id, email }: Pick<User, 'id' | 'email'>,
): Promise<void> {
  /* translators: %s: email address. */
  const question = __('Send a link for choosing a new password to %s? The current password stays valid until then.');
  if (!(await confirm(sprintf(question, email), __('Send')))) return;
  try {
    /* translators: %s: email address. */
    notify({ kind: 'success', text: sprintf(__('An email was sent to %s.'), await sendPasswordReset(id)) });
  } catch (error) {
    notify({ kind: 'error', text: messageOf(error) });
  }
}
