import type { Block } from '../../blocks/parse.ts';
import { escapeLiteral, linkAttributes, safeUrl, wrapperAttributes } from '../../blocks/text.ts';
import type { DynamicBlock } from '../dynamic-block.ts';

/** A link to a feed. The items of the feed are not rendered, because this would require a request to another site. */
export const rss: DynamicBlock = { name: 'core/rss', render };

function render(block: Block): string {
  const { feedURL, openInNewTab: opensInNewTab } = block.attributes;
  const href = safeUrl(feedURL);
  const link = { ...block, attributes: { ...block.attributes, opensInNewTab } };
  const host = href && URL.parse(String(feedURL).trim())?.host;
  return host ? `<p${wrapperAttributes(block)}><a${linkAttributes(href, link)}>${escapeLiteral(host)}</a></p>` : '';
}
