// The screens that connect other programs: webhooks, scheduled jobs, the live feed and AI tools.
import { __ } from '@wordpress/i18n';
import { mayManageSettings } from '../../data/permissions.ts';
import { paths } from '../../ui/paths.ts';
import { type Route, withStyles } from './route.ts';

/** The screens. */
export const automationRoutes: readonly Route[] = [
  {
    path: paths.webhooks,
    title: () => __('Webhooks'),
    isAvailable: mayManageSettings,
    links: () => [{ group: 'site', path: paths.webhooks, label: __('Webhooks') }],
    help: 'admin#webhooks',
    load: () => withStyles('webhooks', () => import('../../screens/webhooks/screen.tsx')),
  },
  {
    path: paths.newWebhook,
    title: () => __('Add webhook'),
    isAvailable: mayManageSettings,
    help: 'admin#webhooks',
    load: () => withStyles(['fields', 'webhooks'], () => import('../../screens/webhooks/new-webhook.tsx')),
  },
  {
    path: '/automation/webhooks/:id',
    title: () => __('Webhook'),
    isAvailable: (bootstrap, { id = '' }) => mayManageSettings(bootstrap) && /^[1-9]\d*$/.test(id),
    help: 'admin#webhooks',
    load: () => withStyles(['fields', 'tabs', 'webhooks'], () => import('../../screens/webhooks/webhook.tsx')),
  },
  {
    path: paths.jobs,
    title: () => __('Scheduled jobs'),
    isAvailable: mayManageSettings,
    links: () => [{ group: 'site', path: paths.jobs, label: __('Scheduled jobs') }],
    help: 'admin#scheduled-jobs',
    load: () => withStyles('jobs', () => import('../../screens/jobs/screen.tsx')),
  },
  {
    path: paths.liveFeed,
    title: () => __('Live feed'),
    isAvailable: mayManageSettings,
    links: () => [{ group: 'site', path: paths.liveFeed, label: __('Live feed') }],
    help: 'admin#live-feed',
    load: () => withStyles(['fields', 'live-feed'], () => import('../../screens/live-feed/screen.tsx')),
  },
  {
    path: paths.aiTools,
    title: () => __('AI tools'),
    isAvailable: ({ capabilities }) => capabilities.edit_posts === true,
    links: () => [{ group: 'site', path: paths.aiTools, label: __('AI tools') }],
    help: 'admin#ai-tools',
    load: () => withStyles(['fields', 'ai-tools'], () => import('../../screens/ai-tools/screen.tsx')),
  },
];
