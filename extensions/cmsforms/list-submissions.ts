// GET /cmsforms/v1/forms/<form>/submissions: lists the submissions of a form.
import type { Call, ExtensionServices, Operation } from 'octavo/extension';
import type { Form } from './form.ts';
import { countSubmissions, findSubmissions, type SubmissionState } from './submissions-store.ts';

type ListArgs = {
  readonly state: SubmissionState;
  readonly page: number;
  readonly per_page: number;
};

/** Responds with a page of the submissions in the requested state, newest first. */
export const listSubmissions = ({ database: { read } }: ExtensionServices): Operation => ({
  async run({ args: { state, page, per_page: perPage } }: Call<ListArgs>, { id: form }: Form) {
    const rows = await findSubmissions(read, { form, state }, perPage, (page - 1) * perPage);
    return { kind: 'list', rows, page: { total: await countSubmissions(read, { form, state }), perPage, page } };
  },
});
