// What templates are called that nobody has named: after what they are for (templates-and-styles.md §2).
import type { Contract } from '../../../contract/contract.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { families, type Named } from './names-store.ts';
import type { Template } from './template.ts';

export interface MadeUpName {
  readonly title: string;
  readonly description: string;
}

/** What a slug says that a template is for. */
interface Subject {
  readonly family: keyof typeof families;
  readonly kind: string;
  /** What one of its kind is called, in lower case. */
  readonly noun: string;
  readonly slug: string;
}

/** Whether a stored template has neither a title of its own nor a description. */
const isUnnamed = ({ type, source, title, slug, description }: Template): boolean =>
  type === 'cms_template' && source === 'custom' && description === '' && (title === '' || title === slug);

/**
 * Made-up titles and descriptions by the slugs of templates that have none of their own and are for one thing only. The
 * number of statements does not depend on the number of templates, and there is none where all have names.
 */
export async function madeUpNames(
  read: ReadHandle,
  contract: Contract,
  templates: readonly Template[],
): Promise<ReadonlyMap<string, MadeUpName>> {
  const subjects = templates
    .filter(isUnnamed)
    .flatMap(({ slug }) => subjectsOf(slug, contract).map((subject) => ({ template: slug, subject })));
  if (subjects.length === 0) return new Map();
  const named = (
    await Promise.all(
      familiesOf(
        subjects.map(({ subject }) => subject),
        read,
      ),
    )
  ).flat();
  const names = new Map<string, MadeUpName>();
  for (const { template, subject } of subjects) {
    const found = named.find((each) => each.kind === subject.kind && each.slug === subject.slug);
    // Of several readings of a slug the first that names something counts.
    if (found) names.set(template, nameOf(subject, found, named));
    else if (!names.has(template)) names.set(template, nameOfNothing(subject));
  }
  return names;
}

/** What is asked for, and everything else of the same name. */
function familiesOf(subjects: readonly Subject[], read: ReadHandle): Promise<readonly Named[]>[] {
  return (['entries', 'terms', 'users'] as const).map(async (family) => {
    const asked = subjects.filter((subject) => subject.family === family);
    if (asked.length === 0) return [];
    const kinds = [...new Set(asked.map(({ kind }) => kind))];
    const found = await families[family].ofSlugs(read, kinds, [...new Set(asked.map(({ slug }) => slug))]);
    const others =
      found.length === 0
        ? []
        : await families[family].ofNames(
            read,
            kinds,
            found.map(({ name }) => name),
          );
    return [...found, ...others];
  });
}

function nameOf({ noun, slug }: Subject, { kind, name }: Named, all: readonly Named[]): MadeUpName {
  const isShared = all.some((each) => each.kind === kind && each.name === name && each.slug !== slug);
  const title = `${capital(noun)}: ${name}`;
  return { title: isShared ? `${title} (${slug})` : title, description: `Shows the ${noun} ${name} alone.` };
}

const nameOfNothing = ({ family, noun, slug }: Subject): MadeUpName => ({
  title: family === 'users' ? `Deleted author: ${slug}` : `Not found: ${capital(noun)} (${slug})`,
  description: '',
});

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** What a slug can be read as: `single-TYPE-X` and `taxonomy-TAX-X` by every type and taxonomy whose name fits. */
function subjectsOf(template: string, { types, taxonomies }: Contract): Subject[] {
  const [, first, slug = ''] = /^(author|page|single|tag|category|taxonomy)-(.+)$/.exec(template) ?? [];
  const entry = (name: string, rest: string): Subject[] => {
    const type = types.get(name);
    return type ? [{ family: 'entries', kind: name, noun: type.noun.one, slug: rest }] : [];
  };
  const term = (name: string, rest: string): Subject[] => {
    const taxonomy = taxonomies.get(name);
    return taxonomy ? [{ family: 'terms', kind: name, noun: taxonomy.noun.one, slug: rest }] : [];
  };
  const below = (names: Iterable<string>, of: typeof entry) =>
    [...names].flatMap((name) => (slug.startsWith(`${name}-`) ? of(name, slug.slice(name.length + 1)) : []));
  switch (first) {
    case 'author':
      return [{ family: 'users', kind: 'user', noun: 'author', slug }];
    case 'page':
      return entry('page', slug);
    case 'tag':
      return term('post_tag', slug);
    case 'category':
      return term('category', slug);
    case 'single':
      return below(types.keys(), entry).filter(({ slug: rest }) => rest !== '');
    case 'taxonomy':
      return below(taxonomies.keys(), term).filter(({ slug: rest }) => rest !== '');
    default:
      return [];
  }
}
