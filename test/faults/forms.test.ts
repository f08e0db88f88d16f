// kill -9 while forms are sent in: what was acknowledged is kept, whole, with its mail and its event.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { newDatabase, testServer } from './postgres-server.ts';
import { newFolder, oneConnection, type Service, type ServiceOptions, startService, until } from './service-process.ts';
import { embedded, postgres, type Query } from './stored.ts';

const times = 3;
const timeout = 60_000;

describe('kill -9 while forms are sent in', () => {
  it('loses nothing acknowledged in an SQLite file', { timeout }, async () => {
    const data = await newFolder();
    const names = await killAgainAndAgain({ data });
    const file = embedded(data);
    await assertWhole(file.query, names);
    file.close();
  });

  describe('on PostgreSQL', { skip: testServer ? false : 'OCTAVO_TEST_POSTGRES names no server' }, () => {
    let database: Awaited<ReturnType<typeof newDatabase>>;
    before(async () => {
      database = await newDatabase();
    });
    after(() => database.drop());

    it('loses nothing acknowledged', { timeout }, async () => {
      const names = await killAgainAndAgain({ data: await newFolder(), database: database.url });
      const client = await postgres(database.url);
      await assertWhole(client.query, names);
      await client.close();
    });
  });
});

/** Gives the names in everything that was acknowledged. */
async function killAgainAndAgain(options: ServiceOptions): Promise<string[]> {
  const acknowledged: string[] = [];
  let form = 0;
  for (let n = 0; n < times; n += 1) {
    const service = await startService(options);
    form ||= await makeForm(service);
    // Each process counts by itself, and takes what is set.
    await service.ask('POST', '/cmsforms/v1/setup-wizard/update', { step: 'spam', settings: { per_minute: 1000 } });
    const before = acknowledged.length;
    let working = true;
    const sender = async (who: number) => {
      const agent = oneConnection();
      for (let i = 0; working; i += 1) {
        const name = `${n} ${who} ${i}`;
        const values = { name };
        const answer = await service
          .ask('POST', `/cmsforms/v1/forms/${form}/submissions`, { values }, agent)
          .catch(() => undefined);
        if (answer?.status === 201) acknowledged.push(name);
        else await pause(5);
      }
      agent.destroy();
    };
    const senders = Array.from({ length: 6 }, (_, who) => sender(who));
    await until(() => acknowledged.length > before + 5, 10_000, 'forms are sent in');
    await pause(Math.random() * 150);
    await service.end('SIGKILL');
    working = false;
    await Promise.all(senders);
  }
  return acknowledged;
}

async function makeForm(service: Service): Promise<number> {
  const fields = [{ name: 'name', kind: 'text', label: 'Name', required: true }];
  const meta = { fields, notify: ['host@site.test'] };
  const { status, body } = await service.ask('POST', '/cms/v2/forms', { title: 'Form', status: 'publish', meta });
  assert.equal(status, 201);
  return body.id;
}

async function assertWhole(query: Query, acknowledged: readonly string[]): Promise<void> {
  const rows = await query('select id, answers, told from cmsforms_submissions');
  const kept = new Map(rows.map((row) => [JSON.parse(String(row.answers)).name as string, row]));
  const missing = acknowledged.filter((name) => !kept.has(name));
  assert.deepEqual(missing, [], `${missing.length} of ${acknowledged.length} acknowledged are missing`);
  const happened = await query(`select subject from events where kind = 'submission.created'`);
  const subjects = new Set(happened.map(({ subject }) => Number(subject)));
  const mails = await query(`select headers from mails where kind = 'form-submission'`);
  const told = new Set(mails.map(({ headers }) => Number(JSON.parse(String(headers))['X-Form-Submission'])));
  for (const row of rows) {
    assert.ok(subjects.has(Number(row.id)), `nothing tells that ${row.id} was sent in`);
    assert.equal(told.has(Number(row.id)), Number(row.told) === 1, `the mail about ${row.id}`);
  }
  assert.equal(subjects.size, rows.length, 'nothing is told that is not kept');
}
