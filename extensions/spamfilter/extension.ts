// Defines the extension spamfilter: a spam filter for comments and forms. Decisions of moderators train the filter, and it can query a
// spam-checking service.
import type { Extension } from 'octavo/extension';
import { makeClassifier } from './classifier.ts';
import { publicSettings, settings, spamfilter } from './contract.ts';
import { settingsRules, spamfilterEndpoints } from './endpoints.ts';
import { learner } from './learn.ts';
import { toleranceMs } from './receive-webhook.ts';
import { migrations, pruneMessages } from './store.ts';

export const extension: Extension<typeof settings> = {
  name: 'spamfilter',
  version: '1.0.0',
  title: 'Spam filter',
  description: 'Filters spam in comments and forms, and learns from the decisions of moderators.',
  namespace: 'spamfilter/v1',
  resources: [spamfilter],
  settings,
  adminSettings: [...Object.keys(publicSettings), 'key'],
  migrations,
  open: (services) => ({
    modules: [spamfilterEndpoints(services)],
    settingsRules: settingsRules(services),
    classifier: makeClassifier(services),
    listeners: [learner(services)],
    jobs: [
      {
        name: 'forget-messages',
        every: 60 * 60,
        run: () => services.database.transaction((tx) => pruneMessages(tx, services.clock() - 4 * toleranceMs)),
      },
    ],
  }),
};
