// Sends random valid and invalid requests. No response may be late or be a 5xx other than 501, every error must have the error
// format, and both spellings must give the same response. Requests are generated from the contract, so new routes and
// parameters are covered automatically. OCTAVO_TEST_REQUESTS sets the number of requests.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { describeEachEngine } from '../engines.ts';
import type { Caller } from '../site.ts';
import { assertValidResponse, type ListeningSite, listen, type Received, withoutCallback } from './listening-site.ts';
import { anyRequest } from './requests.ts';
import { comparable, encodeRequest, toNative } from './spelling.ts';

const requests = Number(process.env.OCTAVO_TEST_REQUESTS ?? 400);

describeEachEngine('any request', (engine) => {
  let native: ListeningSite;
  let compatible: ListeningSite;
  before(async () => {
    native = await listen(await engine.open());
    compatible = await listen(await engine.open());
    for (const { site } of [native, compatible]) {
      await site.create('/cms/v2/pages', { title: 'A page', status: 'publish' });
      await site.create('/cms/v2/tags', { name: 'A tag' });
    }
  });
  after(async () => {
    await native.close();
    await compatible.close();
  });

  /** Translates a response of the compatible mount to the native spelling. */
  const translated = (response: Received): Received => ({
    ...response,
    text: toNative(response.text === '' ? '' : JSON.stringify(JSON.parse(response.text))),
    headers: Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [
        name.replace(/^x-wp-/i, 'x-cms-'),
        value === undefined ? value : toNative(value),
      ]),
    ),
  });

  /** Issues a new password for a caller if an earlier request has deleted the password or the user. */
  async function restoreCaller(caller: Caller, { headers }: Received): Promise<void> {
    if (caller === 'anonymous' || headers['x-cms-credential'] !== 'refused') return;
    for (const { site } of [native, compatible]) await site.restore(caller);
  }

  it('gets a valid response in time, and the same response in both spellings', { timeout: 3_600_000 }, async (test) => {
    let slowest = 0;
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(anyRequest(native.site.service.table), async (generated) => {
        const request = encodeRequest(generated, 'own');
        const response = withoutCallback(await native.send('/rest', request));
        assert.deepEqual(native.site.errors, []);
        assertValidResponse(request, response);
        const otherRequest = encodeRequest(generated, 'compatible');
        const otherResponse = withoutCallback(await compatible.send('/wp-json', otherRequest));
        assertValidResponse(otherRequest, otherResponse);
        assert.deepEqual(comparable(translated(otherResponse)), comparable(response));
        await restoreCaller(generated.caller, response);
        slowest = Math.max(slowest, response.durationMs, otherResponse.durationMs);
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      }),
      { numRuns: requests, endOnFailure: true },
    );
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    test.diagnostic(`slowest ${Math.round(slowest)} ms; ${counts.join(', ')}`);
  });
});
