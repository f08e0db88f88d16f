// Signs the user out, and deletes what this browser has stored for the user.
import { __ } from '@wordpress/i18n';
import type { MouseEvent, ReactNode } from 'react';
import { forgetUser, hasCopies } from '../../data/drafts/copies.ts';
import { accountPaths } from '../../data/page.ts';
import { signOut } from '../../data/session.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { messageOf } from '../../ui/to-error.ts';

/** Signing out, and the question that it may ask. */
interface SignOutState {
  /** Signs the user out. If changes are not saved, it asks first. */
  readonly signOut: () => void;
  readonly dialog: ReactNode;
}

/** Returns the function that signs the user out. */
export function useSignOut(): SignOutState {
  const { user } = useBootstrap();
  const { confirm, dialog } = useConfirm();
  const notify = useNotices();
  const run = async () => {
    const question = __(
      'Some of your changes are not saved; they are stored only in this browser. Signing out deletes them.',
    );
    if ((await hasCopies(user.id)) && !(await confirm(question, __('Delete them and sign out')))) return;
    await signOut();
    await forgetUser(user.id);
    location.assign(`${accountPaths.signIn}?notice=signed-out`);
  };
  const start = () => void run().catch((error: unknown) => notify({ kind: 'error', text: messageOf(error) }));
  return { signOut: start, dialog };
}

/** The link that signs the user out. In another tab, it opens the page of the account. */
export function SignOut({ run }: { readonly run: () => void }) {
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    run();
  };
  return (
    <a href={accountPaths.signOut} onClick={onClick}>
      {__('Sign out')}
    </a>
  );
}
