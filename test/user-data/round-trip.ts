// One record written through one mount, read through both, and sent back whole through the other.
import assert from 'node:assert/strict';
import type { MediaSite } from '../media-site.ts';
import { assertAlike, assertShown, withoutChanges } from './compare.ts';
import type { Mount, PathValues } from './mount.ts';
import { type Draw, fillIn } from './record.ts';
import type { Body, Shown, Subject } from './subject.ts';

export interface Mounts {
  readonly native: Mount;
  readonly compatible: Mount;
}

/** A record as both mounts show it. */
type Both = Readonly<Record<keyof Mounts, Shown>>;

/** The routes that a subject is written, read and sent back by, as methods with paths. */
export const routesOf = ({
  create,
  read = ['GET', create[1]],
  sendBack = ['PUT', read[1].split('?')[0] ?? ''],
}: Subject) => ({ create, read, sendBack });

/** Fails where a record of the subject is not what was sent, or differs between the mounts or after it was sent back. */
export async function roundTrip(
  site: MediaSite,
  mounts: Mounts,
  subject: Subject,
  draw: Draw,
  [first, second]: readonly [Mount, Mount],
): Promise<void> {
  const { names = [], changes = [], replaces = false, recordIn = (body: Shown) => body } = subject;
  const { read, sendBack } = routesOf(subject);
  const { body, shown, values } = await create(site, subject, draw, first);
  const get = async (mount: Mount): Promise<Shown> => {
    const answer = await mount.ask(...read, values);
    requireSuccess(answer, read);
    return recordIn(answer.body, values);
  };
  const getBoth = async (): Promise<Both> => ({
    native: await get(mounts.native),
    compatible: await get(mounts.compatible),
  });
  const before = await getBoth();
  const wanted = subject.wanted?.(body) ?? body;
  if (!subject.showsNothing && !subject.findCreated) assertShown(wanted, shown);
  const texts = assertShown(wanted, before[first.spelling.id]);
  assert.ok(texts > 0 || subject.hasNoTexts, 'no text was sent');
  assertAlike(withoutChanges(before.native, []), withoutChanges(before.compatible, []), names);
  await assertFound(subject, mounts, before, values);
  const theirs = before[second.spelling.id];
  const whole: Body = subject.bodyOf?.(theirs) ?? theirs;
  if (replaces) await remove(first, subject, values);
  const back = await second.ask(...sendBack, values, whole);
  requireSuccess(back, sendBack, whole);
  if (replaces) {
    assertShown(wanted, back.body);
    return;
  }
  const after = await getBoth();
  for (const id of ['native', 'compatible'] as const)
    assert.deepEqual(withoutChanges(after[id], changes), withoutChanges(before[id], changes), id);
  if (!subject.stays) await remove(first, subject, values);
}

async function create(site: MediaSite, subject: Subject, draw: Draw, mount: Mount) {
  const { create: route } = subject;
  const prepared = (await subject.prepare?.(site, draw)) ?? {};
  const endpoint = mount.endpointOf(...route);
  assert.ok(endpoint, `${route.join(' ')} is not served`);
  const { context: _context, ...parameters } = endpoint.parameters;
  const filled = { ...fillIn(parameters, draw), ...subject.more?.(draw, mount, prepared) };
  const isSent = ([name, value]: readonly [string, unknown]) => value !== undefined && !route[1].includes(`<${name}>`);
  const body: Body = Object.fromEntries(Object.entries(filled).filter(isSent));
  const made = await (subject.send?.(site, mount, body, prepared) ?? mount.ask(...route, prepared, body));
  requireSuccess(made, route, body);
  const created = (await subject.findCreated?.(mount, prepared, made.body)) ?? made.body;
  const { recordIn = (record: Shown) => record, valuesOf = ({ id }: Shown) => (id === undefined ? {} : { id }) } =
    subject;
  const values = { ...prepared, ...valuesOf(subject.valuesOf ? created : recordIn(created, prepared)) };
  return { body, shown: recordIn(created, values), values };
}

/** Fails unless the links of a record lead to it, and a list that is filtered by its slug has it, at both mounts. */
async function assertFound(subject: Subject, mounts: Mounts, records: Both, values: PathValues): Promise<void> {
  const {
    create: [, collection],
  } = subject;
  for (const id of ['native', 'compatible'] as const) {
    const mount = mounts[id];
    const { _links: links, slug, ...record } = records[id];
    const [self] = links?.self ?? [];
    if (self) {
      const answer = await mount.follow(self.href);
      requireSuccess(answer, ['GET', self.href]);
      if ('id' in record) assert.equal(answer.body.id, record.id, self.href);
    }
    const parameters = mount.endpointOf('GET', collection)?.parameters;
    if (typeof slug !== 'string' || !parameters?.slug || !parameters.context || 'theme' in record) continue;
    const list = `${collection}?context=edit&slug=<slug>`;
    const found = await mount.ask('GET', list, { ...values, slug });
    requireSuccess(found, ['GET', list]);
    const same = found.body.find((each: Shown) => each.id === record.id);
    assert.ok(same, `${list} does not find ${slug}`);
    assert.deepEqual(withoutChanges(same, []), withoutChanges(records[id], []), list);
  }
}

function requireSuccess({ status, body }: { status: number; body: Shown }, route: readonly string[], sent?: unknown) {
  const isGood = status >= 200 && status < 300;
  assert.ok(isGood, `${route.join(' ')}: ${status} ${JSON.stringify(body)?.slice(0, 500)} to ${JSON.stringify(sent)}`);
}

/** Deletes a record, so that the next one can have the same names. */
async function remove(mount: Mount, subject: Subject, values: PathValues): Promise<void> {
  const address = (subject.remove ?? routesOf(subject).read[1]).replace('?context=edit', '');
  const query = `${address.includes('?') ? '&' : '?'}force=true&reassign=1`;
  const answer = await mount.ask('DELETE', address + query, values);
  requireSuccess(answer, ['DELETE', address]);
}
