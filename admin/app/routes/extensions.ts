// The screens of extensions: those of built-in ones, and those that other extensions contribute.
import { __ } from '@wordpress/i18n';
import type { Bootstrap } from '../../data/bootstrap.ts';
import { mayManageSettings } from '../../data/permissions.ts';
import { consentName } from '../../data/resources/consent.ts';
import { spamFilterName } from '../../data/resources/spam-filter.ts';
import { paths } from '../../ui/paths.ts';
import type { RouteParameters } from '../../ui/screen-props.ts';
import { type Route, withStyles } from './route.ts';

/** Returns the screen of an extension at a path. */
const extensionScreenOf = ({ extensionScreens }: Bootstrap, { extension, screen }: RouteParameters) =>
  extensionScreens.find((each) => each.extension === extension && each.name === screen);

/** The screens, except for those of forms. */
export const extensionRoutes: readonly Route[] = [
  {
    path: paths.spamFilter,
    title: () => __('Spam filter'),
    isAvailable: ({ capabilities, extensions }) =>
      extensions.includes(spamFilterName) && capabilities.moderate_comments === true,
    links: () => [{ group: 'site', path: paths.spamFilter, label: __('Spam filter') }],
    help: 'admin#spam-filter',
    load: () => withStyles(['tabs', 'spam-filter'], () => import('../../screens/spam-filter/screen.tsx')),
  },
  {
    path: paths.consent,
    title: () => __('Consent'),
    isAvailable: (bootstrap) => bootstrap.extensions.includes(consentName) && mayManageSettings(bootstrap),
    links: () => [{ group: 'site', path: paths.consent, label: __('Consent') }],
    help: 'admin#consent',
    load: () => withStyles(['lists', 'fields', 'consent'], () => import('../../screens/consent/screen.tsx')),
  },
  {
    path: '/extensions/:extension/:screen',
    title: (bootstrap, parameters) => extensionScreenOf(bootstrap, parameters)?.title ?? '',
    isAvailable: (bootstrap, parameters) => extensionScreenOf(bootstrap, parameters) !== undefined,
    links: ({ extensionScreens }) =>
      extensionScreens.map(({ extension, name, title }) => ({
        ...{ group: 'site', label: title },
        path: paths.extensionScreen(extension, name),
      })),
    help: 'admin#screens-of-extensions',
    load: () => withStyles('fields', () => import('../../screens/extension-screen/screen.tsx')),
  },
];
