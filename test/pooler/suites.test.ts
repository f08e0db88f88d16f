// Runs test suites of data on PostgreSQL through PgBouncer.
import { describeThroughPgBouncer } from './run-suites.ts';

describeThroughPgBouncer({
  'handles, transactions and scans': [
    ...['handle', 'row-insert', 'search', 'scans'].map((name) => `server/database/${name}.test.ts`),
    'test/concurrent-counters.test.ts',
  ],
  migrations: ['server/database/migrate.test.ts', 'test/migration-status.test.ts'],
  'entries and lists': ['test/if-match.test.ts', 'test/revisions.test.ts', 'test/counters.test.ts'],
  batches: ['test/batch.test.ts'],
  searches: ['test/search-limits.test.ts', 'test/long-reads.test.ts'],
});
