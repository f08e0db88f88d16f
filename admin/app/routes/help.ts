// The guides.
import { __, sprintf } from '@wordpress/i18n';
import { findGuideTitle } from '../../data/resources/guides.ts';
import { type Route, withStyles } from './route.ts';

/** The screens. */
export const helpRoutes: readonly Route[] = [
  {
    path: '/help/:guide',
    // translators: %s: title of a guide.
    title: (_bootstrap, { guide = '' }) => sprintf(__('Help: %s'), findGuideTitle(guide) ?? ''),
    isAvailable: (_bootstrap, { guide = '' }) => findGuideTitle(guide) !== undefined,
    help: null,
    load: () => withStyles('help', () => import('../../screens/help/screen.tsx')),
  },
];
