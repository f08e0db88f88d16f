// The screens of users, and the profile of the signed-in user.
import { __ } from '@wordpress/i18n';
import { mayCreateUsers, mayManageUsers } from '../../data/permissions.ts';
import { paths } from '../../ui/paths.ts';
import { type Route, withStyles } from './route.ts';

/** The screens. */
export const userRoutes: readonly Route[] = [
  {
    path: paths.users,
    title: () => __('Users'),
    isAvailable: mayManageUsers,
    links: () => [{ group: 'site', path: paths.users, label: __('Users') }],
    help: 'admin#users',
    load: () => withStyles(['lists', 'fields', 'users'], () => import('../../screens/users/screen.tsx')),
  },
  {
    path: paths.newUser,
    title: () => __('Add user'),
    isAvailable: mayCreateUsers,
    help: 'admin#users',
    load: () => withStyles(['fields', 'users'], () => import('../../screens/users/new-user.tsx')),
  },
  {
    path: '/users/:id',
    title: () => __('Edit user'),
    isAvailable: (bootstrap, { id = '' }) => mayManageUsers(bootstrap) && /^[1-9]\d*$/.test(id),
    help: 'admin#users',
    load: () => withStyles(['fields', 'users'], () => import('../../screens/users/user.tsx')),
  },
  {
    path: paths.profile,
    title: () => __('Your profile'),
    isAvailable: () => true,
    help: 'admin#your-profile',
    load: () => withStyles(['fields', 'users'], () => import('../../screens/users/profile.tsx')),
  },
];
