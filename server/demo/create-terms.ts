// Creates the categories and tags of the demo content.
import { saveNewTerm } from '../cms-v2/terms/save-new-term.ts';
import { cleanDescription, cleanName } from '../cms-v2/terms/term-args.ts';
import { termUrl } from '../cms-v2/terms/urls.ts';
import { categories, type DemoTerm, tags } from './content/subjects.ts';
import { targetOf } from './references.ts';
import { type DemoRun, recordChange, taxonomyOf } from './run.ts';

/** Creates all categories and tags. */
export async function createTerms(run: DemoRun): Promise<void> {
  await createTermsOf(run, 'category', 'category', categories);
  await createTermsOf(run, 'post_tag', 'tag', tags);
}

async function createTermsOf(
  run: DemoRun,
  taxonomyName: string,
  group: string,
  terms: Readonly<Record<string, DemoTerm>>,
): Promise<void> {
  const taxonomy = taxonomyOf(run, taxonomyName);
  const { front } = run.service.entries.site.urls;
  for (const [slug, { name, description, parent: parentSlug }] of Object.entries(terms)) {
    const parent = parentSlug === undefined ? 0 : targetOf(run.targets, `${group}/${parentSlug}`).id;
    const columns = { ...cleanName(name), ...cleanDescription(description), parent };
    const term = await saveNewTerm(run.tx, taxonomy, columns, slug);
    recordChange(run, 'term.created', term.id);
    run.targets.set(`${group}/${slug}`, { id: term.id, url: termUrl(term, taxonomy, front), title: name });
  }
}
