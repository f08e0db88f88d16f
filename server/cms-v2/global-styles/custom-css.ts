// Style sheet text of a site's own (templates-and-styles.md §8, Update).
import { Refusal } from '../../refusal.ts';
import { filterStyle } from '../../rendering/sanitise/css.ts';
import { isMembers, type Members } from './filter-known.ts';

/** What would end the element that the text stands in. */
const endTag = /<\/style[\s/>]/i;

const ending = '</style';

/**
 * Throws Refusal 400 `rest_custom_css_invalid_type` where the text is none, `rest_custom_css_illegal_markup` where it
 * would end the element that it is shown in, alone or together with what comes behind it.
 */
export function requireHarmlessCss(styles: Members): void {
  const { css } = styles;
  if (css === undefined || css === null) return;
  if (typeof css !== 'string') throw new Refusal('rest_custom_css_invalid_type', 400, 'Style sheet text must be text.');
  const tail = css.slice(-ending.length).toLowerCase();
  const begins = Array.from({ length: ending.length }, (_, at) => ending.slice(0, at + 1)).some((part) =>
    tail.endsWith(part),
  );
  if (begins || endTag.test(css))
    throw new Refusal('rest_custom_css_illegal_markup', 400, 'Style sheet text must not hold the end of its element.');
}

/** How deep values are looked into; what is deeper belongs to nothing that is known. */
const deepest = 12;

/** Members whose values stand in style sheets, among settings: those of presets. */
const presetValues = new Set(['color', 'colors', 'gradient', 'size', 'fontFamily', 'shadow', 'ratio', 'min', 'max']);

/**
 * Styles or settings without values that could load or run something, and without style sheet text: what those may save who
 * may not post any HTML.
 */
export function safeValues(value: Members, what: 'styles' | 'settings'): Members {
  const isJudged = (name: string) => what === 'styles' || presetValues.has(name);
  const keep = (member: unknown, name: string, depth: number): unknown => {
    if (depth > deepest || (what === 'styles' && name === 'css')) return undefined;
    if (typeof member === 'string') return isJudged(name) && !isSafe(member, name) ? undefined : member;
    if (Array.isArray(member)) return member.flatMap((each) => keep(each, name, depth + 1) ?? []);
    if (!isMembers(member)) return member;
    const members = Object.entries(member).map(([inner, each]) => [inner, keep(each, inner, depth + 1)] as const);
    return Object.fromEntries(members.filter(([, each]) => each !== undefined));
  };
  return keep(value, '', 0) as Members;
}

/** A value is judged as that of a property which may have what it has: pictures and gradients belong to backgrounds. */
function isSafe(value: string, name: string): boolean {
  const property = /gradient|background|^url$/i.test(name) ? 'background' : 'width';
  const isWhole = (declaration: string) => filterStyle(declaration) === declaration;
  if (name === 'url') return isWhole(`background:url("${value}")`);
  return value === '' || /^var:[\w|-]+$/.test(value) || isWhole(`${property}:${value}`);
}
