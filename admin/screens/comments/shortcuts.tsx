// The list of keyboard shortcuts, which can be switched off: single letters get in the way of speech input.
import { __ } from '@wordpress/i18n';
import { useState } from 'react';
import type { CommentAction } from '../../actions/comments.ts';
import { CheckboxField } from '../../ui/fields/choice-fields.tsx';

const storageKey = 'octavo-admin:comment-shortcuts';

/** Returns whether the shortcuts are on, which the browser remembers, and a function that changes it. */
export function useShortcutSetting(): [isOn: boolean, setOn: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => readSetting() !== 'off');
  const change = (value: boolean) => {
    setOn(value);
    try {
      localStorage.setItem(storageKey, value ? 'on' : 'off');
    } catch {
      // The browser stores nothing: the setting applies until the page is closed.
    }
  };
  return [isOn, change];
}

function readSetting(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

interface Props {
  readonly actions: readonly CommentAction[];
  readonly isOn: boolean;
  readonly setOn: (isOn: boolean) => void;
}

/** The shortcuts with what they do. */
export function Shortcuts({ actions, isOn, setOn }: Props) {
  return (
    <section className="shortcuts" aria-labelledby="shortcuts-title">
      <h2 id="shortcuts-title">{__('Keyboard shortcuts')}</h2>
      <CheckboxField label={__('Use these keys')} value={isOn} onChange={setOn} />
      <dl>
        {shortcutsOf(actions).map(([key, labels]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{labels}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function shortcutsOf(actions: readonly CommentAction[]): readonly (readonly [key: string, labels: string])[] {
  const labels = Map.groupBy(actions, ({ key }) => key);
  return [
    ['j', __('Next comment')],
    ['k', __('Previous comment')],
    ...[...labels].map(([key, of]) => [key, of.map(({ label }) => label).join(' / ')] as const),
    ['r', __('Reply')],
    ['e', __('Edit')],
    ['z', __('Undo')],
  ];
}
