// Whatever is sent, valid or broken: never a 5xx, never a hang, always the shape of an error, and the same in both dialects.
// Requests are made from the declarations themselves, so every route and parameter that is added is tried as well (checks 4,
// 15, 17, 24, 25, 26, 27, 28, 48). OCTAVO_TEST_REQUESTS sets how many.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { describeEachEngine } from '../engines.ts';
import type { Person } from '../site.ts';
import { assertAnswer, type ListeningSite, listen, type Received, unwrapped } from './listening-site.ts';
import { anyRequest } from './requests.ts';
import { asOwn, comparable, write } from './written.ts';

const requests = Number(process.env.OCTAVO_TEST_REQUESTS ?? 400);

describeEachEngine('any request', (engine) => {
  let own: ListeningSite;
  let compatible: ListeningSite;
  before(async () => {
    own = await listen(await engine.open());
    compatible = await listen(await engine.open());
    for (const { site } of [own, compatible]) {
      await site.make('/cms/v2/pages', { title: 'A page', status: 'publish' });
      await site.make('/cms/v2/tags', { name: 'A tag' });
    }
  });
  after(async () => {
    await own.close();
    await compatible.close();
  });

  /** A response of the compatible mount as the own mount has it. */
  const translated = (response: Received): Received => ({
    ...response,
    text: asOwn(response.text === '' ? '' : JSON.stringify(JSON.parse(response.text))),
    headers: Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [
        name.replace(/^x-wp-/i, 'x-cms-'),
        value === undefined ? value : asOwn(value),
      ]),
    ),
  });

  /** People whose password or user some request has deleted would be nobody from then on. */
  async function restoreWhoWasRefused(person: Person, { headers }: Received): Promise<void> {
    if (person === 'anonymous' || headers['x-cms-credential'] !== 'refused') return;
    for (const { site } of [own, compatible]) await site.restore(person);
  }

  it('is answered within bounds, and alike in both spellings', { timeout: 3_600_000 }, async (test) => {
    let slowest = 0;
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(anyRequest(own.site.service.table), async (wanted) => {
        const request = write(wanted, 'own');
        const answer = unwrapped(await own.send('/rest', request));
        assert.deepEqual(own.site.faults, []);
        assertAnswer(request, answer);
        const other = write(wanted, 'compatible');
        const otherAnswer = unwrapped(await compatible.send('/wp-json', other));
        assertAnswer(other, otherAnswer);
        assert.deepEqual(comparable(translated(otherAnswer)), comparable(answer));
        await restoreWhoWasRefused(wanted.person, answer);
        slowest = Math.max(slowest, answer.took, otherAnswer.took);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      }),
      { numRuns: requests, endOnFailure: true },
    );
    const told = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    test.diagnostic(`slowest ${Math.round(slowest)} ms; ${told.join(', ')}`);
  });
});
