// GET /cmsforms/v1/forms/<form>/submissions/export/json: exports the submissions of a form as JSON.
import { type ExtensionServices, readStoredObject } from 'octavo/extension';
import { readExport } from './export.ts';
import type { FormOperations } from './operations.ts';
import { receivedAt } from './submission-presenter.ts';

/** Responds with a list of submissions, oldest first. Each has the fields of a single submission, without links. */
export const exportJson = ({ database }: ExtensionServices): FormOperations['export-json'] => ({
  async run({ args }, { entry: form }) {
    const rows = await readExport(database.read, form, args);
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
