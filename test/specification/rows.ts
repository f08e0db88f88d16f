// Declares the tables of the specification as data: every route with its methods and parameters. It is a copy, so that the
// contract is compared with an independent source.
import { contentRows } from './content-rows.ts';
import { pluginRows } from './extension-rows.ts';
import { any, byDefault, flag, oneOf, type Row, required, text } from './schemas.ts';

const rootRows: readonly Row[] = [
  ['GET', '/', { context: byDefault('view') }],
  [
    'POST',
    '/batch/v1',
    {
      validation: byDefault('normal', oneOf('require-all-validate', 'normal')),
      requests: required({ type: 'array', maxItems: 25 }),
    },
  ],
  [
    'GET',
    '/oembed/1.0/embed',
    { url: required({ ...text, format: 'uri' }), format: byDefault('json'), maxwidth: byDefault(600) },
  ],
  [
    'GET',
    '/oembed/1.0/proxy',
    {
      ...{ url: required({ ...text, format: 'uri' }), format: byDefault('json', oneOf('json', 'xml')) },
      ...{ maxwidth: byDefault(600), maxheight: any, discover: byDefault(true, flag) },
    },
  ],
];

/** Namespaces that both instances list in their indexes. */
const shared = ['oembed/1.0', 'cms/v2', 'cms-site-health/v1', 'cms-block-editor/v1', 'cms-abilities/v1'];

/** Additional namespaces of each instance. */
export const instanceNamespaces: Readonly<Record<string, readonly string[]>> = {
  'first-instance': ['age-check/v3', 'bmgr-api/v1', 'cms-mail-smtp/setup-wizard/v1', 'sbc/v1', 'cmsforms/v1'],
  'second-instance': ['spamfilter/v1', 'bmgr-api/v1'],
};

/** Namespace that the service adds to those of the specification. */
const ownNamespace = 'octavo/v1';

/** Returns all namespaces in the index of an instance. */
export const namespacesOf = (instance: string): readonly string[] => [
  ...shared,
  ownNamespace,
  ...(instanceNamespaces[instance] ?? []),
];

/** Returns the index route of a namespace. */
const indexRow = (namespace: string): Row => [
  'GET',
  `/${namespace}`,
  { namespace: byDefault(namespace), context: byDefault('view') },
];

/** Returns the routes that the specification requires of an instance. */
export const rowsOf = (instance: string): readonly Row[] => [
  ...rootRows,
  ...contentRows,
  ...namespacesOf(instance).map(indexRow),
  ...(instanceNamespaces[instance] ?? []).flatMap((namespace) => pluginRows[namespace] ?? []),
];
