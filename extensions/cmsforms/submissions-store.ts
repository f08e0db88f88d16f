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

const ofForm = statement((q: Builder<Tables>, p: Slots<{ form: number }>) =>
  q.selectFrom('cmsforms_submissions').select('id').where('form', '=', p.form),
);

const ofAddress = statement((q: Builder<Tables>, p: Slots<{ address: string }>) =>
  q.selectFrom('cmsforms_addresses').select('submission as id').where('address', '=', p.address),
);

const older = statement((q: Builder<Tables>, p: Slots<{ state: SubmissionState; before: number }>) =>
  q.selectFrom('cmsforms_submissions').select('id').where('state', '=', p.state).where('received', '<', p.before),
);

const deletion = statement((q: Builder<Tables>, p: Slots<{ ids: number[] }>) =>
  q.deleteFrom('cmsforms_submissions').where(q.dialect.inList('id', p.ids)),
);

const forgetting = statement((q: Builder<Tables>, p: Slots<{ ids: number[] }>) =>
  q.deleteFrom('cmsforms_addresses').where(q.dialect.inList('submission', p.ids)),
);

/** Deletes for good; gives how many were deleted. */
export async function eraseSubmissions(tx: WriteHandle, ids: readonly number[]): Promise<number> {
  await tx.run(forgetting, { ids: [...ids] });
  return (await tx.run(deletion, { ids: [...ids] })).changes;
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

/** Everything that was sent in by a form. */
export const eraseOfForm = async (tx: WriteHandle, form: number) =>
  eraseSubmissions(tx, idsOf(await tx.all(ofForm, { form })));

/** Everything in which an e-mail address was given. */
export const eraseOfAddress = async (tx: WriteHandle, address: string) =>
  eraseSubmissions(tx, idsOf(await tx.all(ofAddress, { address: address.toLowerCase() })));

/** Everything in a state that is older than a moment. */
export const eraseBefore = async (tx: WriteHandle, state: SubmissionState, before: number) =>
  eraseSubmissions(tx, idsOf(await tx.all(older, { state, before })));
