// Tests kill -9 during form submissions: every acknowledged submission is stored completely, with its email and its event.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openPostgres, openSqlite, type Query } from './consistency.ts';
import { createTestDatabase, testServerUrl } from './postgres-server.ts';
import {
  newFolder,
  newSite,
  oneConnection,
  type Service,
  type ServiceOptions,
  startService,
  waitUntil,
} from './service-process.ts';

const times = 3;
const timeout = 300_000;

describe('kill -9 during form submissions', () => {
  it('loses no acknowledged submission in a SQLite file', { timeout }, async () => {
    const data = await newSite();
    const names = await killRepeatedly({ data });
    const file = openSqlite(data);
    await assertComplete(file.query, names);
    file.close();
  });

  describe('on PostgreSQL', { skip: testServerUrl ? false : 'OCTAVO_TEST_POSTGRES is not set' }, () => {
    let database: Awaited<ReturnType<typeof createTestDatabase>>;
    before(async () => {
      database = await createTestDatabase();
    });
    after(() => database.drop());

    it('loses no acknowledged submission', { timeout }, async () => {
      const names = await killRepeatedly({ data: await newFolder(), database: database.url });
      const client = await openPostgres(database.url);
      await assertComplete(client.query, names);
      await client.close();
    });
  });
});

/** Kills the service repeatedly during submissions. Returns the names that were submitted in acknowledged submissions. */
async function killRepeatedly(options: ServiceOptions): Promise<string[]> {
  const acknowledged: string[] = [];
  let form = 0;
  for (let n = 0; n < times; n += 1) {
    const service = await startService(options);
    form ||= await makeForm(service);
    // The submissions exceed the default rate limit.
    await service.request('POST', '/cmsforms/v1/setup-wizard/update', { step: 'spam', settings: { per_minute: 1000 } });
    const before = acknowledged.length;
    let isRunning = true;
    const sender = async (who: number) => {
      const agent = oneConnection();
      for (let i = 0; isRunning; i += 1) {
        const name = `${n} ${who} ${i}`;
        const values = { name };
        const response = await service
          .request('POST', `/cmsforms/v1/forms/${form}/submissions`, { values }, agent)
          .catch(() => undefined);
        if (response?.status === 201) acknowledged.push(name);
        else await pause(5);
      }
      agent.destroy();
    };
    const senders = Array.from({ length: 6 }, (_, who) => sender(who));
    await waitUntil(() => acknowledged.length > before + 5, 60_000, 'forms are submitted');
    await pause(Math.random() * 150);
    await service.end('SIGKILL');
    isRunning = false;
    await Promise.all(senders);
  }
  return acknowledged;
}

async function makeForm(service: Service): Promise<number> {
  const fields = [{ name: 'name', kind: 'text', label: 'Name', required: true }];
  const meta = { fields, notify: ['host@site.test'] };
  const { status, body } = await service.request('POST', '/cms/v2/forms', { title: 'Form', status: 'publish', meta });
  assert.equal(status, 201);
  return body.id;
}

async function assertComplete(query: Query, acknowledged: readonly string[]): Promise<void> {
  const rows = await query('select id, answers, told from cmsforms_submissions');
  const stored = new Map(rows.map((row) => [JSON.parse(String(row.answers)).name as string, row]));
  const missing = acknowledged.filter((name) => !stored.has(name));
  assert.deepEqual(missing, [], `${missing.length} of ${acknowledged.length} acknowledged submissions are missing`);
  const happened = await query(`select subject from events where kind = 'submission.created'`);
  const subjects = new Set(happened.map(({ subject }) => Number(subject)));
  const mails = await query(`select subject, headers from mails where kind = 'form-submission'`);
  const mailed = new Set(mails.map(({ headers }) => Number(JSON.parse(String(headers))['X-Form-Submission'])));
  // After 60 emails about a form within an hour, an hourly job sends digests with the number of further submissions.
  const inDigests = mails.reduce(
    (sum, mail) => sum + Number(/ (\d+) more submissions /.exec(String(mail.subject))?.[1] ?? 0),
    0,
  );
  for (const row of rows) {
    assert.ok(subjects.has(Number(row.id)), `submission ${row.id} has no event`);
    if (mailed.has(Number(row.id))) assert.equal(Number(row.told), 1, `the email about submission ${row.id}`);
  }
  const withoutEmail = rows.filter(({ id, told }) => Number(told) === 1 && !mailed.has(Number(id)));
  assert.equal(withoutEmail.length, inDigests, 'submissions without an email of their own are in a digest');
  assert.equal(subjects.size, rows.length, 'every event has a stored submission');
}
