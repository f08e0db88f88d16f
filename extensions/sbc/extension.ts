// Defines the extension sbc: cookie consent of visitors, with receipts.
import type { Extension } from 'octavo/extension';
import { consent, settings } from './contract.ts';
import { consentEndpoints } from './endpoints.ts';
import { deleteExpiredReceipts } from './store.ts';

const daySeconds = 24 * 60 * 60;

export const extension: Extension<typeof settings> = {
  name: 'sbc',
  version: '1.0.0',
  title: 'Consent',
  description: 'Stores receipts of the consent of visitors to categories of cookies.',
  namespace: 'sbc/v1',
  resources: [consent],
  settings,
  migrations: [
    {
      number: 1,
      name: 'receipts',
      async up(tx) {
        const { integer, text } = tx.builder.dialect.types;
        await tx.execute(`
          create table sbc_receipts (
            id ${text} not null primary key,
            visitor ${text} not null,
            given ${integer} not null,
            version ${text} not null,
            categories ${text} not null
          );
          create index sbc_receipts_by_time on sbc_receipts (given);
        `);
      },
    },
    {
      number: 2,
      name: 'receipts by visitor',
      effects: { summary: 'Indexes receipts by visitor.', tables: { sbc_receipts: { indexes: 1 } } },
      async up(tx) {
        await tx.execute('create index sbc_receipts_by_visitor on sbc_receipts (visitor, id)');
      },
    },
  ],
  open: (services) => ({
    modules: [consentEndpoints(services)],
    jobs: [
      {
        name: 'forget-receipts',
        every: daySeconds / 4,
        async run() {
          const { retention_days: days } = await services.settings.read();
          const before = services.clock() - days * daySeconds * 1000;
          await services.database.transaction((tx) => tx.run(deleteExpiredReceipts, { before }));
        },
      },
    ],
  }),
};
