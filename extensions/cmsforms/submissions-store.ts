// SQL statements for submissions and the e-mail addresses in them.
import { type Builder, type ReadHandle, type Slots, statement, type WriteHandle } from 'octavo/extension';

/** States of submissions. */
export const states = ['wanted', 'spam'] as const;
export type SubmissionState = (typeof states)[number];

export interface SubmissionRow {
  id: number;
  form: number;
  state: SubmissionState;
  /** Timestamp of the submission, in milliseconds since 1970. */
  received: number;
  /** JSON object of values by field name. */
  answers: string;
  /** 1 if a notification was sent, otherwise 0. */
  told: number;
}

interface AddressRow {
  submission: number;
  /** An e-mail address in lower case. */
  address: string;
}

type Tables = { cmsforms_submissions: SubmissionRow; cmsforms_addresses: AddressRow };

const insertStatement = statement((q: Builder<Tables>, p: Slots<Omit<SubmissionRow, 'id'>>) =>
  q
    .insertInto('cmsforms_submissions')
    .values({ form: p.form, state: p.state, received: p.received, answers: p.answers, told: p.told } as never)
    .returning('id'),
);

const insertAddressStatement = statement((q: Builder<Tables>, p: Slots<AddressRow>) =>
  q.insertInto('cmsforms_addresses').values({ submission: p.submission, address: p.address }),
);

/** Inserts a submission with its e-mail addresses, and returns its ID. */
export async function insertSubmission(
  tx: WriteHandle,
  row: Omit<SubmissionRow, 'id'>,
  addresses: readonly string[],
): Promise<number> {
  const { id: submission } = (await tx.first(insertStatement, row)) ?? { id: 0 };
  for (const address of new Set(addresses.map((each) => each.toLowerCase())))
    await tx.run(insertAddressStatement, { submission, address });
  return submission;
}

const findStatement = statement((q: Builder<Tables>, p: Slots<{ id: number; form: number }>) =>
  q.selectFrom('cmsforms_submissions').selectAll().where('id', '=', p.id).where('form', '=', p.form),
);

/** Returns the submission of a form with an ID. */
export const findSubmission = (read: ReadHandle, form: number, id: number) => read.first(findStatement, { form, id });

interface SubmissionFilter {
  form: number;
  state: SubmissionState;
}

const pageStatement = statement((q: Builder<Tables>, p: Slots<SubmissionFilter & { limit: number; offset: number }>) =>
  q
    .selectFrom('cmsforms_submissions')
    .selectAll()
    .where('form', '=', p.form)
    .where('state', '=', p.state)
    .orderBy('id', 'desc')
    .limit(p.limit)
    .offset(p.offset),
);

/** Returns a page of the submissions of a form, newest first. */
export const findSubmissions = (read: ReadHandle, filter: SubmissionFilter, limit: number, offset: number) =>
  read.all(pageStatement, { ...filter, limit, offset });

const exportStatement = statement((q: Builder<Tables>, p: Slots<SubmissionFilter & { after: number; limit: number }>) =>
  q
    .selectFrom('cmsforms_submissions')
    .selectAll()
    .where('form', '=', p.form)
    .where('state', '=', p.state)
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
);

/** Returns the submissions of a form after an ID, oldest first. */
export const findForExport = (read: ReadHandle, filter: SubmissionFilter, after: number, limit: number) =>
  read.all(exportStatement, { ...filter, after, limit });

const countStatement = statement((q: Builder<Tables>, p: Slots<SubmissionFilter>) =>
  q
    .selectFrom('cmsforms_submissions')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('form', '=', p.form)
    .where('state', '=', p.state),
);

/** Returns the number of submissions of a form. */
export const countSubmissions = async (read: ReadHandle, filter: SubmissionFilter): Promise<number> =>
  (await read.first(countStatement, filter))?.n ?? 0;

const countAllStatement = statement((q: Builder<Tables>) =>
  q
    .selectFrom('cmsforms_submissions')
    .select((eb) => ['state', eb.fn.countAll<number>().as('n')])
    .groupBy('state'),
);

/** Returns the numbers of submissions of all forms by state. */
export async function countAllSubmissions(read: ReadHandle): Promise<Record<SubmissionState, number>> {
  const counts = new Map((await read.all(countAllStatement, {})).map(({ state, n }) => [state, n]));
  return { wanted: counts.get('wanted') ?? 0, spam: counts.get('spam') ?? 0 };
}

const updateStateStatement = statement(
  (q: Builder<Tables>, p: Slots<{ id: number; state: SubmissionState; told: number }>) =>
    q.updateTable('cmsforms_submissions').set({ state: p.state, told: p.told }).where('id', '=', p.id),
);

/** Updates the state of a submission. */
export const updateSubmissionState = (tx: WriteHandle, row: Pick<SubmissionRow, 'id' | 'state' | 'told'>) =>
  tx.run(updateStateStatement, { id: row.id, state: row.state, told: row.told });

const countUpToStatement = statement((q: Builder<Tables>, p: Slots<{ state: SubmissionState; max: number }>) =>
  q
    .selectFrom(q.selectFrom('cmsforms_submissions').select('id').where('state', '=', p.state).limit(p.max).as('some'))
    .select((eb) => eb.fn.countAll<number>().as('n')),
);

/** Returns whether the number of submissions in a state, of all forms, has reached a limit. */
export const isFull = async (read: ReadHandle, state: SubmissionState, max: number): Promise<boolean> =>
  Number((await read.first(countUpToStatement, { state, max }))?.n ?? 0) >= max;

type NotificationFilter = Pick<SubmissionRow, 'state' | 'told'>;

const nthNotifiedStatement = statement(
  (q: Builder<Tables>, p: Slots<NotificationFilter & { form: number; before: number }>) =>
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

/** Returns when the n-th last notified submission (`after`) was received; undefined if there are fewer. */
export const nthLastNotified = async (read: ReadHandle, form: number, after: number): Promise<number | undefined> =>
  (await read.first(nthNotifiedStatement, { state: 'wanted', told: 1, form, before: after - 1 }))?.received;

const unnotifiedStatement = statement((q: Builder<Tables>, p: Slots<NotificationFilter>) =>
  q
    .selectFrom('cmsforms_submissions')
    .select('form')
    .distinct()
    .where('state', '=', p.state)
    .where('told', '=', p.told)
    .orderBy('form'),
);

/** Returns the IDs of forms with wanted submissions that have not been notified. */
export const formsWithUnnotified = async (read: ReadHandle): Promise<number[]> =>
  (await read.all(unnotifiedStatement, { state: 'wanted', told: 0 })).map(({ form }) => form);

const markNotifiedStatement = statement(
  (q: Builder<Tables>, p: Slots<NotificationFilter & { form: number; now: number }>) =>
    q
      .updateTable('cmsforms_submissions')
      .set({ told: p.now })
      .where('form', '=', p.form)
      .where('state', '=', p.state)
      .where('told', '=', 0 as never),
);

/** Marks these submissions as notified, and returns their number. */
export const markNotified = async (tx: WriteHandle, form: number): Promise<number> =>
  (await tx.run(markNotifiedStatement, { state: 'wanted', told: 0, now: 1, form })).changes;

/** Columns of a submission to delete. */
export type SubmissionRef = Pick<SubmissionRow, 'id' | 'form' | 'state'>;

const byFormStatement = statement((q: Builder<Tables>, p: Slots<{ form: number; limit: number }>) =>
  q.selectFrom('cmsforms_submissions').select(['id', 'form', 'state']).where('form', '=', p.form).limit(p.limit),
);

/** Returns some submissions of a form. */
export const findByForm = (read: ReadHandle, form: number, limit: number): Promise<SubmissionRef[]> =>
  read.all(byFormStatement, { form, limit });

const byAddressStatement = statement((q: Builder<Tables>, p: Slots<{ address: string; limit: number }>) =>
  q
    .selectFrom('cmsforms_addresses')
    .innerJoin('cmsforms_submissions', 'id', 'submission')
    .select(['id', 'form', 'state'])
    .where('address', '=', p.address)
    .limit(p.limit),
);

/** Returns some submissions with an e-mail address. */
export const findByAddress = (read: ReadHandle, address: string, limit: number): Promise<SubmissionRef[]> =>
  read.all(byAddressStatement, { address: address.toLowerCase(), limit });

const olderStatement = statement(
  (q: Builder<Tables>, p: Slots<{ state: SubmissionState; before: number; limit: number }>) =>
    q
      .selectFrom('cmsforms_submissions')
      .select(['id', 'form', 'state'])
      .where('state', '=', p.state)
      .where('received', '<', p.before)
      .limit(p.limit),
);

/** Returns some submissions in a state that were received before a timestamp. */
export const findOlder = (
  read: ReadHandle,
  state: SubmissionState,
  before: number,
  limit: number,
): Promise<SubmissionRef[]> => read.all(olderStatement, { state, before, limit });

const excessStatement = statement(
  (q: Builder<Tables>, p: Slots<{ state: SubmissionState; max: number; limit: number }>) =>
    q
      .selectFrom('cmsforms_submissions')
      .select(['id', 'form', 'state'])
      .where('state', '=', p.state)
      .orderBy('received', 'desc')
      .orderBy('id', 'desc')
      .limit(p.limit)
      .offset(p.max as never),
);

/** Returns some submissions in a state beyond the latest `max`. */
export const findExcess = (
  read: ReadHandle,
  state: SubmissionState,
  max: number,
  limit: number,
): Promise<SubmissionRef[]> => read.all(excessStatement, { state, max, limit });

const deleteStatement = statement((q: Builder<Tables>, p: Slots<{ ids: number[] }>) =>
  q.deleteFrom('cmsforms_submissions').where(q.dialect.inList('id', p.ids)),
);

const deleteAddressesStatement = statement((q: Builder<Tables>, p: Slots<{ ids: number[] }>) =>
  q.deleteFrom('cmsforms_addresses').where(q.dialect.inList('submission', p.ids)),
);

/** Deletes submissions. The caller deletes related data (delete-submissions.ts). */
export async function deleteSubmissions(tx: WriteHandle, ids: readonly number[]): Promise<void> {
  await tx.run(deleteAddressesStatement, { ids: [...ids] });
  await tx.run(deleteStatement, { ids: [...ids] });
}
