// What was sent in by forms, and the addresses of the people in it.
import { type Builder, type ReadHandle, type Slots, statement, type WriteHandle } from 'octavo/extension';

/** Where something stands that was sent in. */
export const states = ['wanted', 'spam'] as const;
export type SubmissionState = (typeof states)[number];

export interface SubmissionRow {
  id: number;
  form: number;
  state: SubmissionState;
  /** Milliseconds since 1970. */
  received: number;
  /** JSON: answers by the names of their fields. */
  answers: string;
  /** 1: those who are told of it have been. */
  told: number;
}

interface AddressRow {
  submission: number;
  /** An e-mail address in lower case. */
  address: string;
}

type Tables = { cmsforms_submissions: SubmissionRow; cmsforms_addresses: AddressRow };

const insertion = statement((q: Builder<Tables>, p: Slots<Omit<SubmissionRow, 'id'>>) =>
  q
    .insertInto('cmsforms_submissions')
    .values({ form: p.form, state: p.state, received: p.received, answers: p.answers, told: p.told } as never)
    .returning('id'),
);

const addressing = statement((q: Builder<Tables>, p: Slots<AddressRow>) =>
  q.insertInto('cmsforms_addresses').values({ submission: p.submission, address: p.address }),
);

/** Stores what was sent in, to be found by the addresses in it; gives its number. */
export async function insertSubmission(
  tx: WriteHandle,
  row: Omit<SubmissionRow, 'id'>,
  addresses: readonly string[],
): Promise<number> {
  const { id: submission } = (await tx.first(insertion, row)) ?? { id: 0 };
  for (const address of new Set(addresses.map((each) => each.toLowerCase())))
    await tx.run(addressing, { submission, address });
  return submission;
}

const one = statement((q: Builder<Tables>, p: Slots<{ id: number; form: number }>) =>
  q.selectFrom('cmsforms_submissions').selectAll().where('id', '=', p.id).where('form', '=', p.form),
);

/** What was sent in by a form under a number. */
export const findSubmission = (read: ReadHandle, form: number, id: number) => read.first(one, { form, id });

interface Choice {
  form: number;
  state: SubmissionState;
}

const page = statement((q: Builder<Tables>, p: Slots<Choice & { limit: number; offset: number }>) =>
  q
    .selectFrom('cmsforms_submissions')
    .selectAll()
    .where('form', '=', p.form)
    .where('state', '=', p.state)
    .orderBy('id', 'desc')
    .limit(p.limit)
    .offset(p.offset),
);

/** A page of what was sent in by a form, the newest first. */
export const findSubmissions = (read: ReadHandle, choice: Choice, limit: number, offset: number) =>
  read.all(page, { ...choice, limit, offset });

const following = statement((q: Builder<Tables>, p: Slots<Choice & { after: number; limit: number }>) =>
  q
    .selectFrom('cmsforms_submissions')
    .selectAll()
    .where('form', '=', p.form)
    .where('state', '=', p.state)
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
);

/** What was sent in by a form after a number, the oldest first. */
export const findForExport = (read: ReadHandle, choice: Choice, after: number, limit: number) =>
  read.all(following, { ...choice, after, limit });

const counting = statement((q: Builder<Tables>, p: Slots<Choice>) =>
  q
    .selectFrom('cmsforms_submissions')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('form', '=', p.form)
    .where('state', '=', p.state),
);

/** How many were sent in by a form. */
export const countSubmissions = async (read: ReadHandle, choice: Choice): Promise<number> =>
  (await read.first(counting, choice))?.n ?? 0;

const countingAll = statement((q: Builder<Tables>) =>
  q
    .selectFrom('cmsforms_submissions')
    .select((eb) => ['state', eb.fn.countAll<number>().as('n')])
    .groupBy('state'),
);

/** How many were sent in by all forms, by their states. */
export async function countAllSubmissions(read: ReadHandle): Promise<Record<SubmissionState, number>> {
  const counts = new Map((await read.all(countingAll, {})).map(({ state, n }) => [state, n]));
  return { wanted: counts.get('wanted') ?? 0, spam: counts.get('spam') ?? 0 };
}

const moving = statement((q: Builder<Tables>, p: Slots<{ id: number; state: SubmissionState; told: number }>) =>
  q.updateTable('cmsforms_submissions').set({ state: p.state, told: p.told }).where('id', '=', p.id),
);

/** Puts something into another state. */
export const moveSubmission = (tx: WriteHandle, row: Pick<SubmissionRow, 'id' | 'state' | 'told'>) =>
  tx.run(moving, { id: row.id, state: row.state, told: row.told });

const countingUpTo = statement((q: Builder<Tables>, p: Slots<{ state: SubmissionState; most: number }>) =>
  q
    .selectFrom(q.selectFrom('cmsforms_submissions').select('id').where('state', '=', p.state).limit(p.most).as('some'))
    .select((eb) => eb.fn.countAll<number>().as('n')),
);

/** Whether so many are kept of a state, of all forms together. */
export const isFull = async (read: ReadHandle, state: SubmissionState, most: number): Promise<boolean> =>
  Number((await read.first(countingUpTo, { state, most }))?.n ?? 0) >= most;

type Told = Pick<SubmissionRow, 'state' | 'told'>;

const toldLatest = statement((q: Builder<Tables>, p: Slots<Told & { form: number; before: number }>) =>
  q
    .selectFrom('cmsforms_submissions')
    .select('received')
    .where('form', '=', p.form)
    .where('state', '=', p.state)
    .where('told', '=', p.told)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(p.before as never),
);

/** When the one was received that so many were told of after; undefined: there were not so many. */
export const toldBefore = async (read: ReadHandle, form: number, after: number): Promise<number | undefined> =>
  (await read.first(toldLatest, { state: 'wanted', told: 1, form, before: after - 1 }))?.received;

const untold = statement((q: Builder<Tables>, p: Slots<Told>) =>
  q
    .selectFrom('cmsforms_submissions')
    .select('form')
    .distinct()
    .where('state', '=', p.state)
    .where('told', '=', p.told)
    .orderBy('form'),
);

/** The forms by which something wanted was sent in that nobody was told of. */
export const formsUntold = async (read: ReadHandle): Promise<number[]> =>
  (await read.all(untold, { state: 'wanted', told: 0 })).map(({ form }) => form);

const telling = statement((q: Builder<Tables>, p: Slots<Told & { form: number; now: number }>) =>
  q
    .updateTable('cmsforms_submissions')
    .set({ told: p.now })
    .where('form', '=', p.form)
    .where('state', '=', p.state)
    .where('told', '=', 0 as never),
);

/** Notes that somebody was told of all that; gives how many that are. */
export const markTold = async (tx: WriteHandle, form: number): Promise<number> =>
  (await tx.run(telling, { state: 'wanted', told: 0, now: 1, form })).changes;

/** What is known of something that is to be erased. */
export type Erased = Pick<SubmissionRow, 'id' | 'form' | 'state'>;

const ofForm = statement((q: Builder<Tables>, p: Slots<{ form: number; limit: number }>) =>
  q.selectFrom('cmsforms_submissions').select(['id', 'form', 'state']).where('form', '=', p.form).limit(p.limit),
);

/** Some of what was sent in by a form. */
export const findOfForm = (read: ReadHandle, form: number, limit: number): Promise<Erased[]> =>
  read.all(ofForm, { form, limit });

const ofAddress = statement((q: Builder<Tables>, p: Slots<{ address: string; limit: number }>) =>
  q
    .selectFrom('cmsforms_addresses')
    .innerJoin('cmsforms_submissions', 'id', 'submission')
    .select(['id', 'form', 'state'])
    .where('address', '=', p.address)
    .limit(p.limit),
);

/** Some of that in which an e-mail address was given. */
export const findOfAddress = (read: ReadHandle, address: string, limit: number): Promise<Erased[]> =>
  read.all(ofAddress, { address: address.toLowerCase(), limit });

const older = statement((q: Builder<Tables>, p: Slots<{ state: SubmissionState; before: number; limit: number }>) =>
  q
    .selectFrom('cmsforms_submissions')
    .select(['id', 'form', 'state'])
    .where('state', '=', p.state)
    .where('received', '<', p.before)
    .limit(p.limit),
);

/** Some of what is in a state and older than a moment. */
export const findOlder = (read: ReadHandle, state: SubmissionState, before: number, limit: number): Promise<Erased[]> =>
  read.all(older, { state, before, limit });

const beyond = statement((q: Builder<Tables>, p: Slots<{ state: SubmissionState; most: number; limit: number }>) =>
  q
    .selectFrom('cmsforms_submissions')
    .select(['id', 'form', 'state'])
    .where('state', '=', p.state)
    .orderBy('received', 'desc')
    .orderBy('id', 'desc')
    .limit(p.limit)
    .offset(p.most as never),
);

/** Some of what is too much in a state: all but the latest. */
export const findBeyond = (read: ReadHandle, state: SubmissionState, most: number, limit: number): Promise<Erased[]> =>
  read.all(beyond, { state, most, limit });

const deletion = statement((q: Builder<Tables>, p: Slots<{ ids: number[] }>) =>
  q.deleteFrom('cmsforms_submissions').where(q.dialect.inList('id', p.ids)),
);

const forgetting = statement((q: Builder<Tables>, p: Slots<{ ids: number[] }>) =>
  q.deleteFrom('cmsforms_addresses').where(q.dialect.inList('submission', p.ids)),
);

/** Deletes for good. What goes with it is the caller's (erase.ts). */
export async function deleteSubmissions(tx: WriteHandle, ids: readonly number[]): Promise<void> {
  await tx.run(forgetting, { ids: [...ids] });
  await tx.run(deletion, { ids: [...ids] });
}
