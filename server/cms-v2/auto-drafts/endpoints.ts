// Implements the endpoint that starts entries.
import { type AutoDraftEndpoints, autoDraftsModule, mayBeAutoDraft } from '../../../contract/octavo-v1/auto-drafts.ts';
import { autoDraftStatus } from '../../../contract/shared/entry-fields.ts';
import { limitsError } from '../../access/limits.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { implement, type Operations, type Permissions } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import { composeEntry } from '../entries/compose-entry.ts';
import { forbiddenErrors } from '../entries/conditions.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { usersLock } from '../entries/lock-entry.ts';
import { textWorkOf } from '../entries/text-work.ts';
import { deleteSurplusAutoDrafts } from './delete-auto-drafts.ts';

/** The operations, keyed by their names in the contract. */
type AutoDraftOperations = Operations<AutoDraftEndpoints>;

/**
 * Returns the permission to start entries: that to create entries of the type. Without a type, as in requests for the `Allow` header, the
 * caller must be permitted to create entries of at least one type.
 */
const defineAutoDraftPermissions = ({ contract }: EntryDeps): Permissions<AutoDraftEndpoints, object> => ({
  'create-auto-draft': {
    permit: ({ args, actor }) => {
      const types = [...contract.types.values()].filter(
        (type) => mayBeAutoDraft(type) && (args.type === undefined || type.name === args.type),
      );
      if (!types.some(({ rights }) => actor.can(rights.create))) return forbiddenErrors.create;
      // An application password that is not allowed in the namespace of the type must not create its entries here either.
      const errors = types.map(({ restNamespace }) => limitsError(actor, ['POST'], restNamespace));
      return errors.every(Boolean) ? errors[0] : undefined;
    },
  },
});

// POST /octavo/v1/auto-drafts: starts an entry.

/**
 * Creates an empty entry with the status `auto-draft`, and responds 201 with it like its own route in the edit context. Each request
 * creates another entry, so that two editors of one user never write to the same one. The oldest auto-drafts of the caller beyond
 * `maxAutoDrafts` are deleted.
 */
function createAutoDraft(deps: EntryDeps): AutoDraftOperations['create-auto-draft'] {
  const { contract, database, site, texts, writer } = deps;
  return {
    async run(call) {
      const { actor, args } = call;
      const type = contract.types.get(args.type);
      const resource = contract.resources.get(args.type);
      if (!type || !resource) throw new Error(`the type ${args.type} of the auto-draft is not declared`);
      const textWork = textWorkOf(texts, call);
      const input = { args: { status: autoDraftStatus }, nulls: new Set<string>(), actor };
      const guid = (id: number) => site.urls.home + type.address.other.replace('{id}', String(id));
      const create = async (tx: WriteHandle) => {
        await tx.share(usersLock);
        const entry = await composeEntry({ deps, read: tx, call: input, type, before: undefined, textWork });
        const choice = { slug: '', mustBeFree: false };
        return writer.create(tx, type, { entry, choice, guid });
      };
      const row = await textWork.complete(() => database.transaction(create));
      await deleteSurplusAutoDrafts(deps, actor.id);
      return { kind: 'record-of', resource, row, status: 201, context: 'edit' };
    },
  };
}

/** Returns the module of auto-drafts. */
export function autoDraftsEndpoints(deps: EntryDeps): Module {
  return implement(autoDraftsModule, {
    permissions: defineAutoDraftPermissions(deps),
    operations: { 'create-auto-draft': createAutoDraft(deps) },
  });
}
