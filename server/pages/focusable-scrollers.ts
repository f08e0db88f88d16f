// Lets visitors without a mouse scroll wide tables and code.
import { classesOf, tagsOf } from '../rendering/blocks/tags.ts';

/**
 * Returns the HTML of a page in which tables and code can be focused, because they scroll if they are wider than their column. The added
 * attribute has no quotes, so that it cannot end the value of another attribute that contains a tag.
 */
export function withFocusableScrollers(html: string): string {
  let result = '';
  let copied = 0;
  for (const { name, isClosing, start, end } of tagsOf(html)) {
    if (isClosing || !isScroller(name, html.slice(start, end))) continue;
    const afterName = start + 1 + name.length;
    result += `${html.slice(copied, afterName)} tabindex=0`;
    copied = afterName;
  }
  return result + html.slice(copied);
}

function isScroller(name: string, tag: string): boolean {
  if ((name !== 'pre' && name !== 'figure') || /\stabindex\s*=/i.test(tag)) return false;
  const classes = classesOf(tag);
  return classes.includes(name === 'pre' ? 'wp-block-code' : 'wp-block-table');
}
