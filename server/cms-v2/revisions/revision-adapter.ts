// Defines the interface to the parts of the revisions module that differ between resource groups.
import type { ModuleDeclaration } from '../../../contract/grammar/module.ts';
import type { Parameters } from '../../../contract/grammar/parameter.ts';
import type { Context } from '../../../contract/grammar/schema.ts';
import type { AutosaveArgs, RevisionEndpoints } from '../../../contract/shared/revisions.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { Permissions } from '../../http/implement.ts';
import type { Call, Presenter } from '../../http/module.ts';
import type { TextsInput } from '../entries/entry-args.ts';
import type { WholeEntry } from '../entries/rows.ts';
import type { EntryRevision, RevisionTargets } from './operations.ts';

/** The code for one resource group. `F` are the fields of its revisions. */
export interface RevisionAdapter<F extends Parameters = Parameters, Prepared = unknown> {
  /** The variant of the module that serves the resource group. */
  readonly declaration: ModuleDeclaration<RevisionEndpoints, F>;
  /** Returns the requested entry. Throws an ApiError if it does not exist. */
  find(read: ReadHandle, call: Call): Promise<WholeEntry>;
  /** Permission to save an autosave. If its `load` returns no entry, the operation finds the entry. */
  readonly autosavePermission: Permissions<RevisionEndpoints, RevisionTargets>['create-autosave'];
  /** Returns the submitted texts, keyed by the parameter names of entries. */
  textInput(args: AutosaveArgs): TextsInput;
  /** Names of the parameters for the texts, keyed by the parameter names of entries; absent if all are the same. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Whether an autosave by the author of a draft updates the draft itself. */
  readonly updatesOwnDrafts: boolean;
  /** Whether autosaves are listed and counted among revisions. */
  readonly includesAutosaves: boolean;
  /** Context in which a deleted revision is presented. */
  readonly deletedContext: Context;
  readonly presenter: Presenter<F, EntryRevision, Prepared>;
}
