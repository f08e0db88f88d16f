// Checks and assembles the changelog: CHANGELOG.md, and the fragments in changes/, one for each change since the last release.

/** Categories of changes, in the order of the changelog (Keep a Changelog 1.1). */
export const categories = ['added', 'changed', 'deprecated', 'removed', 'fixed', 'security'] as const;

export type Category = (typeof categories)[number];

/** The file of a change. */
export interface FragmentFile {
  readonly name: string;
  readonly text: string;
}

/** A change, whose text is one paragraph. */
interface Fragment {
  readonly category: Category;
  readonly text: string;
}

/** A version in the changelog. */
export interface ChangelogSection {
  readonly version: string;
  /** The date of the release (YYYY-MM-DD), or `unreleased`. */
  readonly date: string;
  /** Text between the heading and the first category. */
  readonly introduction: string;
  /** List items by category, without their bullets. Lines after the first are not indented. */
  readonly items: Readonly<Partial<Record<Category, readonly string[]>>>;
}

/** The changelog: the text above the first version, and the versions, the newest first. */
export interface Changelog {
  readonly header: string;
  readonly sections: readonly ChangelogSection[];
}

export const unreleased = 'unreleased';
const maxLineLength = 132;
const fragmentName = /^[a-z0-9]+(?:-[a-z0-9]+)*\.([a-z]+)\.md$/;

const titleOf = (category: Category): string => category.charAt(0).toUpperCase() + category.slice(1);

/** Parses fragments. Throws Error with a line for each invalid one. */
export function parseFragments(files: readonly FragmentFile[]): Fragment[] {
  const problems = files.flatMap(findFragmentProblems);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return files.map(({ name, text }) => ({
    category: fragmentName.exec(name)?.[1] as Category,
    text: text.trim(),
  }));
}

/** Returns a sentence for each problem of a fragment. */
export function findFragmentProblems({ name, text }: FragmentFile): string[] {
  const category = fragmentName.exec(name)?.[1];
  const lines = text.trim().split('\n');
  const problems = [
    !categories.some((each) => each === category) &&
      `must be named NAME.CATEGORY.md; categories: ${categories.join(', ')}`,
    text.trim() === '' && 'is empty',
    lines.some((line) => line.trim() === '') && 'has more than one paragraph',
    lines.some((line) => /^(?:#|[-*] |\d+\. )/.test(line)) && 'contains a heading or a list',
    lines.some((line) => line.length > maxLineLength) && `has a line with more than ${maxLineLength} characters`,
    text.trim() !== '' &&
      !/^(?:\p{Lu}|`|\*\*Breaking:\*\* )/u.test(text) &&
      'does not begin with a capital letter, code or **Breaking:**',
    text.trim() !== '' && !/\.[)`]?$/.test(text.trim()) && 'does not end with a period',
  ];
  return problems.filter((each) => each !== false).map((each) => `changes/${name} ${each}.`);
}

/** Parses a changelog. Throws Error with a line for each problem. */
export function parseChangelog(text: string): Changelog {
  const [header = '', ...parts] = text.split(/^(?=## )/m);
  const sections = parts.map(parseSection);
  const problems = [
    ...sections.filter(({ date }, at) => date === unreleased && at > 0).map(({ version }) => `${version} has no date`),
    ...sections
      .filter(({ version }, at) => at > 0 && !isNewer(sections[at - 1]?.version ?? '', version))
      .map(({ version }) => `${version} is not below a newer version`),
  ];
  if (problems.length > 0) throw new Error(problems.map((each) => `CHANGELOG.md: ${each}.`).join('\n'));
  return { header, sections };
}

function isNewer(one: string, other: string): boolean {
  const [a = [], b = []] = [one, other].map((version) => version.split('.').map(Number));
  const at = a.findIndex((number, index) => number !== b[index]);
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
}

function parseSection(part: string): ChangelogSection {
  const [, version, date] = /^## (\d+\.\d+\.\d+) - (\d{4}-\d{2}-\d{2}|unreleased)\n/.exec(part) ?? [];
  if (version === undefined || date === undefined)
    throw new Error(`CHANGELOG.md: ${part.split('\n')[0]} is not of the form "## VERSION - DATE".`);
  const [introduction = '', ...groups] = part.replace(/^.*\n/, '').split(/^(?=### )/m);
  const items: Partial<Record<Category, string[]>> = {};
  for (const group of groups) {
    const [title = '', ...lines] = group.trim().split('\n');
    const category = categories.find((each) => title === `### ${titleOf(each)}`);
    const isMisplaced = categories.some((each, at) => each in items && category && at >= categories.indexOf(category));
    if (!category || isMisplaced)
      throw new Error(`CHANGELOG.md: ${version} has an unknown or misplaced category: ${title}.`);
    items[category] = lines
      .join('\n')
      .split(/^- /m)
      .map((item) => item.replace(/^ {2}/gm, '').trim())
      .filter((item) => item !== '');
  }
  return { version, date, introduction: introduction.trim(), items };
}

/** Returns the text of a changelog. */
export const formatChangelog = ({ header, sections }: Changelog): string =>
  `${[header.trim(), ...sections.map(formatSection)].join('\n\n')}\n`;

function formatSection({ version, date, introduction, items }: ChangelogSection): string {
  const groups = categories.flatMap((category) => {
    const list = items[category] ?? [];
    return list.length > 0 ? [`### ${titleOf(category)}\n\n${list.map(formatItem).join('\n')}`] : [];
  });
  return [`## ${version} - ${date}`, ...(introduction === '' ? [] : [introduction]), ...groups].join('\n\n');
}

const formatItem = (item: string): string => `- ${item.split('\n').join('\n  ')}`;

/**
 * Adds fragments to the section of a version, and sets its date. The section is created if the changelog has none; one that is
 * unreleased keeps its items.
 */
export function assemble(
  changelog: Changelog,
  fragments: readonly Fragment[],
  version: string,
  date: string,
): Changelog {
  const { header, sections } = changelog;
  const [first] = sections;
  const own = first?.version === version ? first : undefined;
  if (own && own.date !== unreleased) throw new Error(`CHANGELOG.md: ${version} is already released.`);
  const { introduction, items } = own ?? { introduction: '', items: {} };
  const merged = Object.fromEntries(
    categories.map((category) => [
      category,
      [...(items[category] ?? []), ...fragments.filter((each) => each.category === category).map(({ text }) => text)],
    ]),
  );
  const others = own ? sections.slice(1) : sections;
  const section = { version, date, introduction, items: merged };
  return parseChangelog(formatChangelog({ header, sections: [section, ...others] }));
}
