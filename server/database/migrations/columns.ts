// What migrations say of columns.

/** Columns of one type that always have a value, by their names with spaces between, for `create table`. */
export const columns = (names: string, type: string): string =>
  names
    .split(' ')
    .map((name) => `${name} ${type} not null`)
    .join(', ');
