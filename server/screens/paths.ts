// Paths of the screens, below the home URL.
import { accountLinkPaths } from '../cms-v2/users/account-links.ts';

export const screenPaths = {
  signIn: '/account/sign-in',
  signOut: '/account/sign-out',
  setup: '/account/setup',
  forgotten: '/account/forgotten-password',
  reset: accountLinkPaths.reset,
  invitation: accountLinkPaths.invitation,
  confirmEmail: accountLinkPaths['email-change'],
  authorize: '/account/authorize',
  profile: '/account/profile',
  password: '/account/profile/password',
  applicationPasswords: '/account/profile/application-passwords',
  sessions: '/account/profile/sessions',
  nonce: '/account/nonce',
  style: '/account/style.css',
} as const;
