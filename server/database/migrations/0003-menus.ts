// Menus: what is known of them beside their terms, and what their items lead to.
import type { Migration } from '../migrate.ts';

export const menus: Migration = {
  number: 3,
  name: 'menus',
  async up(tx) {
    const { integer, text } = tx.builder.dialect.types;
    await tx.execute(`
      create table menus (
        term_id ${integer} not null primary key references terms (id) on delete cascade,
        auto_add ${integer} not null
      );

      create table menu_locations (
        name ${text} not null primary key,
        term_id ${integer} not null references terms (id) on delete cascade,
        position ${integer} not null
      );
      create index menu_locations_by_menu on menu_locations (term_id);

      create table menu_items (
        entry_id ${integer} not null primary key references entries (id) on delete cascade,
        type ${text} not null,
        object ${text} not null,
        object_id ${integer} not null,
        url ${text} not null,
        target ${text} not null,
        classes ${text} not null,
        xfn ${text} not null
      );
      create index menu_items_by_object on menu_items (type, object_id);
    `);
  },
};
