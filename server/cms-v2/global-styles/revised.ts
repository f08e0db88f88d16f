// Revisions as global styles have them (templates-and-styles.md §8, Revisions): what was set, and nothing is saved beside.
import { type FieldMaker, numberIn, type Presenter } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { type EntryParts, typeOf } from '../entries/parts.ts';
import { denials } from '../entries/rules.ts';
import { findEntry } from '../entries/store.ts';
import type { Revised, ShownRevision } from '../revisions/revised.ts';
import { readStyles, shownConfiguration } from './stored-styles.ts';

/** What the room of revisions needs to know of global styles. */
export function revisedStyles({ contract }: EntryParts): Revised {
  return {
    async find(read, call) {
      const entry = await findEntry(read, typeOf(contract, call).name, numberIn(call.path.parent));
      if (!entry) throw new Refusal('rest_post_invalid_parent', 404, 'There are no global styles of this number.');
      return entry;
    },
    // There is no route to it.
    autosaving: { permit: () => denials.edit },
    sent: () => ({}),
    ownDraftsChange: false,
    autosavesAmong: false,
    deletedIn: 'view',
    presenter,
  };
}

const textOf = ({ entry, revision }: ShownRevision) => revision ?? entry;

/** What was set, both members where there is one of them; undefined where there is none. */
function setIn(shown: ShownRevision) {
  const stored = readStyles(textOf(shown).content);
  const isEmpty = (members: object | undefined) => members === undefined || Object.keys(members).length === 0;
  return isEmpty(stored.styles) && isEmpty(stored.settings) ? undefined : shownConfiguration(stored);
}

const fields: Record<string, (shown: ShownRevision) => unknown> = {
  settings: (shown) => setIn(shown)?.settings,
  styles: (shown) => setIn(shown)?.styles,
  author: (shown) => textOf(shown).author,
  date: (shown) => textOf(shown).date,
  date_gmt: (shown) => textOf(shown).date_gmt,
  id: ({ id }) => id,
  modified: (shown) => textOf(shown).date,
  modified_gmt: (shown) => textOf(shown).date_gmt,
  parent: ({ entry }) => entry.id,
};

const presenter: Presenter = {
  prepare: async () => undefined,
  fields: fields as Record<string, FieldMaker>,
  facts: ({ id }: ShownRevision) => ({ id }),
};
