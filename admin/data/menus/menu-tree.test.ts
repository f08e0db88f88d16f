// Tests the list of the items of a menu: moves, the changes that store them, and the combination with changes of others.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MenuRecord, StoredItem } from '../resources/menus.ts';
import { type Direction, drop, keyOf, moveStep, type Row, removeRow, rowsOf } from './menu-tree.ts';
import { planChanges } from './plan-changes.ts';
import { reconcile } from './reconcile.ts';

const item = (id: number, parent = 0, menu_order = id, title = `T${id}`): StoredItem => ({
  ...{ id, parent, menu_order, invalid: false, etag: `"${id}"` },
  ...{ type: 'custom', object: 'custom', object_id: id, type_label: 'Custom Link' },
  fields: { title, url: '/', attr_title: '', description: '', target: '', classes: '', xfn: '', status: 'publish' },
});

/** 1 > (2 > 3, 4), 5 */
const items = [item(1), item(2, 1), item(3, 2), item(4, 1), item(5)];
const rows = rowsOf(items);
const at = (list: readonly Row[], id: number) => list.findIndex((row) => row.id === id);
const outline = (list: readonly Row[] | undefined) =>
  list?.map(({ id, depth }) => `${'-'.repeat(depth)}${id}`).join(' ');
const stored: Pick<MenuRecord, 'items' | 'unassigned'> = { items, unassigned: [] };
const planned = (list: readonly Row[], removed: readonly number[] = [], of = stored) =>
  planChanges(9, list, removed, of);
const bodies = (list: readonly Row[], of = stored) =>
  planned(list, [], of).changed.map(({ key, body, parent }) => [key, body, ...(parent ? [parent.key ?? 'top'] : [])]);

describe('the rows of a menu', () => {
  it('are in the order of the tree', () => {
    assert.equal(outline(rows), '1 -2 --3 -4 5');
    assert.equal(outline(rowsOf([item(2, 1), item(1), item(3, 99)])), '1 -2 3', 'missing parents');
    assert.equal(outline(rowsOf([item(1, 2), item(2, 1), item(3)])), '1 -2 3', 'cycles');
    assert.equal(outline(rowsOf([item(1, 1)])), '1');
  });

  it('move by one step with their descendants', () => {
    const moved = (id: number, direction: Direction) => outline(moveStep(rows, at(rows, id), direction));
    assert.equal(moved(5, 'up'), '5 1 -2 --3 -4');
    assert.equal(moved(1, 'down'), '5 1 -2 --3 -4');
    assert.equal(moved(2, 'down'), '1 -4 -2 --3 5');
    assert.equal(moved(4, 'up'), '1 -4 -2 --3 5');
    assert.equal(moved(4, 'in'), '1 -2 --3 --4 5');
    assert.equal(moved(5, 'in'), '1 -2 --3 -4 -5');
    assert.equal(moved(2, 'out'), '1 -4 2 -3 5');
    assert.equal(moved(3, 'out'), '1 -2 -3 -4 5');
    for (const [id, direction] of [
      [1, 'up'],
      [5, 'down'],
      [1, 'in'],
      [1, 'out'],
      [3, 'up'],
      [3, 'down'],
      [4, 'down'],
    ] as const)
      assert.equal(moved(id, direction), undefined, `${id} ${direction}`);
  });

  it('are dropped at the nearest possible place', () => {
    const dropped = (id: number, before: number, depth: number) => outline(drop(rows, at(rows, id), { before, depth }));
    assert.equal(dropped(5, 0, 3), '5 1 -2 --3 -4');
    assert.equal(dropped(5, 1, 0), '1 -5 -2 --3 -4', 'takes no children from 1');
    assert.equal(dropped(5, 4, 9), '1 -2 --3 -4 --5');
    assert.equal(dropped(2, 5, 0), '1 -4 5 2 -3');
    assert.equal(dropped(2, 2, 0), '1 -2 --3 -4 5', 'not below itself, and 4 remains below 1');
    assert.equal(dropped(4, 3, 0), '1 -2 --3 4 5', 'only the level changes');
    assert.equal(dropped(1, 3, 1), '1 -2 --3 -4 5');
  });

  it('leave their children when they are removed', () => {
    assert.equal(outline(removeRow(rows, at(rows, 2))), '1 -3 -4 5');
    assert.equal(outline(removeRow(rows, at(rows, 1))), '2 -3 4 5');
  });
});

describe('the changes that store rows', () => {
  it('are none without changes, whatever the stored positions and parents are', () => {
    const unusual = [item(1, 0, 1), item(2, 0, 1), item(3, 77, 40), item(4, 1, 0)];
    const unchanged = rowsOf(unusual);
    assert.deepEqual(planned(unchanged, [], { items: unusual, unassigned: [] }).changed, []);
    const renamed = unchanged.map((row) => (row.id === 2 ? { ...row, edits: { title: 'New' } } : row));
    assert.deepEqual(bodies(renamed, { items: unusual, unassigned: [] }), [['item-2', { title: 'New' }]]);
  });

  it('contain only changed fields, with the version that they are based on', () => {
    const edits = { title: 'T3', classes: ' one  two ', target: '_blank' } as const;
    const changed = rows.map((row) => (row.id === 3 ? { ...row, edits, etag: '"old"' } : row));
    const [change] = planned(changed).changed;
    assert.deepEqual(change?.body, { classes: ['one', 'two'], target: '_blank' });
    assert.equal(change?.etag, '"old"');
  });

  it('contain parents and the fewest positions', () => {
    assert.deepEqual(bodies(moveStep(rows, at(rows, 4), 'in') ?? []), [['item-4', {}, 'item-2']]);
    assert.deepEqual(bodies(moveStep(rows, at(rows, 4), 'up') ?? []), [
      ['item-4', { menu_order: 2 }],
      ['item-2', { menu_order: 3 }],
      ['item-3', { menu_order: 4 }],
    ]);
    const spaced = { items: [item(1, 0, 10), item(2, 0, 20), item(3, 0, 30)], unassigned: [] };
    const list = rowsOf(spaced.items);
    assert.deepEqual(bodies(moveStep(list, 2, 'up') ?? [], spaced), [['item-2', { menu_order: 31 }]]);
  });

  it('create new items below others, and take over items without a menu', () => {
    const target = { type: 'post_type', object: 'page', object_id: 8, type_label: 'Page' } as const;
    const unassigned = [item(6)];
    const list = [
      ...rows,
      { key: 'new-1', id: 0, depth: 0, edits: { title: '' }, target },
      { key: keyOf(6), id: 6, depth: 1 },
    ];
    assert.deepEqual(bodies(list, { items, unassigned }), [
      ['new-1', { title: '', type: 'post_type', object: 'page', object_id: 8, menus: 9, menu_order: 6 }, 'top'],
      ['item-6', { menus: 9, menu_order: 7 }, 'new-1'],
    ]);
  });

  it('delete removed items after their children were moved', () => {
    const { changed, deleted } = planned(removeRow(rows, at(rows, 2)), [2]);
    assert.deepEqual(
      changed.map(({ key, parent }) => [key, parent?.key]),
      [['item-3', 'item-1']],
    );
    assert.deepEqual(
      deleted.map(({ id, etag }) => [id, etag]),
      [[2, '"2"']],
    );
  });
});

describe('rows and changes of others', () => {
  it('are combined: deleted items disappear, added ones are at the end', () => {
    const now = { items: [item(1), item(4, 1), item(5), item(7), item(8, 7)], unassigned: [] };
    assert.equal(outline(reconcile(rows, [], now)), '1 -4 5 7 -8');
    assert.equal(outline(reconcile(rows, [7], now)), '1 -4 5 8');
    const withoutParent = { items: [item(3), item(5)], unassigned: [] };
    assert.equal(outline(reconcile(rows, [], withoutParent)), '3 5', 'no gap in the levels');
  });

  it('adopt items that were created although the response was lost', () => {
    const target = { type: 'custom', object: 'custom', object_id: 0, type_label: '' } as const;
    const list = [...rows, { key: 'new-1', id: 0, depth: 1, edits: { title: 'Shop', url: '/shop' }, target }];
    const created = { ...item(9), fields: { ...item(9).fields, title: 'Shop', url: '/shop' } };
    const combined = reconcile(list, [], { items: [...items, created], unassigned: [] });
    assert.equal(outline(combined), '1 -2 --3 -4 5 -9');
    assert.equal(combined.at(-1)?.key, 'item-9');
    const other = reconcile(list, [], { items: [...items, item(9)], unassigned: [] });
    assert.equal(outline(other), '1 -2 --3 -4 5 -0 9');
  });
});
