// Every migration, in the order of its number.
import type { Migration } from '../migrate.ts';
import { foundation } from './0001-foundation.ts';
import { autosaves } from './0002-autosaves.ts';
import { menus } from './0003-menus.ts';
import { renderings } from './0004-renderings.ts';
import { themes } from './0005-themes.ts';
import { comments } from './0006-comments.ts';
import { media } from './0007-media.ts';
import { mails } from './0008-mails.ts';
import { previews } from './0010-previews.ts';
import { sessions } from './0011-sessions.ts';
import { audit } from './0012-audit.ts';
import { extensions } from './0013-extensions.ts';
import { events } from './0014-events.ts';
import { webhooks } from './0015-webhooks.ts';
import { wideIndexes } from './0016-wide-indexes.ts';
import { webhookSpelling } from './0017-webhook-spelling.ts';
import { auditActions } from './0018-audit-actions.ts';

export const migrations: readonly Migration[] = [
  foundation,
  autosaves,
  menus,
  renderings,
  themes,
  comments,
  media,
  mails,
  previews,
  sessions,
  audit,
  extensions,
  events,
  webhooks,
  wideIndexes,
  webhookSpelling,
  auditActions,
];
