// The rules that the routes of media name (media-fonts-and-oembed.md, A3, A5, A8).
import type { mediaPermissions } from '../../../contract/cms-v2/media.ts';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { Actor } from '../../access/actor.ts';
import { type Call, type Denial, numberIn, type Permission, sendsNumber } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { typeOf } from '../entries/parts.ts';
import { denials, mayDelete, mayEdit, mayNameAuthor, mayRead, passes } from '../entries/rules.ts';
import type { MediaArgs } from './compose-media.ts';
import type { MediaParts } from './parts.ts';
import type { Holder, MediaRow } from './rows.ts';
import { unworkable } from './sent-file.ts';
import { findHolder, findMediaItem, mediaType } from './store.ts';

/** A media item, with what it is to belong to from now on. */
export type Changing = MediaRow & { readonly wanted?: Holder | undefined };

/** The media item of a number. Throws Refusal 404 `rest_post_invalid_id`. */
export async function requireMedia({ database }: MediaParts, id: number): Promise<MediaRow> {
  const row = id > 0 ? await findMediaItem(database.read, id) : undefined;
  if (!row) throw new Refusal('rest_post_invalid_id', 404, 'There is no file of this number.');
  return row;
}

/** Files belong to entries that are no files. Throws Refusal 400 `rest_invalid_param`. */
export function requireHoldable(holder: Holder | undefined): void {
  if (holder?.type === mediaType) throw new Refusal('rest_invalid_param', 400, 'A file cannot belong to another file.');
}

/** The rules by the names that declarations use. */
export function mediaRules(parts: MediaParts): Record<(typeof mediaPermissions)[number], Permission> {
  const { contract, database } = parts;
  const load = (call: Call) => requireMedia(parts, numberIn(call.path.id));
  const wanted = async ({ args }: Call) => {
    const { post } = args as MediaArgs;
    return post === undefined || post === 0 ? undefined : findHolder(database.read, post);
  };
  const loadChanging = async (call: Call): Promise<Changing> => ({ ...(await load(call)), wanted: await wanted(call) });
  return {
    'list-media': {
      permit: (call) =>
        call.args.context === 'edit' && !call.actor.can(typeOf(contract, call).rights.edit)
          ? denials.editContext
          : undefined,
    },
    'read-media': {
      load,
      permit: (call, row: MediaRow) => {
        const type = typeOf(contract, call);
        if (call.args.context === 'edit' && !passes(mayEdit, call.actor, type, row)) return denials.editContext;
        return passes(mayRead, call.actor, type, row) ? undefined : denials.read;
      },
    },
    'create-media': {
      load: wanted,
      permit: (call, holder: Holder | undefined) => {
        const type = typeOf(contract, call);
        if (sendsNumber(call)) return denials.exists;
        return (
          wrongAuthor(call, type) ??
          (call.actor.can(type.rights.create) ? undefined : denials.create) ??
          wrongHolder(parts, call, holder) ??
          ((call.args as MediaArgs).url === undefined ? unworkable(call) : undefined)
        );
      },
    },
    'edit-media': {
      load: loadChanging,
      permit: (call, row: Changing) => {
        const type = typeOf(contract, call);
        if (!passes(mayEdit, call.actor, type, row)) return denials.edit;
        const moves = (call.args as MediaArgs).post !== row.parent;
        return wrongAuthor(call, type) ?? (moves ? wrongHolder(parts, call, row.wanted) : undefined);
      },
    },
    'change-picture': {
      // Who may bring no files is told so before the item is looked for (A8, permission matrix).
      load: async (call) => (call.actor.can('upload_files') ? loadChanging(call) : undefined),
      permit: (call, row: Changing | undefined) => {
        if (!row) return cannotWork;
        if (!passes(mayEdit, call.actor, typeOf(contract, call), row)) return denials.edit;
        return wrongHolder(parts, call, row.wanted);
      },
    },
    'delete-media': {
      load,
      permit: (call, row: MediaRow) =>
        passes(mayDelete, call.actor, typeOf(contract, call), row) ? undefined : denials.delete,
    },
  };
}

const cannotWork: Denial = { code: 'rest_cannot_edit_image', message: 'You may not work on pictures.' };

function wrongAuthor({ args, actor }: Call, type: ContentType): Denial | undefined {
  const { author } = args as MediaArgs;
  return author && author !== actor.id && !mayNameAuthor(actor, type) ? denials.otherAuthor : undefined;
}

/** A file is given to what its sender may change, and to nothing that is not there. */
function wrongHolder(
  { contract }: MediaParts,
  { args, actor, sent }: Call,
  holder: Holder | undefined,
): Denial | undefined {
  const { post } = args as MediaArgs;
  if (post === 0 || (sent('post') ?? undefined) === undefined) return undefined;
  return holder && mayEditHolder(actor, contract.types.get(holder.type), holder) ? undefined : denials.edit;
}

const mayEditHolder = (actor: Actor, type: ContentType | undefined, holder: Holder): boolean =>
  type !== undefined && passes(mayEdit, actor, type, holder);
