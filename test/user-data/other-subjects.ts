// Declares the round trips of users, comments, settings, webhooks, abilities, batches, and all data of extensions.
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { declaredSettings } from '../../contract/cms-v2/settings.ts';
import type { MediaSite } from '../media-site.ts';
import { roles } from './full-config.ts';
import type { Subject } from './subject.ts';
import { bothSpellings, freeObject, line, namesLike } from './texts.ts';

const users = '/cms/v2/users';
const invitations = '/octavo/v1/invitations';
const preferences: Subject['more'] = (draw) => ({
  meta: { persisted_preferences: { _modified: '2026-01-01T00:00:00', ...draw(freeObject) } },
});
const password = 'correct horse battery';

const userSubjects: Subject[] = [
  {
    name: 'users',
    ...{ create: ['POST', users], read: ['GET', `${users}/<id>?context=edit`] },
    more: (draw, mount, values) => ({
      ...{ username: draw(fc.constantFrom(...namesLike(/^[a-z_]+$/))), password },
      ...{ slug: draw(fc.constantFrom(...bothSpellings)) },
      ...{ roles: [draw(fc.constantFrom(...roles))], ...preferences(draw, mount, values) },
    }),
    expected: ({ password: _password, ...presented }) => presented,
  },
  {
    name: 'oneself',
    ...{ create: ['POST', `${users}/me`], read: ['GET', `${users}/me?context=edit`] },
    more: (draw, mount, values) => ({
      ...{ username: undefined, roles: undefined, password: undefined, email: undefined },
      // The slug is omitted, because another user could already have it.
      slug: undefined,
      ...preferences(draw, mount, values),
    }),
    isRetained: true,
  },
  {
    name: 'invitations',
    ...{ create: ['POST', invitations], read: ['GET', `${invitations}/<id>`], resubmit: ['POST', invitations] },
    more: (draw) => ({
      // Other users may have names and email addresses with the names of the contract.
      ...{ username: draw(fc.uuid()), email: `${draw(fc.uuid())}@site.test` },
      ...{ first_name: undefined, last_name: undefined },
      roles: [draw(fc.constantFrom(...roles))],
    }),
    expected: ({ username, name, email }) => ({ username, name, email }),
    bodyOf: ({ username, name, email }) => ({ username, name, email }),
    isReplaced: true,
    changedFields: ['id', 'created', 'sent', 'expires', '_links'],
  },
  {
    name: 'application passwords',
    create: ['POST', `${users}/<user_id>/application-passwords`],
    read: ['GET', `${users}/<user_id>/application-passwords/<uuid>?context=edit`],
    prepare: async (site) => ({ user_id: site.ids.author }),
    more: (_draw, { name }) => ({ app_id: undefined, namespaces: [name('cms/v2'), name('spamfilter/v1')] }),
    valuesOf: ({ uuid }) => ({ uuid }),
    namedPaths: ['namespaces.*'],
  },
];

const commentSubjects: Subject[] = [
  {
    name: 'comments',
    ...{ create: ['POST', '/cms/v2/comments'], read: ['GET', '/cms/v2/comments/<id>?context=edit'] },
    prepare: async (site) => ({
      post: (await site.create('/cms/v2/posts', { title: 'A', status: 'publish' })).id,
      author: site.ids.administrator,
    }),
    more: (draw, _mount, { post, author }) => ({ status: 'approved', post, author, content: draw(line) }),
    namedPaths: ['meta._cms_note_status'],
  },
];

const categories = '/cms/v2/categories';
const term: Subject['more'] = (draw) => ({ name: draw(line), description: draw(line), slug: draw(line) });
const ability = (name: string) => `/cms-abilities/v1/abilities/octavo/${name}/run`;

const indirectSubjects: Subject[] = [
  {
    name: 'terms by an ability',
    ...{ create: ['POST', ability('create-category')], read: ['GET', `${categories}/<id>?context=edit`] },
    resubmit: ['POST', ability('update-category')],
    more: (...args) => ({ name: undefined, input: term(...args) }),
    expected: ({ input }) => input as Record<string, unknown>,
    bodyOf: ({ id, name, description, slug }) => ({ input: { id, name, description, slug } }),
    namedPaths: ['link'],
  },
  {
    name: 'terms by a batch',
    ...{ create: ['POST', '/batch/v1'], read: ['GET', `${categories}/<id>?context=edit`] },
    more: (draw, mount, values) => ({
      validation: undefined,
      requests: [{ path: mount.spelling.path(categories), body: term(draw, mount, values) }],
    }),
    expected: ({ requests }) => (requests as { body: Record<string, unknown> }[])[0]?.body ?? {},
    recordIn: (body) => body.responses?.[0]?.body ?? body,
    namedPaths: ['link'],
  },
];

const settings: Subject = {
  name: 'settings',
  create: ['POST', '/cms/v2/settings'],
  read: ['GET', '/cms/v2/settings'],
  // Settings without free text, such as the language, the time zone and the URL of the site, are omitted.
  more: () => ({
    ...{ timezone: undefined, language: undefined, show_on_front: undefined, default_post_format: undefined },
    ...{ url: undefined },
  }),
  isRetained: true,
};

const allSettings: Subject = {
  name: 'all settings',
  create: ['POST', '/octavo/v1/settings'],
  read: ['GET', '/octavo/v1/settings'],
  // Only free texts are submitted; other settings accept certain values.
  more: (draw) => ({
    ...Object.fromEntries(Object.keys(declaredSettings).map((name) => [name, undefined])),
    ...{ title: draw(line), description: draw(line), moderation_keys: draw(line), disallowed_keys: draw(line) },
  }),
  bodyOf: ({ title, description, moderation_keys, disallowed_keys }) => ({
    ...{ title, description, moderation_keys, disallowed_keys },
  }),
  isRetained: true,
};

const hooks = '/octavo/v1/webhooks';
const webhooks: Subject = {
  name: 'webhooks',
  ...{ create: ['POST', hooks], read: ['GET', `${hooks}/<id>`] },
  more: (draw) => ({
    ...{ url: `https://93.184.216.34/${draw(fc.constantFrom(...bothSpellings))}`, active: false },
    // Secrets and tokens are not returned.
    ...{ secret: undefined, token: undefined },
  }),
  namedPaths: ['types.*'],
};

const submissions = '/cmsforms/v1/forms/<form>/submissions';
const wizard = '/cmsforms/v1/setup-wizard';
const fields = namesLike(/^[a-z][a-z0-9_]{0,39}$/).slice(0, 20);

/** The form of each site, with a text field for every possible field name. It is created once per site. */
const forms = new WeakMap<MediaSite, Promise<{ id: number }>>();
const formOf = (site: MediaSite): Promise<{ id: number }> => {
  const formFields = fields.map((name) => ({ name, kind: 'text', label: name }));
  const made =
    forms.get(site) ??
    site.create('/cms/v2/forms', { title: 'A form', status: 'publish', meta: { fields: formFields } });
  forms.set(site, made);
  return made;
};

const formSubjects: Subject[] = [
  {
    name: 'submissions',
    ...{ create: ['POST', submissions], read: ['GET', `${submissions}/<id>`] },
    prepare: async (site) => {
      await site.request('administrator', 'POST', `${wizard}/update`, { step: 'spam', settings: { per_minute: 1000 } });
      return { form: (await formOf(site)).id };
    },
    more: (draw) => ({
      values: Object.fromEntries(
        draw(fc.subarray(fields, { minLength: 1, maxLength: 3 })).map((name) => [name, draw(line)]),
      ),
      ...{ trap: undefined, password: undefined },
    }),
    // The response to a submission contains no ID, so the submission is read from the list. It may be classified as spam.
    findCreated: async (mount, values) => {
      const [submission] = (await mount.request('GET', submissions, values)).body;
      return submission ?? (await mount.request('GET', `${submissions}?state=spam`, values)).body[0];
    },
    valuesOf: ({ id }) => ({ id }),
  },
  {
    name: 'settings of forms',
    create: ['POST', `${wizard}/update`],
    read: ['GET', `${wizard}/hydrate`],
    resubmit: ['POST', `${wizard}/update`],
    more: (draw) => ({
      step: 'payments',
      settings: { payment_provider: { client_id: draw(line), scope: draw(line) } },
    }),
    expected: ({ settings }) => (settings as { payment_provider: Record<string, unknown> }).payment_provider,
    recordIn: (body) => body.settings.payment_provider,
    bodyOf: ({ has_client_secret: _has, ...presented }) => ({
      step: 'payments',
      settings: { payment_provider: presented },
    }),
    isRetained: true,
  },
  {
    name: 'forms that the wizard takes over',
    ...{ create: ['POST', `${wizard}/complete`], read: ['GET', '/cms/v2/forms/<form>?context=edit'] },
    more: (draw) => {
      const field = { name: draw(fc.constantFrom(...fields)), kind: 'text', label: draw(line) };
      const form = { title: draw(line), status: 'publish', meta: { fields: [field], confirmation: draw(line) } };
      return { outcome: 'import', forms: [form] };
    },
    valuesOf: ({ made }) => ({ form: made[0] }),
    expected: ({ forms: [form] }) => form,
    isOmittedFromCreate: true,
    remove: '/cms/v2/forms/<form>',
    namedPaths: ['type', 'class_list.*'],
  },
];

const mail = '/cms-mail-smtp/setup-wizard/v1';
const mailSettings = (path: string): Subject => ({
  name: `settings of mail by ${path}`,
  create: ['POST', `${mail}/${path}`],
  read: ['POST', `${mail}/settings`],
  resubmit: ['POST', `${mail}/${path}`],
  more: (draw) => ({
    value: { mail: { from_name: draw(line) }, smtp: { user: draw(line) }, google: { client_id: draw(line) } },
  }),
  expected: ({ value }) => value as Record<string, unknown>,
  recordIn: (body) => body.settings ?? body,
  // Secrets are not submitted again, because responses contain only whether they are set.
  bodyOf: (groups) => ({
    value: Object.fromEntries(
      Object.entries(groups).map(([name, group]) => [
        name,
        Object.fromEntries(Object.entries(group as object).filter(([key]) => !key.endsWith('_set'))),
      ]),
    ),
  }),
  isRetained: true,
});

const extensionSettings = '/octavo/v1/extension-settings';

/** The settings of an extension at the route for user interfaces. */
const settingsOf = (extension: string, more: Required<Subject>['more']): Subject => ({
  name: `settings of ${extension} for user interfaces`,
  ...{ create: ['POST', `${extensionSettings}/${extension}`], read: ['GET', `${extensionSettings}/${extension}`] },
  more,
  // Secrets are not submitted again, because responses contain only whether they are set.
  bodyOf: (record) => withoutSetNotes(record),
  isRetained: true,
});

/** Returns an object without the properties that say whether a secret is set, also in its objects. */
const withoutSetNotes = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record)
      .filter(([key]) => !key.endsWith('_set'))
      .map(([key, value]) => [
        key,
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? withoutSetNotes(value as Record<string, unknown>)
          : value,
      ]),
  );

const consent = '/sbc/v1/consent';
const category = namesLike(/^[a-z][a-z0-9_-]{0,39}$/).slice(0, 30);
const categoriesOf = (names: readonly string[]) =>
  names.map((name) => ({ name, label: name, description: '', required: false }));

const consentSubjects: Subject[] = [
  {
    name: 'settings of consents',
    ...{ create: ['POST', '/sbc/v1/settings'], read: ['GET', '/sbc/v1/settings'] },
    more: (draw) => ({
      categories: draw(fc.uniqueArray(fc.constantFrom(...category), { minLength: 1, maxLength: 3 })).map((name) => ({
        ...{ name, label: draw(line), description: draw(line), required: false },
      })),
    }),
    isRetained: true,
  },
  {
    name: 'consents',
    create: ['POST', consent],
    read: ['GET', '/sbc/v1/receipts?per_page=1000'],
    resubmit: ['POST', consent],
    prepare: async (site) => {
      await site.request('administrator', 'PUT', '/sbc/v1/settings', { categories: categoriesOf(category) });
      return {};
    },
    more: (draw) => ({ categories: draw(fc.subarray(category, { minLength: 1 })) }),
    valuesOf: ({ consent: args }) => ({ receipt: args.receipt }),
    recordIn: (body, { receipt }) =>
      body.consent ?? body.receipts.find((each: { receipt: string }) => each.receipt === receipt),
    bodyOf: ({ categories: names }) => ({ categories: names }),
    // The rate limit of consents is twenty per minute.
    ...{ isRetained: true, maxRuns: 8 },
  },
];

const router = '/bmgr-api/v1/router';

/** Waits until a backup is complete, because it cannot be renamed or deleted before. Throws if it is not completed in time. */
async function waitUntilReady(ask: () => Promise<{ body: { state?: string } }>): Promise<void> {
  for (let n = 0; n < 6000; n += 1) {
    if ((await ask()).body.state === 'ready') return;
    await pause(10);
  }
  throw new Error('The backup was not completed in time.');
}

const backups: Subject = {
  name: 'backups',
  ...{ create: ['POST', router], read: ['GET', `${router}?id=<id>`] },
  resubmit: ['PUT', router],
  more: (draw) => ({ id: undefined, name: draw(line) }),
  findCreated: async (mount, _values, { id }) => {
    await waitUntilReady(() => mount.request('GET', `${router}?id=<id>`, { id }));
    return (await mount.request('GET', `${router}?id=<id>`, { id })).body;
  },
  bodyOf: ({ id, name }) => ({ id, name }),
  remove: `${router}?id=<id>`,
  maxRuns: 2,
};

const extensionSubjects: Subject[] = [
  ...consentSubjects,
  ...['update', 'import-settings'].map(mailSettings),
  settingsOf('mail-smtp', (draw) => ({
    ...{ mail: { from_name: draw(line) }, smtp: { user: draw(line) }, google: { client_id: draw(line) } },
    microsoft: undefined,
  })),
  settingsOf('cmsforms', (draw) => ({ payment_provider: { client_id: draw(line) } })),
  {
    ...settingsOf('age-check', (_draw, { name }) => ({ selected_terms: { [name('cms_pattern_category')]: [] } })),
    ...{ namedPaths: ['selected_terms'], hasNoTexts: true },
  },
  {
    ...settingsOf('spamfilter', (draw, { name }) => ({
      [name('spamfilter_endpoint')]: `https://93.184.216.34/${draw(fc.constantFrom(...bothSpellings))}`,
    })),
    namedPaths: bothSpellings,
  },
  backups,
  {
    name: 'settings of age checks',
    ...{ create: ['POST', '/age-check/v3/admin/settings'], read: ['GET', '/age-check/v3/admin/settings'] },
    more: (_draw, { name }) => ({ selected_terms: { [name('cms_pattern_category')]: [] } }),
    ...{ namedPaths: ['selected_terms'], hasNoTexts: true, isRetained: true },
  },
  {
    name: 'settings of the spam filter',
    ...{ create: ['POST', '/spamfilter/v1/settings'], read: ['GET', '/spamfilter/v1/settings'] },
    more: (draw, { name }) => ({
      [name('spamfilter_endpoint')]: `https://93.184.216.34/${draw(fc.constantFrom(...bothSpellings))}`,
    }),
    namedPaths: bothSpellings,
    isRetained: true,
  },
  {
    name: 'messages of the spam-checking service',
    ...{ create: ['POST', '/spamfilter/v1/alert'], read: ['GET', '/spamfilter/v1/alert'] },
    more: (draw) => ({ key: undefined, message: draw(line) }),
    recordIn: ({ alert }) => alert,
    changedFields: ['since'],
    isRetained: true,
  },
  {
    name: 'settings of an extension of the site',
    ...{ create: ['POST', '/shelf/v1/settings'], read: ['GET', '/shelf/v1/settings'] },
    more: (draw) => ({ undeclared: draw(freeObject) }),
    isRetained: true,
  },
];

export const otherSubjects: readonly Subject[] = [
  ...userSubjects,
  ...commentSubjects,
  ...indirectSubjects,
  ...[settings, allSettings],
  webhooks,
  ...formSubjects,
  ...extensionSubjects,
];
