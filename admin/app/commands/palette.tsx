// The command palette: a dialog with a search field and a list of screens, actions and records (the combobox pattern of the ARIA Authoring
// Practices Guide). It is loaded when it is opened for the first time.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { __, _n, sprintf } from '@wordpress/i18n';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { findRecentEntries, searchSite } from '../../data/resources/site-search.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { useOpenDocument } from '../../ui/document-link.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { useModal } from '../../ui/use-modal.ts';
import { type Command, type CommandGroup, commandGroups, commandsOf, matchCommands } from './commands.ts';

/** Time between the last key press and the search of records, in milliseconds. */
const searchDelayMs = 250;

/** Minimum length of a text for which records are searched. */
const minSearchLength = 2;

interface Props {
  readonly close: () => void;
  readonly signOut: () => void;
}

/** The dialog. */
export function Palette({ close, signOut }: Props) {
  const dialog = useModal();
  const [text, setText] = useState('');
  const { commands, isSearching, error } = useCommands(text);
  const [activeId, setActiveId] = useState<string>();
  const active = commands.find(({ id }) => id === activeId) ?? commands[0];
  const listId = useId();
  const run = useRun(close, signOut);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (active) run(active);
      return;
    }
    const next = nextIndex(event.key, active ? commands.indexOf(active) : -1, commands.length);
    if (next === undefined) return;
    event.preventDefault();
    setActiveId(commands[next]?.id);
  };
  return (
    <dialog ref={dialog} className="palette" aria-label={__('Commands')} onCancel={close} onClose={close}>
      <input
        type="text"
        role="combobox"
        aria-expanded={commands.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active && optionId(listId, active)}
        aria-label={__('Search screens, actions and content')}
        placeholder={__('Search screens, actions and content')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActiveId(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <Options {...{ commands, active, listId, run, activate: setActiveId }} />
      <p role="status" className={error ? 'error' : 'quiet'}>
        {error?.message ?? (isSearching ? __('Searching…') : describeCount(commands.length))}
      </p>
      <button type="button" className="button cancel" onClick={close}>
        {__('Close')}
      </button>
    </dialog>
  );
}

const describeCount = (count: number): string =>
  count === 0
    ? __('Nothing was found. Try other words, or part of a word.')
    : /* translators: %d: number of results. */ sprintf(_n('%d result', '%d results', count), count);

/** Returns the index to which a key moves; undefined for other keys. */
function nextIndex(key: string, index: number, count: number): number | undefined {
  switch (count === 0 ? '' : key) {
    case 'ArrowDown':
      return (index + 1) % count;
    case 'ArrowUp':
      return (index + count - 1) % count;
    case 'PageDown':
      return Math.min(index + 8, count - 1);
    case 'PageUp':
      return Math.max(index - 8, 0);
    default:
      return undefined;
  }
}

/** Returns a function that runs a command after the dialog was closed. */
function useRun(close: () => void, signOut: () => void): (command: Command) => void {
  const [, navigate] = useLocation();
  const openDocument = useOpenDocument();
  return ({ path, opensDocument }) => {
    close();
    if (path === undefined) signOut();
    else if (opensDocument) openDocument(path);
    else navigate(path);
  };
}

/** Returns the commands for a text. Responses to earlier texts are dropped. */
function useCommands(text: string) {
  const bootstrap = useBootstrap();
  const queries = useQueryClient();
  const fixed = useMemo(() => commandsOf(bootstrap), [bootstrap]);
  const searched = useDebounced(text.trim(), searchDelayMs);
  const isSearch = text.trim().length >= minSearchLength;
  const recent = useQuery({
    queryKey: ['recent-entries'],
    queryFn: ({ signal }) => findRecentEntries(bootstrap, signal),
    enabled: text.trim() === '',
  });
  const found = useQuery({
    queryKey: ['site-search', searched],
    queryFn: ({ signal }) => searchSite({ bootstrap, queries }, searched, signal),
    enabled: isSearch && searched.length >= minSearchLength,
  });
  const isCurrent = isSearch && searched === text.trim();
  const records: readonly Command[] =
    text.trim() === ''
      ? (recent.data ?? []).map((each) => ({ ...each, group: 'recent' }))
      : isCurrent
        ? (found.data ?? []).map((each) => ({ ...each, group: 'found' }))
        : [];
  const all = [...matchCommands(fixed, text), ...records];
  return {
    commands: commandGroups.flatMap((group) => all.filter((command) => command.group === group)),
    isSearching: isSearch && (!isCurrent || found.isPending),
    error: isCurrent ? found.error : text.trim() === '' ? recent.error : null,
  };
}

const groupLabels = (): Readonly<Record<CommandGroup, string>> => ({
  recent: __('Recent entries'),
  action: __('Actions'),
  screen: __('Screens'),
  found: __('Content'),
  guide: __('Guides'),
});

const optionId = (listId: string, { id }: Command): string => `${listId}-${id}`;

interface OptionsProps {
  readonly commands: readonly Command[];
  readonly active: Command | undefined;
  readonly listId: string;
  readonly run: (command: Command) => void;
  readonly activate: (id: string) => void;
}

/** The list. The focus stays in the field, whose `aria-activedescendant` is the active option. */
function Options({ commands, active, listId, run, activate }: OptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active option is scrolled into view when it changes.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.id]);
  return (
    <div ref={list} id={listId} role="listbox" aria-label={__('Results')} tabIndex={-1}>
      {commandGroups.map((group) => {
        const ofGroup = commands.filter((command) => command.group === group);
        if (ofGroup.length === 0) return null;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a listbox contains groups of options, not field sets.
          <div key={group} role="group" aria-labelledby={`${listId}-${group}`}>
            <div id={`${listId}-${group}`} className="group-label" role="presentation">
              {groupLabels()[group]}
            </div>
            {ofGroup.map((command) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys.
              // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus.
              <div
                key={command.id}
                id={optionId(listId, command)}
                role="option"
                aria-selected={command === active}
                onClick={() => run(command)}
                onMouseMove={() => activate(command.id)}
              >
                <span>{command.label}</span>
                {command.kind !== undefined && <span className="quiet">{command.kind}</span>}
              </div>
            ))}
          </div>
        );
      })}
    </div>
  );
}
