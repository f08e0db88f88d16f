// The actions for forms in lists.
import type { Action } from '@wordpress/dataviews';
import { __, _n, sprintf } from '@wordpress/i18n';
import {
  createForm,
  deleteForm,
  type FormRecord,
  type LoadedForm,
  loadedFormOf,
  mayChangeForm,
  updateForm,
} from '../data/resources/forms.ts';
import type { FailedItems } from '../ui/failed-items.tsx';
import { icons } from '../ui/icons.tsx';
import type { Notice } from '../ui/notices.tsx';
import { reportResults } from './report-results.ts';
import { runForEach } from './run-for-each.ts';

/** Dependencies of the actions. */
export interface FormActionDeps {
  readonly notify: (notice: Notice) => void;
  /** Reads the list again, and shows and selects the forms with which an action failed. */
  readonly refresh: (failed: FailedItems<FormRecord>) => void;
  readonly edit: (form: FormRecord) => void;
  readonly showSubmissions: (form: FormRecord) => void;
  /** Asks the user; resolves with false if the user cancels. */
  readonly confirm: (question: string, label: string) => Promise<boolean>;
}

/** Returns the actions in the order of the menu. */
export const formActions = (deps: FormActionDeps): Action<FormRecord>[] => [
  {
    id: 'edit',
    label: __('Edit'),
    isPrimary: true,
    isEligible: isEditable,
    callback: ([form]) => form && deps.edit(form),
  },
  {
    id: 'submissions',
    label: __('Submissions'),
    isPrimary: true,
    isEligible: (form) => mayChangeForm(form, 'POST'),
    callback: ([form]) => form && deps.showSubmissions(form),
  },
  {
    id: 'duplicate',
    label: __('Duplicate'),
    isEligible: isEditable,
    callback: ([form]) => void (form && duplicate(deps, form)),
  },
  {
    id: 'trash',
    label: __('Move to trash'),
    icon: icons.trash,
    supportsBulk: true,
    isEligible: (form) => form.status !== 'trash' && mayChangeForm(form, 'DELETE'),
    callback: (forms) => void moveToTrash(deps, forms),
  },
  {
    id: 'restore',
    label: __('Restore'),
    icon: icons.restore,
    supportsBulk: true,
    isEligible: (form) => form.status === 'trash' && mayChangeForm(form, 'POST'),
    callback: (forms) => void restore(deps, forms),
  },
  {
    id: 'delete',
    label: __('Delete permanently'),
    icon: icons.delete,
    supportsBulk: true,
    isEligible: (form) => form.status === 'trash' && mayChangeForm(form, 'DELETE'),
    callback: (forms) => void deletePermanently(deps, forms),
  },
];

const isEditable = (form: FormRecord): boolean => form.status !== 'trash' && mayChangeForm(form, 'POST');

async function duplicate(deps: FormActionDeps, form: FormRecord): Promise<void> {
  const results = await runForEach([form], async ({ title }) => {
    // translators: %s: title of a form.
    const copy = sprintf(__('%s (copy)'), title.raw);
    // The copy also has the fields of `meta` that the admin does not know.
    await createForm({ notify: [], ...form.meta, title: copy, status: 'draft' });
  });
  reportResults(deps, results, { text: () => __('The form was copied. The copy is a draft.') });
}

async function moveToTrash(deps: FormActionDeps, forms: readonly FormRecord[]): Promise<void> {
  const trashed = new Map<FormRecord, LoadedForm>();
  const results = await runForEach(forms, async (form) => {
    trashed.set(form, await deleteForm(loadedFormOf(form)));
  });
  reportResults(deps, results, {
    /* translators: %d: number of forms. */
    text: (count) => sprintf(_n('%d form was moved to the trash.', '%d forms were moved to the trash.', count), count),
    action: { label: __('Undo'), run: () => void undoTrash(deps, trashed) },
  });
}

/** Restores forms with the status that they had before. */
async function undoTrash(deps: FormActionDeps, trashed: ReadonlyMap<FormRecord, LoadedForm>): Promise<void> {
  const results = await runForEach([...trashed.keys()], async (form) => {
    await updateForm(trashed.get(form) ?? loadedFormOf(form), { status: form.status });
  });
  reportResults(deps, results, { text: restoredText });
}

async function restore(deps: FormActionDeps, forms: readonly FormRecord[]): Promise<void> {
  const results = await runForEach(forms, async (form) => {
    await updateForm(loadedFormOf(form), { status: 'draft' });
  });
  reportResults(deps, results, { text: restoredText });
}

async function deletePermanently(deps: FormActionDeps, forms: readonly FormRecord[]): Promise<void> {
  const { length: count } = forms;
  const question = _n(
    /* translators: %d: number of forms. */
    'Delete %d form with all its submissions permanently? This cannot be undone.',
    'Delete %d forms with all their submissions permanently? This cannot be undone.',
    count,
  );
  if (!(await deps.confirm(sprintf(question, count), __('Delete permanently')))) return;
  const results = await runForEach(forms, async (form) => {
    await deleteForm(loadedFormOf(form));
  });
  reportResults(deps, results, {
    /* translators: %d: number of forms. */
    text: (deleted) => sprintf(_n('%d form was deleted.', '%d forms were deleted.', deleted), deleted),
  });
}

const restoredText = (count: number): string =>
  /* translators: %d: number of forms. */
  sprintf(_n('%d form was restored.', '%d forms were restored.', count), count);
