// Tests that the emails of a site can be listed without their texts, and sent again.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../../../test/engines.ts';
import { openTestSite } from '../../../test/site.ts';
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
});
