// Stores submissions with the email addresses that they contain, and pending connections to a payment provider.
import {
  type Builder,
  type Generated,
  type ReadHandle,
  type Slots,
  statement,
  type WriteHandle,
} from 'octavo/extension';
import { searchedText } from './searched-text.ts';

/** States of submissions. */
export const states = ['wanted', 'spam'] as const;
export type SubmissionState = (typeof states)[number];

/** A row of the table of submissions. */
export interface SubmissionRow {
  id: number;
  form: number;
  state: SubmissionState;
  /** Time of the submission, in milliseconds since 1970. */
  received: number;
  /** JSON object with the values, keyed by field name. */
  answers: string;
  /** 1 if a notification or digest was queued, otherwise 0. */
  told: number;
}

interface AddressRow {
  submission: number;
  /** An email address in lower case. */
  address: string;
}

interface ConnectionRow {
  id: string;
  /** Time at which the connection expires, in milliseconds since 1970. */
  until: number;
}

/** The columns of a submission, without the text that is searched. */
export const submissionColumns = ['id', 'form', 'state', 'received', 'answers', 'told'] as const;

/** The tables of the extension. */
export type Tables = {
  cmsforms_connections: ConnectionRow;
  cmsforms_submissions: Omit<SubmissionRow, 'id'> & { id: Generated<number>; searched: string };
  cmsforms_addresses: AddressRow;
};

const insertStatement = statement((q: Builder<Tables>, p: Slots<Omit<SubmissionRow, 'id'> & { searched: string }>) =>
  q
    .insertInto('cmsforms_submissions')
    .values({
      ...{ form: p.form, state: p.state, received: p.received },
      ...{ answers: p.answers, told: p.told, searched: p.searched },
    })
    .returning('id'),
);

const insertAddressesStatement = statement(
  (q: Builder<Tables>, p: Slots<{ submission: number; addresses: string[] }>) =>
    q
      .insertInto('cmsforms_addresses')
      .columns(['submission', 'address'])
      .expression(
        q
          .selectFrom(q.dialect.listedTexts(p.addresses))
          .select((eb) => [
            eb.cast<number>(eb.val(p.submission), 'bigint').as('submission'),
            'listed.value as address',
          ]),
      ),
);

/** Inserts a submission with its email addresses, and returns its ID. */
export async function insertSubmission(
  tx: WriteHandle,
  row: Omit<SubmissionRow, 'id'>,
  addresses: readonly string[],
): Promise<number> {
  const { id: submission } = (await tx.first(insertStatement, { ...row, searched: searchedText(row.answers) })) ?? {
    id: 0,
  };
  const distinct = [...new Set(addresses.map((each) => each.toLowerCase()))];
  if (distinct.length > 0) await tx.run(insertAddressesStatement, { submission, addresses: distinct });
  return submission;
}

const findStatement = statement((q: Builder<Tables>, p: Slots<{ id: number; form: number }>) =>
  q.selectFrom('cmsforms_submissions').select(submissionColumns).where('id', '=', p.id).where('form', '=', p.form),
);

/** Returns the submission with the given ID; undefined if the form has no such submission. */
export const findSubmission = (read: ReadHandle, form: number, id: number) => read.first(findStatement, { form, id });

type ExportFilter = Pick<SubmissionRow, 'form' | 'state'>;

const exportStatement = statement((q: Builder<Tables>, p: Slots<ExportFilter & { after: number; limit: number }>) =>
  q
    .selectFrom('cmsforms_submissions')
    .select(submissionColumns)
    .where('form', '=', p.form)
    .where('state', '=', p.state)
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
);

/** Returns at most `limit` submissions of a form in a state whose IDs are greater than `after`, oldest first. */
export const findForExport = (read: ReadHandle, filter: ExportFilter, after: number, limit: number) =>
  read.all(exportStatement, { ...filter, after, limit });

const countAllStatement = statement((q: Builder<Tables>) =>
  q
    .selectFrom('cmsforms_submissions')
    .select((eb) => ['state', eb.fn.countAll<number>().as('n')])
    .groupBy('state'),
);

/** Returns the number of submissions of all forms in each state. */
export async function countAllSubmissions(read: ReadHandle): Promise<Record<SubmissionState, number>> {
  const counts = new Map((await read.all(countAllStatement, {})).map(({ state, n }) => [state, n]));
  return { wanted: counts.get('wanted') ?? 0, spam: counts.get('spam') ?? 0 };
}

const updateStateStatement = statement(
  (q: Builder<Tables>, p: Slots<{ id: number; state: SubmissionState; told: number }>) =>
    q.updateTable('cmsforms_submissions').set({ state: p.state, told: p.told }).where('id', '=', p.id),
);

/** Updates the columns `state` and `told` of a submission. */
export const updateSubmissionState = (tx: WriteHandle, row: Pick<SubmissionRow, 'id' | 'state' | 'told'>) =>
  tx.run(updateStateStatement, { id: row.id, state: row.state, told: row.told });

const countUpToStatement = statement((q: Builder<Tables>, p: Slots<{ state: SubmissionState; max: number }>) =>
  q
    .selectFrom(q.selectFrom('cmsforms_submissions').select('id').where('state', '=', p.state).limit(p.max).as('some'))
    .select((eb) => eb.fn.countAll<number>().as('n')),
);

/** Whether there are at least `max` submissions in a state, of all forms together. */
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
      .offset(p.before),
);

/** Returns the time of the `after`-th latest notified wanted submission, in milliseconds since 1970; undefined if there are fewer. */
export const findNthLastNotificationTime = async (
  read: ReadHandle,
  form: number,
  after: number,
): Promise<number | undefined> =>
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

/** Returns the IDs of the forms with wanted submissions about which no notification was queued. */
export const listFormsWithoutNotification = async (read: ReadHandle): Promise<number[]> =>
  (await read.all(unnotifiedStatement, { state: 'wanted', told: 0 })).map(({ form }) => form);

const markNotifiedStatement = statement(
  (q: Builder<Tables>, p: Slots<NotificationFilter & { form: number; now: number }>) =>
    q
      .updateTable('cmsforms_submissions')
      .set({ told: p.now })
      .where('form', '=', p.form)
      .where('state', '=', p.state)
      .where('told', '=', 0),
);

/** Marks all wanted submissions of a form as notified, and returns the number of submissions that were not. */
export const markNotified = async (tx: WriteHandle, form: number): Promise<number> =>
  (await tx.run(markNotifiedStatement, { state: 'wanted', told: 0, now: 1, form })).changes;

/** Columns of a submission that are needed to delete it and to record its events. */
export type SubmissionRef = Pick<SubmissionRow, 'id' | 'form' | 'state'>;

const byFormStatement = statement((q: Builder<Tables>, p: Slots<{ form: number; limit: number }>) =>
  q.selectFrom('cmsforms_submissions').select(['id', 'form', 'state']).where('form', '=', p.form).limit(p.limit),
);

/** Returns at most `limit` submissions of a form, in any order. */
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

/** Returns at most `limit` submissions that contain an email address, in any order. */
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

/** Returns at most `limit` submissions in a state that were received before a timestamp, in any order. */
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
      .offset(p.max),
);

/** Returns at most `limit` of the submissions in a state that are older than the latest `max`. */
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

/** Deletes submissions and their email addresses. The caller must delete the emails about them (submissions.ts). */
export async function deleteSubmissions(tx: WriteHandle, ids: readonly number[]): Promise<void> {
  await tx.run(deleteAddressesStatement, { ids: [...ids] });
  await tx.run(deleteStatement, { ids: [...ids] });
}

export const insertConnection = statement((q: Builder<Tables>, p: Slots<ConnectionRow>) =>
  q.insertInto('cmsforms_connections').values({ id: p.id, until: p.until }),
);

/** Deletes a pending connection that has not expired, so that it can be completed only once. */
export const consumeConnection = statement((q: Builder<Tables>, p: Slots<{ id: string; now: number }>) =>
  q.deleteFrom('cmsforms_connections').where('id', '=', p.id).where('until', '>', p.now),
);

export const deleteExpiredConnections = statement((q: Builder<Tables>, p: Slots<{ now: number }>) =>
  q.deleteFrom('cmsforms_connections').where('until', '<=', p.now),
);
