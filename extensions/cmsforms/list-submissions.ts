// GET /cmsforms/v1/forms/<form>/submissions: lists the submissions of a form.
import type { ExtensionServices } from 'octavo/extension';
import type { FormOperations } from './operations.ts';
import { countSubmissions, findSubmissions } from './submissions-store.ts';

/** Responds with a page of the submissions in the requested state, newest first. */
export const listSubmissions = ({ database: { read } }: ExtensionServices): FormOperations['list-submissions'] => ({
  async run({ args: { state, page, per_page: perPage } }, { entry }) {
    const form = entry.id;
    const rows = await findSubmissions(read, { form, state }, perPage, (page - 1) * perPage);
    return {
      kind: 'list',
      rows: rows.map((row) => ({ ...row, entry })),
      page: { total: await countSubmissions(read, { form, state }), perPage, page },
    };
  },
});
