// What the operator is told of a first start.
import type { FirstStart } from '../first-start.ts';

/** The line that tells a new administrator's password, the only time it is shown; none where nobody has to be told. */
export const administratorLines = (first: FirstStart | undefined): string[] =>
  first?.password === undefined
    ? []
    : [`The administrator is ${first.administrator}, the password ${first.password} (shown this once).`];
