// Generates titles and descriptions for templates without a name. A generated title contains the name of the object that the
// template displays (templates-and-styles.md §2).
import type { Contract } from '../../../contract/contract.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { type NamedObject, namedObjectFinders } from './names-store.ts';
import type { Template } from './template.ts';

export interface GeneratedName {
  readonly title: string;
  readonly description: string;
}

/** The object that a template displays, as parsed from the template's slug. */
interface NamedTarget {
  readonly source: keyof typeof namedObjectFinders;
  readonly kind: string;
  /** Singular label of the type of the object, in lower case. */
  readonly label: string;
  readonly slug: string;
}

/** Whether a template is stored, is not a template part, and has neither a description nor a title that differs from its slug. */
const isUnnamed = ({ type, source, title, slug, description }: Template): boolean =>
  type === 'cms_template' && source === 'custom' && description === '' && (title === '' || title === slug);

/**
 * Returns generated titles and descriptions for unnamed templates that display a single object, keyed by template slug. The
 * number of statements does not depend on the number of templates; no statement runs if all templates have names.
 */
export async function generateNames(
  read: ReadHandle,
  contract: Contract,
  templates: readonly Template[],
): Promise<ReadonlyMap<string, GeneratedName>> {
  const targets = templates
    .filter(isUnnamed)
    .flatMap(({ slug }) => parseTargets(slug, contract).map((target) => ({ template: slug, subject: target })));
  if (targets.length === 0) return new Map();
  const namedObjects = (
    await Promise.all(
      findNamedObjects(
        targets.map(({ subject: target }) => target),
        read,
      ),
    )
  ).flat();
  const names = new Map<string, GeneratedName>();
  for (const { template, subject: target } of targets) {
    const found = namedObjects.find((each) => each.kind === target.kind && each.slug === target.slug);
    // If a slug has several interpretations, interpretations that name an existing object take precedence.
    if (found) names.set(template, generateName(target, found, namedObjects));
    else if (!names.has(template)) names.set(template, generateNameOfMissing(target));
  }
  return names;
}

/**
 * Returns the objects that the targets name and, to detect ambiguous titles, all other objects with the same names. The result
 * consists of one promise each for entries, terms and users.
 */
function findNamedObjects(targets: readonly NamedTarget[], read: ReadHandle): Promise<readonly NamedObject[]>[] {
  return (['entries', 'terms', 'users'] as const).map(async (source) => {
    const requested = targets.filter((target) => target.source === source);
    if (requested.length === 0) return [];
    const kinds = [...new Set(requested.map(({ kind }) => kind))];
    const found = await namedObjectFinders[source].ofSlugs(read, kinds, [
      ...new Set(requested.map(({ slug }) => slug)),
    ]);
    const others =
      found.length === 0
        ? []
        : await namedObjectFinders[source].ofNames(
            read,
            kinds,
            found.map(({ name }) => name),
          );
    return [...found, ...others];
  });
}

function generateName(
  { label, slug }: NamedTarget,
  { kind, name }: NamedObject,
  all: readonly NamedObject[],
): GeneratedName {
  const isShared = all.some((each) => each.kind === kind && each.name === name && each.slug !== slug);
  const title = `${capitalize(label)}: ${name}`;
  return { title: isShared ? `${title} (${slug})` : title, description: `Displays the ${label} ${name} only.` };
}

const generateNameOfMissing = ({ source, label, slug }: NamedTarget): GeneratedName => ({
  title: source === 'users' ? `Deleted author: ${slug}` : `Not found: ${capitalize(label)} (${slug})`,
  description: '',
});

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Returns the interpretations of a template slug. `single-TYPE-X` and `taxonomy-TAX-X` have one for every matching type or
 * taxonomy.
 */
function parseTargets(template: string, { types, taxonomies }: Contract): NamedTarget[] {
  const [, first, slug = ''] = /^(author|page|single|tag|category|taxonomy)-(.+)$/.exec(template) ?? [];
  const entry = (name: string, rest: string): NamedTarget[] => {
    const type = types.get(name);
    return type ? [{ source: 'entries', kind: name, label: type.noun.one, slug: rest }] : [];
  };
  const term = (name: string, rest: string): NamedTarget[] => {
    const taxonomy = taxonomies.get(name);
    return taxonomy ? [{ source: 'terms', kind: name, label: taxonomy.noun.one, slug: rest }] : [];
  };
  const parseNested = (names: Iterable<string>, parse: typeof entry) =>
    [...names].flatMap((name) => (slug.startsWith(`${name}-`) ? parse(name, slug.slice(name.length + 1)) : []));
  switch (first) {
    case 'author':
      return [{ source: 'users', kind: 'user', label: 'author', slug }];
    case 'page':
      return entry('page', slug);
    case 'tag':
      return term('post_tag', slug);
    case 'category':
      return term('category', slug);
    case 'single':
      return parseNested(types.keys(), entry).filter(({ slug: rest }) => rest !== '');
    case 'taxonomy':
      return parseNested(taxonomies.keys(), term).filter(({ slug: rest }) => rest !== '');
    default:
      return [];
  }
}
