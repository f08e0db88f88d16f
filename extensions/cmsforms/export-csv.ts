// GET export/csv: what was sent in, as a table for spreadsheet programs.
import { type Call, type ExtensionServices, type Operation, readStoredObject } from 'octavo/extension';
import type { Answers } from './answers.ts';
import { csvOf } from './csv.ts';
import { type ExportArgs, readExport } from './export.ts';
import type { Form } from './form.ts';
import { wordsFor } from './notification.ts';
import { receivedAt } from './submission-presenter.ts';

/** Answers with a table: a line for each that was sent in, a column for each field, also for those that are asked no longer. */
export const exportCsv = ({ database }: ExtensionServices): Operation => ({
  async run({ args }: Call<ExportArgs>, form: Form) {
    const rows = await readExport(database.read, form, args);
    const all = rows.map(({ answers }) => readStoredObject(answers) as Answers);
    const names = [...new Set([...form.fields.map(({ name }) => name), ...all.flatMap(Object.keys)])];
    const lines = rows.map(({ id, received }, at) => {
      const answers = new Map(Object.entries(all[at] ?? {}));
      return [String(id), receivedAt(received), ...names.map((name) => wordsFor(answers.get(name) ?? ''))];
    });
    const bytes = Buffer.from(`\ufeff${csvOf([['id', 'received', ...names], ...lines])}`);
    return { kind: 'file', bytes, type: 'text/csv; charset=UTF-8', name: `form-${form.id}-${args.state}.csv` };
  },
});
