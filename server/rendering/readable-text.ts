import { parseFragment } from 'parse5';
import { stripTags } from './markup.ts';

/** The text of some HTML as people read it where there is no HTML: tags taken out, entities as the characters they stand for. */
export function readableText(html: string): string {
  const text = stripTags(html);
  if (!text.includes('&')) return text;
  const [node] = parseFragment(text.replaceAll('<', '&lt;')).childNodes;
  return node && 'value' in node ? node.value : '';
}
