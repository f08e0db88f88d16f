// Tests that the emails of a site can be listed without their texts, and sent again.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../../../test/engines.ts';
import { type Caller, openTestSite, roles } from '../../../test/site.ts';
import { statement } from '../../database/statement.ts';
import type { MailRow } from '../../mail/store.ts';

type NewMail = Omit<MailRow, 'id'>;

const base: NewMail = {
  ...{ kind: 'password-reset', recipient: 'ann@site.test', subject: 'Reset', text: 'the secret link', html: '' },
  ...{ reply_to: '', headers: '{}', state: 'failed', tries: 5, queued: '2026-03-01T12:00:00', settled: '' },
  ...{ due: '2999-01-01T00:00:00', problem: 'The mail server rejected the recipient.' },
};

describeEachEngine('emails over the API', (engine) => {
  it('are listed without their texts, and sent again', async () => {
    const clock = () => Date.parse('2026-03-05T00:00:00Z');
    const site = await openTestSite({ database: await engine.open(), clock });
    const insert = (mail: Partial<NewMail>) => {
      const row = { ...base, ...mail };
      const insertStatement = statement((q) => q.insertInto('mails').values(row));
      return site.database.transaction((tx) => tx.run(insertStatement, {}));
    };
    await insert({});
    await insert({ state: 'unsent', problem: 'Not sent: no mail server is configured.', tries: 0 });
    await insert({ state: 'waiting', tries: 1 });
    await insert({ state: 'sent', problem: '' });
    // Too old to be sent again.
    await insert({ queued: '2026-02-25T12:00:00' });
    const list = () => site.request('administrator', 'GET', '/octavo/v1/emails');
    const { status, body } = await list();
    assert.equal(status, 200);
    assert.deepEqual(
      body.map(({ state, next_attempt }: { state: string; next_attempt: string | null }) => [state, next_attempt]),
      [
        ['failed', null],
        ['sent', null],
        ['waiting', '2999-01-01T00:00:00'],
        ['unsent', null],
        ['failed', null],
      ],
    );
    const { id, ...failed } = body[4];
    assert.deepEqual(failed, {
      ...{ state: 'failed', kind: 'password-reset', recipient: 'ann@site.test', subject: 'Reset', attempts: 5 },
      ...{ queued: '2026-03-01T12:00:00', next_attempt: null, problem: 'The mail server rejected the recipient.' },
    });
    assert.ok(!JSON.stringify(body).includes('secret'));
    for (const caller of ['anonymous', 'subscriber', 'editor'] as const) {
      const refused = await site.request(caller, 'GET', '/octavo/v1/emails');
      assert.equal(refused.body.code, 'rest_cannot_list_emails');
      assert.ok(!JSON.stringify(refused.body).includes('ann@site.test'));
      const retry = await site.request(caller, 'POST', '/octavo/v1/emails/retry');
      assert.equal(retry.body.code, 'rest_cannot_retry_emails');
    }
    const retried = await site.request('administrator', 'POST', '/octavo/v1/emails/retry');
    assert.deepEqual([retried.status, retried.body], [200, { retried: 3 }]);
    const log = await site.request('administrator', 'GET', '/octavo/v1/audit-log?action=emails-retried');
    assert.deepEqual(
      log.body.map(({ details }: { details: object }) => details),
      [{ emails: 3 }],
    );
    assert.deepEqual(
      (await list()).body.map(({ state }: { state: string }) => state),
      ['failed', 'sent', 'waiting', 'waiting', 'waiting'],
    );
    assert.deepEqual(site.errors, []);
    await site.service.close();
  });

  it('are sent again one by one, unless they were sent', async () => {
    const clock = () => Date.parse('2026-03-05T00:00:00Z');
    const site = await openTestSite({ database: await engine.open(), clock });
    const insert = async (mail: Partial<NewMail>): Promise<number> => {
      const row = { ...base, ...mail };
      const insertStatement = statement((q) => q.insertInto('mails').values(row));
      await site.database.transaction((tx) => tx.run(insertStatement, {}));
      return (await site.request('administrator', 'GET', '/octavo/v1/emails')).body[0].id;
    };
    const retry = (id: number | string, caller: Caller = 'administrator') =>
      site.request(caller, 'POST', `/octavo/v1/emails/${id}/retry`);
    // The age of an email does not matter here.
    const failed = await insert({ queued: '2026-01-01T12:00:00' });
    const unsent = await insert({ state: 'unsent', tries: 0 });
    const waiting = await insert({ state: 'waiting', tries: 3 });
    const fresh = await insert({ state: 'waiting', tries: 0, problem: '' });
    const sent = await insert({ state: 'sent', problem: '' });
    for (const caller of ['anonymous', 'other', ...roles.filter((role) => role !== 'administrator')] as const) {
      const expected = [caller === 'anonymous' ? 401 : 403, 'rest_cannot_retry_emails'];
      for (const id of [failed, 987_654]) {
        const { status, body } = await retry(id, caller);
        assert.deepEqual([status, body.code], expected, caller);
        assert.ok(!JSON.stringify(body).includes('ann@site.test'));
      }
    }
    for (const [id, attempts] of [
      [failed, 0],
      [unsent, 0],
      [waiting, 3],
    ] as const) {
      const { status, body } = await retry(id);
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual(
        [body.id, body.state, body.next_attempt, body.attempts],
        [id, 'waiting', '2026-03-05T00:00:00', attempts],
      );
      assert.ok(!JSON.stringify(body).includes('secret'));
    }
    for (const id of [fresh, sent])
      assert.deepEqual([(await retry(id)).status, (await retry(id)).body.code], [409, 'rest_email_not_retryable']);
    for (const id of [987_654, 0, '99999999999999999999'])
      assert.deepEqual(
        [(await retry(id)).status, (await retry(id)).body.code],
        [404, 'rest_email_invalid_id'],
        `${id}`,
      );
    const log = await site.request('administrator', 'GET', '/octavo/v1/audit-log?action=emails-retried');
    assert.deepEqual(
      log.body.map(({ object_id, details }: { object_id: string; details: object }) => [object_id, details]),
      [waiting, unsent, failed].map((id) => [String(id), { emails: 1 }]),
    );
    assert.deepEqual(site.errors, []);
    await site.service.close();
  });
});
