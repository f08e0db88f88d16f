// Exports the submissions of a form to files.
import { type ArgsOf, type Call, type ExtensionServices, type ReadHandle, readStoredObject } from 'octavo/extension';
import type { FormEndpoints, FormOperations } from './contract.ts';
import type { Form } from './forms.ts';
import { findForExport, type SubmissionRow } from './store.ts';
import { formatValue, receivedAt } from './submissions.ts';
import type { SubmittedValues } from './submitted-values.ts';

/** The arguments of the export operations. */
type ExportArgs = ArgsOf<FormEndpoints['export-csv']>;

/** Maximum number of submissions per file. */
const maxSubmissions = 10_000;

/** Maximum length of the values in a file, as JSON, in characters. */
const maxValuesLength = 16 * 1024 * 1024;

/** Number of submissions per query. */
const batchSize = 100;

/** Returns the submissions of a form whose IDs are greater than `after`, oldest first, up to the limits of a file. */
async function readExport(read: ReadHandle, form: Form, { state, after }: ExportArgs): Promise<SubmissionRow[]> {
  const rows: SubmissionRow[] = [];
  for (let length = 0; rows.length < maxSubmissions && length < maxValuesLength; ) {
    const batch = await findForExport(read, { form: form.id, state }, rows.at(-1)?.id ?? after, batchSize);
    for (const row of batch) {
      if (rows.length > 0 && length + row.answers.length > maxValuesLength) return rows;
      rows.push(row);
      length += row.answers.length;
    }
    if (batch.length < batchSize) break;
  }
  return rows;
}

/** Records an export in the audit log. A file without submissions, which ends an export in several files, is not recorded. */
async function recordExport(
  { database, record }: ExtensionServices,
  call: Pick<Call, 'actor' | 'from'>,
  { id }: Form,
  count: number,
): Promise<void> {
  if (count > 0) await database.transaction((tx) => record.export(tx, call, { kind: 'submission', id, count }));
}

/** Responds with one row per submission: its ID, its time, and one column per field, including fields that the form no longer has. */
export const exportCsv = (services: ExtensionServices): FormOperations['export-csv'] => ({
  async run(call, { entry: form }) {
    const { args } = call;
    const rows = await readExport(services.database.read, form, args);
    await recordExport(services, call, form, rows.length);
    const all = rows.map(({ answers }) => readStoredObject(answers, 'cmsforms_submissions.answers') as SubmittedValues);
    const names = [...new Set([...form.fields.map(({ name }) => name), ...all.flatMap(Object.keys)])];
    const lines = rows.map(({ id, received }, at) => {
      const answers = new Map(Object.entries(all[at] ?? {}));
      return [String(id), receivedAt(received), ...names.map((name) => formatValue(answers.get(name) ?? ''))];
    });
    const bytes = Buffer.from(`\ufeff${toCsv([['id', 'received', ...names], ...lines])}`);
    return { kind: 'file', bytes, type: 'text/csv; charset=UTF-8', name: `form-${form.id}-${args.state}.csv` };
  },
});

/** Responds with a list of submissions, oldest first. Each has the fields of a single submission, without links. */
export const exportJson = (services: ExtensionServices): FormOperations['export-json'] => ({
  async run(call, { entry: form }) {
    const { args } = call;
    const rows = await readExport(services.database.read, form, args);
    await recordExport(services, call, form, rows.length);
    const records = rows.map(({ id, state, received, answers }) => {
      return {
        id,
        form: form.id,
        state,
        received: receivedAt(received),
        values: readStoredObject(answers, 'cmsforms_submissions.answers'),
      };
    });
    const bytes = Buffer.from(JSON.stringify(records));
    return { kind: 'file', bytes, type: 'application/json; charset=UTF-8', name: `form-${form.id}-${args.state}.json` };
  },
});

/** Returns rows of cells as CSV, with CRLF line endings. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('');

/**
 * Returns a cell, quoted if necessary. An apostrophe is prepended to cells that begin like a formula, even with full-width characters, but
 * not to numbers, so that spreadsheet programs treat the cells as text.
 */
function toCell(text: string): string {
  const escaped = /^\s*[=+\-@\t\r＝＋－＠]/.test(text) && !isNumber(text) ? `'${text}` : text;
  return /[",\r\n;\t]|^\s|\s$/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}

const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
