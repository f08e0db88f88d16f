// Says what to do when someone else has changed the record of a form.
import { __ } from '@wordpress/i18n';
import type { ReactNode } from 'react';

/** The notice. It begins with a sentence that names the record. */
export const ConflictNotice = ({ children }: { readonly children: ReactNode }) => (
  <p role="status" className="restored">
    {children}{' '}
    {__(
      'Your changes are still here; other fields show what is stored now. Check the marked fields, then save again: this replaces what is stored in the fields that you have changed.',
    )}
  </p>
);
