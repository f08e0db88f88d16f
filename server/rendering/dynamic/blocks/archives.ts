import type { Block } from '../../blocks/parse.ts';
import { wrapperAttributes } from '../../blocks/text.ts';
import { formatPeriod } from '../dates.ts';
import type { DynamicBlock } from '../dynamic-block.ts';
import type { LoadedData, Unit } from '../needs.ts';
import { renderDropdown } from './dropdown.ts';

/** The block that lists the months, years or days with published posts, newest first. */
export const archives: DynamicBlock = {
  name: 'core/archives',
  needs: (block) => [{ kind: 'periods', unit: unitOf(block) }],
  render,
};

function unitOf({ attributes: { type } }: Block): Unit {
  if (type === 'yearly') return 'year';
  return type === 'daily' ? 'day' : 'month';
}

function render(block: Block, _: unknown, found: LoadedData): string {
  const { attributes } = block;
  const periods = found.periods(unitOf(block));
  const countSuffix = (count: number) => (attributes.showPostCounts === true ? `&nbsp;(${count})` : '');
  if (attributes.displayAsDropdown === true) {
    const options = periods.map(({ url, period, count }) => ({
      url,
      text: formatPeriod(period) + countSuffix(count),
    }));
    return renderDropdown(block, 'archives', 'Archives', options);
  }
  if (periods.length === 0)
    return `<div${wrapperAttributes(block, ['wp-block-archives-list'])}>No archives to show.</div>`;
  const items = periods.map(
    ({ period, count, url }) => `<li><a href="${url}">${formatPeriod(period)}</a>${countSuffix(count)}</li>`,
  );
  return `<ul${wrapperAttributes(block, ['wp-block-archives-list'])}>${items.join('')}</ul>`;
}
