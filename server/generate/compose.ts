// Converts generated posts to entries.
import type { ContentType } from '../../contract/grammar/content-type.ts';
import type { ComposedEntry } from '../cms-v2/entries/store.ts';
import { renderDerivedColumns } from '../cms-v2/entries/texts.ts';
import { composeColumns } from '../cms-v2/plain-columns.ts';
import type { GeneratedPost } from './posts.ts';

/** Returns the columns of a generated post except slug, path and terms. */
export function composePost(type: ContentType, post: GeneratedPost): ComposedEntry {
  const { title, content, guid, date, author } = post;
  const contents = { title, content, excerpt: '' };
  return {
    ...contents,
    ...renderDerivedColumns(contents),
    type: type.name,
    status: 'publish',
    rights_status: 'publish',
    author,
    guid,
    date,
    date_gmt: date,
    modified: date,
    modified_gmt: date,
    parent: 0,
    ...composeColumns('entries', { initial: { comment_status: 'open', ping_status: 'open' } }),
    password: '',
    featured_media: 0,
    meta: '{}',
    theme: '',
    revision_count: 0,
    latest_revision: 0,
  };
}
