// Whatever people write stays what it was, also where it is a name of the contract in one of its spellings: every writable
// resource is written through one mount, read through both, and sent back whole through the other.
//
// The seed is another one in each run, and is printed; OCTAVO_TEST_NAMES_SEED repeats a run.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { describeEachEngine } from './engines.ts';
import { type MediaSite, openMediaSite } from './media-site.ts';
import { assertAlike, assertShown, withoutChanges } from './user-data/compare.ts';
import { contentSubjects } from './user-data/content-subjects.ts';
import { type Mount, openMounts } from './user-data/mount.ts';
import { otherSubjects } from './user-data/other-subjects.ts';
import { type Draw, fillIn } from './user-data/record.ts';
import type { Body, Shown, Subject } from './user-data/subject.ts';
import { shelf, wholeConfig } from './user-data/whole-site.ts';

const { OCTAVO_TEST_NAMES_SEED: given } = process.env;
const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
const runs = Number(process.env.OCTAVO_TEST_NAMES_RUNS ?? 4);

const subjects = [...contentSubjects, ...otherSubjects];

/** Writable routes where nobody writes a text that is stored, with the reason. */
const withoutTexts: Readonly<Record<string, string>> = {};

describeEachEngine('texts that are names of the contract', (engine) => {
  // As in memory.
  if (engine.name === 'sqlite in a file') return;
  let site: MediaSite;
  let folder: string;
  let mounts: ReturnType<typeof openMounts>;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-user-data-'));
    site = await openMediaSite({
      database: await engine.open(),
      config: wholeConfig,
      extensions: ['union', shelf],
      backups: path.join(folder, 'backups'),
    });
    mounts = openMounts(site);
  });
  after(async () => {
    assert.deepEqual(site.faults, []);
    await site.service.close();
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  for (const subject of subjects) {
    it(`stay what they are in ${subject.name}`, async (test) => {
      test.diagnostic(`OCTAVO_TEST_NAMES_SEED=${seed}`);
      await fc.assert(
        fc.asyncProperty(fc.gen(), fc.boolean(), async (draw, isNativeFirst) => {
          const { native, compatible } = mounts;
          const [first, second] = isNativeFirst ? [native, compatible] : [compatible, native];
          await roundTrip(subject, (arbitrary) => draw(() => arbitrary), first, second);
        }),
        { seed, numRuns: subject.isSlow ? 1 : runs, endOnFailure: true },
      );
    });
  }

  /** Creates a record through one mount, reads it through both and sends it back through the other. */
  async function roundTrip(subject: Subject, draw: Draw, first: Mount, second: Mount): Promise<void> {
    const { names = [], changes = [], recordIn = (body: Shown) => body } = subject;
    const { create, read = ['GET', create[1]], sendBack = ['PUT', read[1]] } = subject;
    const prepared = (await subject.prepare?.(site, draw)) ?? {};
    const endpoint = first.endpointOf(...create);
    assert.ok(endpoint, `${create.join(' ')} is not served`);
    const { context: _context, ...parameters } = endpoint.parameters;
    const filled = { ...fillIn(parameters, draw), ...subject.more?.(draw, first, prepared) };
    const isOfPath = (name: string) => create[1].includes(`<${name}>`);
    const body = Object.fromEntries(
      Object.entries(filled).filter(([name, value]) => value !== undefined && !isOfPath(name)),
    );
    const made = await (subject.send?.(site, first, body, prepared) ?? first.ask(...create, prepared, body));
    requireSuccess(made, create, body);
    const created = subject.findCreated ? await subject.findCreated(first, prepared, made.body) : made.body;
    const { valuesOf = ({ id }: Shown) => (id === undefined ? {} : { id }) } = subject;
    const shown = subject.valuesOf ? created : recordIn(created, prepared);
    const values = { ...prepared, ...valuesOf(shown) };
    const get = async (mount: Mount): Promise<Shown> => {
      const answer = await mount.ask(...read, values);
      requireSuccess(answer, read);
      return recordIn(answer.body, values);
    };
    const both = async () => ({ native: await get(mounts.native), compatible: await get(mounts.compatible) });
    const then = await both();
    const wanted = subject.wanted?.(body) ?? body;
    if (!subject.showsNothing && !subject.findCreated) assertShown(wanted, recordIn(created, values));
    const texts = assertShown(wanted, then[first.spelling.id]);
    if (subject.name !== 'settings of age checks') assert.ok(texts > 0, 'no text was sent');
    assertAlike(withoutChanges(then.native, []), withoutChanges(then.compatible, []), names);
    const whole: Body = subject.bodyOf?.(then[second.spelling.id]) ?? then[second.spelling.id];
    if (subject.replaces) await remove(first, subject.remove ?? read[1], values);
    const back = await second.ask(...sendBack, values, whole);
    requireSuccess(back, sendBack, whole);
    if (subject.replaces) return;
    const now = await both();
    for (const id of ['native', 'compatible'] as const)
      assert.deepEqual(withoutChanges(now[id], changes), withoutChanges(then[id], changes), id);
    if (!subject.stays) await remove(first, subject.remove ?? read[1], values);
  }
});

function requireSuccess(
  { status, body }: { status: number; body: Shown },
  route: readonly string[],
  sent?: unknown,
): void {
  const isGood = status >= 200 && status < 300;
  assert.ok(isGood, `${route.join(' ')}: ${status} ${JSON.stringify(body)?.slice(0, 500)} to ${JSON.stringify(sent)}`);
}

/** Deletes a record, so that the next one can have the same names. */
async function remove(mount: Mount, place: string, values: Readonly<Record<string, string | number>>): Promise<void> {
  const address = place.replace('?context=edit', '');
  const answer = await mount.ask(
    'DELETE',
    `${address}${address.includes('?') ? '&' : '?'}force=true&reassign=1`,
    values,
  );
  requireSuccess(answer, ['DELETE', address]);
}
