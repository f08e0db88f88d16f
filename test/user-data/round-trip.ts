// Performs a round trip: creates a record at one mount, reads it at both, and submits it again at the other.
import assert from 'node:assert/strict';
import type { MediaSite } from '../media-site.ts';
import { assertAlike, assertPresented, withoutChanges } from './compare.ts';
import type { Mount, PathValues } from './mount.ts';
import { type Draw, fillParameters } from './record.ts';
import type { Body, PresentedRecord, Subject } from './subject.ts';

export interface Mounts {
  readonly native: Mount;
  readonly compatible: Mount;
}

/** A record as each of the two mounts returns it. */
type RecordByMount = Readonly<Record<keyof Mounts, PresentedRecord>>;

/** Returns the routes that create, read and update the records of a subject, each as a method and a path. */
export const routesOf = ({
  create,
  read = ['GET', create[1]],
  resubmit = ['PUT', read[1].split('?')[0] ?? ''],
}: Subject) => ({ create, read, resubmit });

/**
 * Performs a round trip. Asserts that the record contains the submitted input, is the same at both mounts apart from names of
 * the contract, and does not change, except in `changedFields`, when it is submitted again.
 */
export async function roundTrip(
  site: MediaSite,
  mounts: Mounts,
  subject: Subject,
  draw: Draw,
  [first, second]: readonly [Mount, Mount],
): Promise<void> {
  const {
    namedPaths = [],
    changedFields = [],
    isReplaced = false,
    recordIn = (body: PresentedRecord) => body,
  } = subject;
  const { read, resubmit } = routesOf(subject);
  const { body, presented, values } = await create(site, subject, draw, first);
  const get = async (mount: Mount): Promise<PresentedRecord> => {
    const response = await mount.request(...read, values);
    requireSuccess(response, read);
    return recordIn(response.body, values);
  };
  const getBoth = async (): Promise<RecordByMount> => ({
    native: await get(mounts.native),
    compatible: await get(mounts.compatible),
  });
  const before = await getBoth();
  const expected = subject.expected?.(body) ?? body;
  if (!subject.isOmittedFromCreate && !subject.findCreated) assertPresented(expected, presented);
  const texts = assertPresented(expected, before[first.spelling.id]);
  assert.ok(texts > 0 || subject.hasNoTexts, 'at least one text is submitted');
  assertAlike(withoutChanges(before.native, []), withoutChanges(before.compatible, []), namedPaths);
  await assertDiscoverable(subject, mounts, before, values);
  const secondRecord = before[second.spelling.id];
  const input: Body = subject.bodyOf?.(secondRecord) ?? secondRecord;
  if (isReplaced) await remove(first, subject, values);
  const resubmitted = await second.request(...resubmit, values, input);
  requireSuccess(resubmitted, resubmit, input);
  if (isReplaced) {
    assertPresented(expected, resubmitted.body);
    return;
  }
  const after = await getBoth();
  for (const id of ['native', 'compatible'] as const)
    assert.deepEqual(withoutChanges(after[id], changedFields), withoutChanges(before[id], changedFields), id);
  if (!subject.isRetained) await remove(first, subject, values);
}

async function create(site: MediaSite, subject: Subject, draw: Draw, mount: Mount) {
  const { create: route } = subject;
  const prepared = (await subject.prepare?.(site, draw)) ?? {};
  const endpoint = mount.endpointOf(...route);
  assert.ok(endpoint, `${route.join(' ')} is not a route`);
  const { context: _context, ...parameters } = endpoint.parameters;
  const filled = { ...fillParameters(parameters, draw), ...subject.more?.(draw, mount, prepared) };
  const isSubmitted = ([name, value]: readonly [string, unknown]) =>
    value !== undefined && !route[1].includes(`<${name}>`);
  const body: Body = Object.fromEntries(Object.entries(filled).filter(isSubmitted));
  const made = await (subject.submit?.(site, mount, body, prepared) ?? mount.request(...route, prepared, body));
  requireSuccess(made, route, body);
  const created = (await subject.findCreated?.(mount, prepared, made.body)) ?? made.body;
  const {
    recordIn = (record: PresentedRecord) => record,
    valuesOf = ({ id }: PresentedRecord) => (id === undefined ? {} : { id }),
  } = subject;
  const values = { ...prepared, ...valuesOf(subject.valuesOf ? created : recordIn(created, prepared)) };
  return { body, presented: recordIn(created, values), values };
}

/**
 * Asserts for both mounts that the self link, if there is one, leads to the record, and that the list, if it can be filtered
 * by slug, contains the record.
 */
async function assertDiscoverable(
  subject: Subject,
  mounts: Mounts,
  records: RecordByMount,
  values: PathValues,
): Promise<void> {
  const {
    create: [, collection],
  } = subject;
  for (const id of ['native', 'compatible'] as const) {
    const mount = mounts[id];
    const { _links: links, slug, ...record } = records[id];
    const [self] = links?.self ?? [];
    if (self) {
      const response = await mount.follow(self.href);
      requireSuccess(response, ['GET', self.href]);
      if ('id' in record) assert.equal(response.body.id, record.id, self.href);
    }
    const parameters = mount.endpointOf('GET', collection)?.parameters;
    if (typeof slug !== 'string' || !parameters?.slug || !parameters.context || 'theme' in record) continue;
    const list = `${collection}?context=edit&slug=<slug>`;
    const found = await mount.request('GET', list, { ...values, slug });
    requireSuccess(found, ['GET', list]);
    const same = found.body.find((each: PresentedRecord) => each.id === record.id);
    assert.ok(same, `${list} does not include ${slug}`);
    assert.deepEqual(withoutChanges(same, []), withoutChanges(records[id], []), list);
  }
}

function requireSuccess(
  { status, body }: { status: number; body: PresentedRecord },
  route: readonly string[],
  submitted?: unknown,
) {
  const isGood = status >= 200 && status < 300;
  assert.ok(
    isGood,
    `${route.join(' ')}: ${status} ${JSON.stringify(body)?.slice(0, 500)} to ${JSON.stringify(submitted)}`,
  );
}

/** Deletes a record, so that the next record can have the same name and slug. */
async function remove(mount: Mount, subject: Subject, values: PathValues): Promise<void> {
  const path = (subject.remove ?? routesOf(subject).read[1]).replace('?context=edit', '');
  const query = `${path.includes('?') ? '&' : '?'}force=true&reassign=1`;
  const response = await mount.request('DELETE', path + query, values);
  requireSuccess(response, ['DELETE', path]);
}
