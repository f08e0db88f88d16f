// What the operations of comments are given.
import type { EntryParts } from '../entries/parts.ts';

export type CommentParts = Pick<EntryParts, 'contract' | 'database' | 'settings' | 'site' | 'clock' | 'totals'>;
