// Presents previews as JSON records.
import type { previewFields } from '../../../contract/octavo-v1/previews.ts';
import type { Presenter } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { previewUrl } from '../entries/preview.ts';
import type { PreviewWithEntry } from './operations.ts';

type PreviewPresenter = Presenter<typeof previewFields, PreviewWithEntry, undefined>;

export function previewPresenter(deps: EntryDeps): PreviewPresenter {
  const { urls } = deps.site;
  const fields: PreviewPresenter['fields'] = {
    id: ({ preview }) => preview.id,
    entry: ({ preview }) => preview.entry_id,
    revision: ({ preview }) => preview.revision,
    author: ({ preview }) => preview.author,
    created: ({ preview }) => toTimestamp(preview.created),
    expires: ({ preview }) => toTimestamp(preview.expires),
    // The URL is on the service itself and contains the ID of the entry, so that it stays valid when the entry is published.
    link: ({ preview }) => previewUrl(`${urls.home}/?p=${preview.entry_id}`, preview, deps),
    api: ({ preview, entry: { type } }, _prepared, { call }) => {
      const collection = call.rest + call.spelling.path(`/${type.restNamespace}/${type.restBase}`);
      const item = `${collection}/${preview.entry_id}`;
      const url = preview.revision === 0 ? item : `${item}/autosaves/${preview.revision}`;
      return previewUrl(url, preview, deps);
    },
  };
  return {
    prepare: async () => undefined,
    fields,
    facts: ({ preview }) => ({ id: preview.id }),
  };
}

const toTimestamp = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19);
