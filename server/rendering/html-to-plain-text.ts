import { parseFragment } from 'parse5';
import { stripTags } from './markup.ts';

/** Converts HTML to plain text. Tags are removed and entities are decoded. */
export function htmlToPlainText(html: string): string {
  const text = stripTags(html);
  if (!text.includes('&')) return text;
  const [node] = parseFragment(text.replaceAll('<', '&lt;')).childNodes;
  return node && 'value' in node ? node.value : '';
}
