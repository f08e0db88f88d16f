// Asks the user for confirmation in a dialog.

import { __ } from '@wordpress/i18n';
import { useCallback, useEffect, useState } from 'react';
import { useModal } from './use-modal.ts';

interface Question {
  readonly text: string;
  /** The label of the button that confirms. */
  readonly label: string;
  readonly answer: (isConfirmed: boolean) => void;
}

/**
 * Returns a function that asks a question, and the dialog, which the caller renders. `onClose` runs when the dialog has disappeared: it can
 * restore the focus if the element that had it has disappeared, too.
 */
export function useConfirm(onClose?: () => void) {
  const [question, setQuestion] = useState<Question>();
  const confirm = useCallback((text: string, label: string): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setQuestion({ text, label, answer: resolve });
    return promise;
  }, []);
  const answer = (isConfirmed: boolean) => {
    question?.answer(isConfirmed);
    setQuestion(undefined);
  };
  useEffect(() => {
    if (!question) onClose?.();
  }, [question, onClose]);
  return { confirm, dialog: question && <ConfirmDialog question={question} answer={answer} /> };
}

function ConfirmDialog({ question, answer }: { readonly question: Question; readonly answer: (yes: boolean) => void }) {
  const dialog = useModal();
  return (
    <dialog ref={dialog} className="confirm" aria-label={question.text} onCancel={() => answer(false)}>
      <p>{question.text}</p>
      <p className="buttons">
        <button type="button" className="button" onClick={() => answer(false)}>
          {__('Cancel')}
        </button>
        <button type="button" className="button primary" onClick={() => answer(true)}>
          {question.label}
        </button>
      </p>
    </dialog>
  );
}
