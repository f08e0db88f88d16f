// Finds the submissions of a form by state, time, text and email address, and those of a person in all forms.
import { type Builder, type Database, type ReadHandle, type Slots, statement, statementFamily } from 'octavo/extension';
import { foldCase } from './searched-text.ts';
import { type SubmissionRow, type SubmissionState, submissionColumns, type Tables } from './store.ts';

/** The submissions to find. */
export interface SubmissionFilter {
  readonly form: number;
  readonly state: SubmissionState;
  /** A text that a value contains; empty for any. */
  readonly search: string;
  /** An email address; empty for any. */
  readonly address: string;
  /** The submissions were received after and before these times, in milliseconds since 1970. */
  readonly after: number;
  readonly before: number;
}

/** The conditions of a statement that some lists do not have. */
interface Shape {
  readonly hasSearch: boolean;
  readonly hasAddress: boolean;
}

const select = (q: Builder<Tables>, { hasSearch, hasAddress }: Shape, p: Slots<SubmissionFilter>) =>
  q
    .selectFrom('cmsforms_submissions')
    .where('form', '=', p.form)
    .where('state', '=', p.state)
    .where('received', '>', p.after)
    .where('received', '<', p.before)
    .$if(hasSearch, (query) => query.where(q.dialect.contains('searched', p.search)))
    .$if(hasAddress, (query) =>
      query.where('id', 'in', (eb) =>
        eb.selectFrom('cmsforms_addresses').select('submission').where('address', '=', p.address),
      ),
    );

const pageStatement = statementFamily(
  (q: Builder<Tables>, shape: Shape, p: Slots<SubmissionFilter & { limit: number; offset: number }>) =>
    select(q, shape, p).select(submissionColumns).orderBy('id', 'desc').limit(p.limit).offset(p.offset),
);

const countStatement = statementFamily((q: Builder<Tables>, shape: Shape, p: Slots<SubmissionFilter>) =>
  select(q, shape, p).select((eb) => eb.fn.countAll<number>().as('n')),
);

/** Returns a page of the submissions that match a filter, newest first, and the number of all of them. Runs two statements. */
export async function findSubmissions(
  read: ReadHandle,
  filter: SubmissionFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: SubmissionRow[]; readonly total: number }> {
  const shape = { hasSearch: filter.search !== '', hasAddress: filter.address !== '' };
  const values = { ...filter, search: foldCase(filter.search), address: filter.address.toLowerCase() };
  const rows = await read.all(pageStatement(shape), { ...values, ...page });
  const total = (await read.first(countStatement(shape), values))?.n ?? 0;
  return { rows, total };
}

const personStatement = statement((q: Builder<Tables>, p: Slots<{ address: string }>) =>
  q
    .selectFrom('cmsforms_addresses')
    .innerJoin('cmsforms_submissions', 'id', 'submission')
    .select((eb) => ['form', 'state', eb.fn.countAll<number>().as('n')])
    .where('address', '=', p.address)
    .groupBy(['form', 'state'])
    .orderBy('form'),
);

/** The numbers of submissions of a form with an email address. */
export type PersonInForm = { readonly id: number } & Readonly<Record<SubmissionState, number>>;

/** Returns the numbers of submissions with an email address, by form and in the order of their IDs. */
export async function countByAddress({ read }: Pick<Database, 'read'>, address: string): Promise<PersonInForm[]> {
  const rows = await read.all(personStatement, { address: address.toLowerCase() });
  return [...Map.groupBy(rows, ({ form }) => form)].map(([id, states]) => {
    const countOf = (state: SubmissionState) => Number(states.find((each) => each.state === state)?.n ?? 0);
    return { id, wanted: countOf('wanted'), spam: countOf('spam') };
  });
}
