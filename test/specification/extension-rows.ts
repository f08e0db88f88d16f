// Declares the routes of extension namespaces as the tables of the specification list them.
import { any, byDefault, flag, oneOf, type Parameters, type Row, required, text } from './schemas.ts';

const taxonomy: Parameters = { taxonomy: required(any) };

const posts = (namespace: string, names: string): Row[] =>
  names.split(' ').map((name): Row => ['POST', `/${namespace}/${name}`]);

/** Routes of plugins by namespace. */
export const pluginRows: Readonly<Record<string, readonly Row[]>> = {
  'bmgr-api/v1': [['GET POST PUT PATCH DELETE', '/bmgr-api/v1/router', { id: any }]],
  'age-check/v3': [
    ['GET', '/age-check/v3/check'],
    ['GET', '/age-check/v3/admin/terms', taxonomy],
    ['GET', '/age-check/v3/admin/terms/selected', taxonomy],
    ['GET', '/age-check/v3/admin/terms/select-all', taxonomy],
  ],
  'sbc/v1': [['GET POST', '/sbc/v1/consent']],
  'cms-mail-smtp/setup-wizard/v1': posts(
    'cms-mail-smtp/setup-wizard/v1',
    'health hydrate update settings import-settings get-connected-data get-oauth-url remove-oauth-connection ' +
      'mailer-disconnect check-mailer-configuration mailer-preflight install-plugin upgrade-plugin get-partner-plugins-info',
  ),
  'cmsforms/v1': [
    ['GET', '/cmsforms/v1/setup-wizard/hydrate'],
    ['POST', '/cmsforms/v1/setup-wizard/update'],
    ['POST', '/cmsforms/v1/setup-wizard/install-plugins', { plugins: { type: 'array', default: [], required: true } }],
    [
      'POST',
      '/cmsforms/v1/setup-wizard/complete',
      { outcome: byDefault('build', oneOf('build', 'import', 'exit', 'forms')) },
    ],
    ['POST', '/cmsforms/v1/setup-wizard/payment-provider/connect-url'],
    ['GET', '/cmsforms/v1/setup-wizard/license/key'],
    ['POST', '/cmsforms/v1/setup-wizard/license/verify', { key: required(text) }],
  ],
  'spamfilter/v1': [
    ['GET', '/spamfilter/v1/key'],
    ['POST PUT PATCH', '/spamfilter/v1/key', { key: required(text) }],
    ['DELETE', '/spamfilter/v1/key'],
    ['GET', '/spamfilter/v1/settings'],
    [
      'POST PUT PATCH',
      '/spamfilter/v1/settings',
      { spamfilter_strictness: flag, spamfilter_show_user_comments_approved: flag },
    ],
    ['GET', '/spamfilter/v1/stats', { interval: byDefault('all', oneOf('60-days', '6-months', 'all')) }],
    ['GET', '/spamfilter/v1/stats/<>', { interval: text }],
    ['GET POST PUT PATCH DELETE', '/spamfilter/v1/alert', { key: text }],
    ['POST', '/spamfilter/v1/webhook'],
  ],
};
