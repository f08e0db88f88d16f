import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderContent, renderHtml } from '../../../../test/rendering/site.ts';

const periodOf = (period: string) => ({ period, count: 1, url: `http://x.test/${period.replaceAll('-', '/')}/` });
const site = {
  periods: () => ['2026-03', '2026-02', '2025-12'].map(periodOf),
  days: (month: string) => (month === '2025-12' ? [] : [periodOf(`${month || '2026-03'}-09`)]),
};

test('a calendar has the newest month with posts, and weeks from Monday to Sunday', async () => {
  const html = await renderHtml('<!-- wp:calendar /-->', site);
  assert.match(html, /^<div class="wp-block-calendar"><table class="wp-calendar-table"><caption>March 2026<\/caption>/);
  const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map((row) =>
    [...(row[1] ?? '').matchAll(/<td>(.*?)<\/td>/g)].map((cell) => (cell[1] ?? '').replace(/<.*?>/g, '')),
  );
  assert.deepEqual(rows.slice(1), [
    ['', '', '', '', '', '', '1'],
    ['2', '3', '4', '5', '6', '7', '8'],
    ['9', '10', '11', '12', '13', '14', '15'],
    ['16', '17', '18', '19', '20', '21', '22'],
    ['23', '24', '25', '26', '27', '28', '29'],
    ['30', '31', '', '', '', '', ''],
  ]);
  assert.match(
    html,
    /<td><a href="http:\/\/x.test\/2026\/03\/09\/" aria-label="Posts published on March 9, 2026">9<\/a><\/td>/,
  );
  assert.match(
    html,
    /<nav aria-label="Months" class="wp-calendar-nav"><a class="wp-calendar-nav-prev" href="http:\/\/x.test\/2026\/02\/">February 2026<\/a><\/nav>/,
  );
});

test('a calendar has the configured month, with links to adjacent months', async () => {
  const { html, requestedNeeds } = await renderContent('<!-- wp:calendar {"month":1,"year":2026} /-->', site);
  assert.match(html, /<caption>January 2026</);
  assert.match(
    html,
    /prev" href="http:\/\/x.test\/2025\/12\/".* class="wp-calendar-nav-next" href="http:\/\/x.test\/2026\/02\/"/,
  );
  assert.deepEqual(requestedNeeds, [
    [
      { kind: 'periods', unit: 'month' },
      { kind: 'days', month: '2026-01' },
    ],
  ]);
});

test('a calendar is empty without posts', async () => {
  assert.equal(await renderHtml('<!-- wp:calendar /-->'), '');
});
