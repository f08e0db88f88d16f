// A site with forms, for tests of submissions.
import type { Classification, Submission } from 'octavo/extension';
import type { Field } from '../extensions/cmsforms/form-type.ts';
import { type Builder, statement } from '../server/database/statement.ts';
import type { TestEngine } from './engines.ts';
import { type Caller, openTestSite, type TestSite } from './site.ts';

const mailsStatement = statement((q: Builder) =>
  q
    .selectFrom('mails')
    .select(['kind', 'recipient', 'subject', 'text', 'reply_to'])
    .where('kind', '=', 'form-submission')
    .orderBy('id'),
);
const deleteMails = statement((q: Builder) => q.deleteFrom('mails'));

/** The fields of the form of a `FormSite`: one of each kind. */
export const fields: Field[] = [
  { name: 'name', kind: 'text', label: 'Your name', required: true, longest: 20 },
  { name: 'email', kind: 'email', label: 'Email address' },
  { name: 'message', kind: 'textarea', label: 'Message' },
  { name: 'guests', kind: 'number', label: 'Guests', minimum: 1, maximum: 8 },
  { name: 'meal', kind: 'choice', label: 'Meal', choices: ['Fish', 'Soup, hot'] },
  { name: 'days', kind: 'choice', label: 'Days', choices: ['Sat', 'Sun'], several: true },
  { name: 'news', kind: 'checkbox', label: 'News' },
  { name: 'terms', kind: 'consent', label: 'I agree to the terms.', required: true },
];
/** Valid values of these fields. */
export const good = { name: 'Ann', terms: true };

/** A site with a published form, whose submissions are classified as the test decides. */
export class FormSite {
  readonly site: TestSite;
  /** ID of the form. */
  form = 0;
  /** Current time of the site, in milliseconds since 1970. */
  now: number;
  /** The submissions that were classified since the last reset. */
  classified: Submission[] = [];
  /** The classification of the next submissions. */
  classification: Classification = 'pass';

  private constructor(site: TestSite, now: number) {
    this.site = site;
    this.now = now;
  }

  /** Opens a site with a database of an engine, and creates the form. */
  static async open(engine: TestEngine): Promise<FormSite> {
    let forms: FormSite | undefined;
    const classifier = {
      ...{ name: 'classifier', version: '1.0.0', title: 'Classifier', description: '' },
      ...{ namespace: 'classifier/v1', resources: [] },
      open: () => ({
        modules: [],
        classifier: async (submission: Submission) => {
          forms?.classified.push(submission);
          return forms?.classification ?? 'pass';
        },
      }),
    };
    const opened = Date.parse('2026-05-01T12:00:00Z');
    const site = await openTestSite({
      database: await engine.open(),
      extensions: ['cmsforms', classifier],
      clock: () => forms?.now ?? opened,
    });
    forms = new FormSite(site, opened);
    forms.form = await forms.makeForm({ fields, notify: ['host@site.test', 'cook@site.test'] });
    return forms;
  }

  /** Deletes emails and classifications, and lets the time pass after which the rate limit accepts submissions again. */
  async reset(): Promise<void> {
    this.now += 61_000;
    [this.classified, this.classification] = [[], 'pass'];
    await this.site.database.transaction((tx) => tx.run(deleteMails, {}));
  }

  /** Creates a published form and returns its ID. */
  async makeForm(meta: object = { fields }, more: object = {}): Promise<number> {
    const values = { title: 'Party & <b>more</b>', status: 'publish', meta, ...more };
    return (await this.site.create('/cms/v2/forms', values)).id;
  }

  /** Returns the path of the submissions of a form, with a suffix. */
  at(rest = '', id = this.form): string {
    return `/cmsforms/v1/forms/${id}/submissions${rest}`;
  }

  /** Submits values, by default to the form of the site and without credentials. */
  submit(values: object, more: object = {}, id = this.form, caller: Caller = 'anonymous') {
    return this.site.request(caller, 'POST', this.at('', id), { values, ...more });
  }

  /** Returns the submissions of a form, the latest first. */
  async list(query = '', id = this.form) {
    return (await this.site.request('editor', 'GET', this.at(query, id))).body;
  }

  /** Returns the latest submission. */
  async latest(query = '') {
    return (await this.list(query))[0];
  }

  /** Returns the queued emails about submissions since the last reset. */
  mails() {
    return this.site.database.read.all(mailsStatement, {});
  }
}
