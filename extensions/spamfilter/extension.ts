// Keeps advertising out of comments and forms: learns from moderators, and asks a checker where there is a key for one.
import type { Extension } from 'octavo/extension';
import { settings, spamfilter } from './contract.ts';
import { judge } from './judge.ts';
import { learner } from './learn.ts';
import { migrations } from './migrations.ts';
import { tolerance } from './receive-webhook.ts';
import { spamfilterRoom } from './room.ts';
import { forgetHeard } from './store.ts';

export const extension: Extension = {
  name: 'spamfilter',
  version: '1.0.0',
  title: 'Spam filter',
  description: 'Keeps advertising out of comments and forms, and learns from what moderators decide.',
  namespace: 'spamfilter/v1',
  resources: [spamfilter],
  settings,
  migrations,
  open: (services) => ({
    rooms: { spamfilter: spamfilterRoom(services) },
    judge: judge(services),
    listeners: [learner(services)],
    jobs: [
      {
        name: 'forget-messages',
        every: 60 * 60,
        run: () => services.database.transaction((tx) => forgetHeard(tx, services.clock() - 4 * tolerance)),
      },
    ],
  }),
};
