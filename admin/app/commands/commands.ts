// The commands of the palette: the screens and the actions that the user may use, and the guides.
import { __, sprintf } from '@wordpress/i18n';
import { siteActions } from '../../actions/site-actions.ts';
import type { Bootstrap } from '../../data/bootstrap.ts';
import { listGuides } from '../../data/resources/guides.ts';
import { paths } from '../../ui/paths.ts';
import { linksOf } from '../links.ts';

/** The groups of commands, in their order. */
export const commandGroups = ['recent', 'action', 'screen', 'found', 'guide'] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** A command: it leads to a screen, or signs the user out. */
export interface Command {
  readonly id: string;
  readonly group: CommandGroup;
  readonly label: string;
  /** The kind of the record that the command opens, such as the name of its type, which is shown beside the label and also searched. */
  readonly kind?: string;
  /** The path below the admin; absent for signing out. */
  readonly path?: string;
  /** Whether the path is that of an editor, which needs a document of its own. */
  readonly opensDocument: boolean;
}

/** Returns the commands that do not depend on a search. */
export const commandsOf = (bootstrap: Bootstrap): readonly Command[] => [
  ...siteActions(bootstrap).map((action): Command => ({ ...action, group: 'action' })),
  { id: 'sign-out', group: 'action', label: __('Sign out'), opensDocument: false },
  ...linksOf(bootstrap).map(
    ({ path, label }): Command => ({ id: `screen-${path}`, group: 'screen', label, path, opensDocument: false }),
  ),
  ...listGuides().map(({ name, title }): Command => {
    // translators: %s: title of a guide.
    const label = sprintf(__('Help: %s'), title);
    return { id: `guide-${name}`, group: 'guide', label, path: paths.help(name), opensDocument: false };
  }),
];

/** Returns the text in lower case and without accents. */
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the commands that contain all words of a text; those that begin with it are first. */
export function matchCommands(commands: readonly Command[], text: string): readonly Command[] {
  const searched = fold(text.trim());
  const words = searched.split(/\s+/).filter((word) => word !== '');
  const begins = ({ label }: Command) => Number(fold(label).startsWith(searched));
  return commands
    .filter(({ label, kind = '' }) => words.every((word) => fold(`${label} ${kind}`).includes(word)))
    .toSorted((one, other) => begins(other) - begins(one));
}
