// GET /cmsforms/v1/forms/<form>/submissions/export/csv: exports the submissions of a form as CSV.
import { type ExtensionServices, readStoredObject } from 'octavo/extension';
import { toCsv } from './csv.ts';
import { readExport } from './export.ts';
import { formatValue } from './notification.ts';
import type { FormOperations } from './operations.ts';
import { receivedAt } from './submission-presenter.ts';
import type { SubmittedValues } from './submitted-values.ts';

/** Responds with one row per submission: its ID, its time, and one column per field, including fields that the form no longer has. */
export const exportCsv = ({ database }: ExtensionServices): FormOperations['export-csv'] => ({
  async run({ args }, { entry: form }) {
    const rows = await readExport(database.read, form, args);
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
