import type { Block } from '../../blocks/grammar.ts';
import { periodName } from '../dates.ts';
import type { DynamicBlock } from '../dynamic-block.ts';
import type { Found, Unit } from '../needs.ts';
import { ownAttributes } from '../text.ts';
import { choice } from './choice.ts';

/** The months (years, days) in which posts were published, newest first. */
export const archives: DynamicBlock = {
  name: 'core/archives',
  needs: (block) => [{ kind: 'periods', unit: unitOf(block) }],
  render,
};

function unitOf({ attributes: { type } }: Block): Unit {
  if (type === 'yearly') return 'year';
  return type === 'daily' ? 'day' : 'month';
}

function render(block: Block, _: unknown, found: Found): string {
  const { attributes } = block;
  const periods = found.periods(unitOf(block));
  const counted = (count: number) => (attributes.showPostCounts === true ? `&nbsp;(${count})` : '');
  if (attributes.displayAsDropdown === true) {
    const options = periods.map(({ address, period, count }) => ({
      address,
      text: periodName(period) + counted(count),
    }));
    return choice(block, 'archives', 'Archives', options);
  }
  if (periods.length === 0) return `<div${ownAttributes(block, ['wp-block-archives-list'])}>No archives to show.</div>`;
  const items = periods.map(
    ({ period, count, address }) => `<li><a href="${address}">${periodName(period)}</a>${counted(count)}</li>`,
  );
  return `<ul${ownAttributes(block, ['wp-block-archives-list'])}>${items.join('')}</ul>`;
}
