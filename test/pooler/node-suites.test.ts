// Runs test suites of several nodes, backups and background work on PostgreSQL through PgBouncer.
import { describeThroughPgBouncer } from './run-suites.ts';

describeThroughPgBouncer({
  'changes of other nodes': ['test/delayed-changes.test.ts', 'test/response-cache.test.ts'],
  'live events': ['test/live-feed.test.ts', 'test/live-channel.test.ts'],
  backups: ['server/backup/restore.test.ts'],
  imports: ['server/import/batch-sizes.test.ts'],
  'jobs and emails': ['test/jobs.test.ts', 'test/scheduling.test.ts', 'server/mail/mail-queue.test.ts'],
});
