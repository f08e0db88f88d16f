// Rows of previews to records.
import type { FieldMaker, Presenter, View } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';
import { previewAddress } from '../entries/preview.ts';
import type { Shown } from './permissions.ts';
import type { PreviewRow } from './store.ts';

/** A preview with what it shows. */
export interface ShownPreview {
  readonly preview: PreviewRow;
  readonly shown: Shown;
}

type Maker = (row: ShownPreview, prepared: undefined, view: View) => unknown;

/** The presenter of previews. */
export function previewPresenter(parts: EntryParts): Presenter {
  const { site } = parts;
  const fields: Record<string, Maker> = {
    id: ({ preview }) => preview.id,
    entry: ({ preview }) => preview.entry_id,
    revision: ({ preview }) => preview.revision,
    author: ({ preview }) => preview.author,
    created: ({ preview }) => momentOf(preview.created),
    expires: ({ preview }) => momentOf(preview.expires),
    // By its number, on the service itself: the address holds when the entry is published meanwhile.
    link: ({ preview }) => previewAddress(`${site.home}/?p=${preview.entry_id}`, preview, parts),
    api: ({ preview, shown: { type } }, _prepared, { call }) => {
      const collection = call.rest + call.spelling.path(`/${type.restNamespace}/${type.restBase}`);
      const item = `${collection}/${preview.entry_id}`;
      const url = preview.revision === 0 ? item : `${item}/autosaves/${preview.revision}`;
      return previewAddress(url, preview, parts);
    },
  };
  return {
    prepare: async () => undefined,
    fields: fields as Record<string, FieldMaker>,
    facts: ({ preview }: ShownPreview) => ({ id: preview.id }),
  };
}

const momentOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19);
