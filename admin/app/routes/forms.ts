// The screens of forms and their submissions.
import { __ } from '@wordpress/i18n';
import { mayEditForms, mayManageSettings } from '../../data/permissions.ts';
import { paths } from '../../ui/paths.ts';
import { type Route, withStyles } from './route.ts';

/** The screens. */
export const formRoutes: readonly Route[] = [
  {
    path: paths.forms,
    title: () => __('Forms'),
    isAvailable: mayEditForms,
    links: () => [{ group: 'content', path: paths.forms, label: __('Forms') }],
    help: 'admin#forms',
    load: () => withStyles(['lists', 'forms'], () => import('../../screens/forms/screen.tsx')),
  },
  {
    path: paths.newForm,
    title: () => __('Add form'),
    isAvailable: mayEditForms,
    help: 'admin#forms',
    load: () => withStyles(['fields', 'forms'], () => import('../../screens/forms/new-form.tsx')),
  },
  {
    path: paths.formPerson,
    title: () => __('Find a person'),
    isAvailable: (bootstrap) => mayEditForms(bootstrap) && mayManageSettings(bootstrap),
    help: 'admin#forms',
    load: () => withStyles(['fields', 'forms'], () => import('../../screens/submissions/person.tsx')),
  },
  {
    path: '/forms/:id',
    title: () => __('Edit form'),
    isAvailable: (bootstrap, { id = '' }) => mayEditForms(bootstrap) && /^[1-9]\d*$/.test(id),
    help: 'admin#forms',
    load: () => withStyles(['fields', 'forms'], () => import('../../screens/forms/edit-form.tsx')),
  },
  {
    path: '/forms/:id/submissions',
    title: () => __('Submissions'),
    isAvailable: (bootstrap, { id = '' }) => mayEditForms(bootstrap) && /^[1-9]\d*$/.test(id),
    help: 'admin#forms',
    load: () => withStyles(['lists', 'fields', 'forms'], () => import('../../screens/submissions/screen.tsx')),
  },
];
