import type { Block } from '../../blocks/grammar.ts';
import type { DynamicBlock } from '../dynamic-block.ts';
import { addressIn, linkAttributes, literal, ownAttributes } from '../text.ts';

/** A link to the feed. Its items are not shown: that would take a request to another site while somebody waits. */
export const rss: DynamicBlock = { name: 'core/rss', render };

function render(block: Block): string {
  const { feedURL, openInNewTab: opensInNewTab } = block.attributes;
  const href = addressIn(feedURL);
  const link = { ...block, attributes: { ...block.attributes, opensInNewTab } };
  const host = href && URL.parse(String(feedURL).trim())?.host;
  return host ? `<p${ownAttributes(block)}><a${linkAttributes(href, link)}>${literal(host)}</a></p>` : '';
}
