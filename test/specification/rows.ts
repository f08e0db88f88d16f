// The tables of the specification as data: every route with its methods, and what is said of its parameters. A copy, so that
// what the declarations say is compared with something that does not come from them.
import { contentRows } from './content-rows.ts';
import { pluginRows } from './extension-rows.ts';
import { any, byDefault, flag, needed, oneOf, type Row, text } from './words.ts';

const rootRows: readonly Row[] = [
  ['GET', '/', { context: byDefault('view') }],
  [
    'POST',
    '/batch/v1',
    {
      validation: byDefault('normal', oneOf('require-all-validate', 'normal')),
      requests: needed({ type: 'array', maxItems: 25 }),
    },
  ],
  [
    'GET',
    '/oembed/1.0/embed',
    { url: needed({ ...text, format: 'uri' }), format: byDefault('json'), maxwidth: byDefault(600) },
  ],
  [
    'GET',
    '/oembed/1.0/proxy',
    {
      ...{ url: needed({ ...text, format: 'uri' }), format: byDefault('json', oneOf('json', 'xml')) },
      ...{ maxwidth: byDefault(600), maxheight: any, discover: byDefault(true, flag) },
    },
  ],
];

/** The namespaces that both instances announce. */
const shared = ['oembed/1.0', 'cms/v2', 'cms-site-health/v1', 'cms-block-editor/v1', 'cms-abilities/v1'];

/** The namespaces that an instance announces beside those of both. */
export const instanceNamespaces: Readonly<Record<string, readonly string[]>> = {
  'first-instance': ['age-check/v3', 'bmgr-api/v1', 'cms-mail-smtp/setup-wizard/v1', 'sbc/v1', 'cmsforms/v1'],
  'second-instance': ['spamfilter/v1', 'bmgr-api/v1'],
};

/** The namespace that the service adds to those of the specification. */
const ownNamespace = 'octavo/v1';

/** Everything that an instance announces. */
export const namespacesOf = (instance: string): readonly string[] => [
  ...shared,
  ownNamespace,
  ...(instanceNamespaces[instance] ?? []),
];

/** The index of a namespace. */
const indexRow = (namespace: string): Row => [
  'GET',
  `/${namespace}`,
  { namespace: byDefault(namespace), context: byDefault('view') },
];

/** The rows of the specification for an instance. */
export const rowsOf = (instance: string): readonly Row[] => [
  ...rootRows,
  ...contentRows,
  ...namespacesOf(instance).map(indexRow),
  ...(instanceNamespaces[instance] ?? []).flatMap((namespace) => pluginRows[namespace] ?? []),
];
