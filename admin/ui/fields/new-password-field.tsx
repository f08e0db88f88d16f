// A field for a new password, with a button that generates one.
import { __ } from '@wordpress/i18n';
import { useState } from 'react';
import { TextField } from './text-field.tsx';

/** Minimum length of a new password, in characters. */
const minLength = 8;

interface Props {
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly error?: string | undefined;
}

/** The field. A generated password is displayed, so that it can be passed on. */
export function NewPasswordField({ value, onChange, error }: Props) {
  const [isVisible, setVisible] = useState(false);
  return (
    <div className="new-password">
      <TextField
        label={__('Password')}
        help={__('At least 8 characters; longer is better.')}
        type={isVisible && value !== '' ? 'text' : 'password'}
        autoComplete="new-password"
        isRequired
        value={value}
        onChange={(password) => {
          if (value === '') setVisible(false);
          onChange(password);
        }}
        error={error}
      />
      <p className="buttons">
        <button
          type="button"
          className="button"
          onClick={() => {
            setVisible(true);
            onChange(generatePassword());
          }}
        >
          {__('Generate a password')}
        </button>
        <button type="button" className="button" aria-pressed={isVisible} onClick={() => setVisible(!isVisible)}>
          {__('Show password')}
        </button>
      </p>
    </div>
  );
}

/** Throws an error if a password is too short. */
export function requirePasswordLength(password: string): void {
  if ([...password].length < minLength) throw new Error(__('The password must have at least 8 characters.'));
}

/** Characters of generated passwords, without those that look alike. There are 64, so that each byte selects one with equal probability. */
const alphabet = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_.+*=#';

/** Returns a random password with 20 characters, 120 bits. */
const generatePassword = (): string =>
  [...crypto.getRandomValues(new Uint8Array(20))].map((byte) => alphabet[byte % alphabet.length]).join('');
