// Implements the endpoints of webhooks, and presents their records. The secret of a webhook is presented only when it is created or
// rotated.

import { type WebhookFields, webhooksModule } from '../../contract/octavo-v1/webhooks.ts';
import { ApiError } from '../api-error.ts';
import { parseStoredList, readStoredList } from '../database/stored-json.ts';
import { assignAllPositions } from '../events/deliver-events.ts';
import { hasAllowedSyntax, resolvesToOwnListener } from '../fetch/guarded-fetch.ts';
import { implement } from '../http/implement.ts';
import type { Call, Module } from '../http/module.ts';
import { timestampOrNull } from '../time/zone.ts';
import { makeDue } from './deliveries-store.ts';
import {
  makeWebhookPermissions,
  type PresentedWebhook,
  requireWebhook,
  type WebhookDeps,
  type WebhookOperations,
  webhookNotFound,
} from './permissions.ts';
import { makePresenter } from './presenter.ts';
import { newSecret } from './sign.ts';
import {
  deleteWebhookRow,
  insertWebhook,
  listWebhookRows,
  lockWebhook,
  recordWebhookEvent,
  updateWebhookRow,
  type WebhookRow,
} from './store.ts';

/**
 * Throws ApiError 403 `rest_cannot_hear_kind` if the caller lacks the capability that an event kind requires. An empty list of kinds
 * stands for all kinds.
 */
function requireKinds(
  { requiredCapabilities }: WebhookDeps,
  { actor }: Pick<Call, 'actor'>,
  kinds: readonly string[],
): void {
  for (const [kind, capability] of requiredCapabilities)
    if ((kinds.length === 0 || kinds.includes(kind)) && !actor.can(capability))
      throw new ApiError(
        'rest_cannot_hear_kind',
        403,
        `You are not allowed to receive events of the kind ${kind} (capability ${capability}); list only other kinds.`,
      );
}

/**
 * Throws ApiError 400 `rest_webhook_invalid_url` for URLs to which nothing may be sent, including URLs of this service under any host
 * name. The IP addresses of the host are checked again for each delivery.
 */
async function requireWebhookUrl({ site, fetchLimits }: WebhookDeps, url: string): Promise<void> {
  const isOwnUrl = URL.canParse(url) && hostOf(url) === hostOf(site.home);
  if (isOwnUrl || (await resolvesToOwnListener(url, fetchLimits)))
    throw new ApiError('rest_webhook_invalid_url', 400, 'A webhook URL must not point to this service.');
  if (!hasAllowedSyntax(url, fetchLimits)) throw new ApiError('rest_webhook_invalid_url', 400, notPublicMessage);
}

/**
 * Throws ApiError 400 `rest_webhook_insecure_token` if a token would be sent unencrypted to a host that the operator has not allowed
 * explicitly, such as a cache in the same network.
 */
function requireSecureToken({ fetchLimits }: WebhookDeps, { url, token }: Pick<WebhookRow, 'url' | 'token'>): void {
  const { protocol, hostname } = new URL(url);
  if (token === '' || protocol === 'https:' || fetchLimits.hosts?.has(hostname)) return;
  throw new ApiError('rest_webhook_insecure_token', 400, 'A webhook with a token needs an https URL.');
}

const notPublicMessage =
  'A webhook needs a public http or https URL with port 80, 443 or 8080, without a username and password. ' +
  'To allow another host, such as 127.0.0.1, on any port, add it to --fetch-hosts (OCTAVO_FETCH_HOSTS).';

/** Returns the host and port of a URL, without the trailing dot of a fully qualified host name. */
const hostOf = (url: string): string => new URL(url).host.replace(/\.+(?=:|$)/, '');

// GET /octavo/v1/webhooks: lists webhooks.

/** Responds with all webhooks, oldest first. */
const listWebhooks = ({ database }: WebhookDeps): WebhookOperations['list-webhooks'] => ({
  run: async () => ({ kind: 'list', rows: await listWebhookRows(database.read) }),
});

// GET /octavo/v1/webhooks/<id>: returns a webhook.

/** Responds with the webhook, without its secret. */
const getWebhook = (): WebhookOperations['get-webhook'] => ({
  run: async (_call, webhook) => ({ kind: 'record', row: requireWebhook(webhook) }),
});

// POST /octavo/v1/webhooks: creates a webhook.

/** Maximum number of webhooks of a site. */
const maxWebhooks = 100;

/**
 * Creates a webhook that receives events from now on. Responds 201 with the webhook and its secret. Later responses contain a
 * secret only when it is rotated.
 *
 * Throws ApiError 400 `rest_webhook_invalid_url`, 400 `rest_too_many_webhooks` when the site has the maximum number of webhooks,
 * and 403 `rest_cannot_hear_kind` when the caller may not receive a kind of events.
 */
function createWebhook(deps: WebhookDeps): WebhookOperations['create-webhook'] {
  const { database, clock } = deps;
  return {
    async run(call) {
      const { args } = call;
      await requireWebhookUrl(deps, args.url);
      requireKinds(deps, call, args.kinds);
      const { format, token = '' } = args;
      requireSecureToken(deps, { url: args.url, token });
      const secret = args.secret ?? newSecret();
      // Earlier events get their positions first, so that the webhook starts after them.
      await assignAllPositions(database);
      const row = await database.transaction(async (tx) => {
        await tx.lock('webhooks');
        if ((await listWebhookRows(tx)).length >= maxWebhooks)
          throw new ApiError(
            'rest_too_many_webhooks',
            400,
            `A site can have at most ${maxWebhooks} webhooks; delete one first.`,
          );
        const inserted = await insertWebhook(tx, {
          ...{ url: args.url, description: args.description, active: args.active ? 1 : 0, secret, created: clock() },
          ...{ kinds: JSON.stringify(args.kinds), types: JSON.stringify(args.types) },
          ...{ spelling: args.spelling ?? call.spelling.id, format, token },
          ...{ former_secret: '', former_until: 0, problem: '', failures: 0, rest_until: 0, failing_since: 0 },
        });
        await recordWebhookEvent(tx, clock, call, { action: 'webhook-created', webhook: inserted });
        return inserted;
      });
      return { kind: 'record', row: { ...row, issuedSecret: secret }, status: 201, uncached: true };
    },
  };
}

// POST, PUT and PATCH /octavo/v1/webhooks/<id>: updates the submitted fields of a webhook.

/**
 * Updates a webhook and responds with it. Enabling the webhook or changing its URL resets its failure state and, if the webhook is
 * active, makes its waiting deliveries due immediately. Events that happened while the webhook was inactive are not delivered.
 *
 * Throws ApiError 400 `rest_webhook_invalid_url`, and 403 `rest_cannot_hear_kind` when the caller may not receive a kind of events.
 */
function updateWebhook(deps: WebhookDeps): WebhookOperations['update-webhook'] {
  const { database, clock } = deps;
  return {
    async run(call, loadedWebhook) {
      const { id } = requireWebhook(loadedWebhook);
      const { url, description, kinds, types, spelling, token, active } = call.args;
      if (url !== undefined) await requireWebhookUrl(deps, url);
      if (active) await assignAllPositions(database);
      const row = await database.transaction(async (tx) => {
        const before = await lockWebhook(tx, id);
        if (!before) throw webhookNotFound();
        await call.requireMatch();
        const after: WebhookRow = {
          ...before,
          ...(url !== undefined && { url }),
          ...(description !== undefined && { description }),
          ...(kinds !== undefined && { kinds: JSON.stringify(kinds) }),
          ...(types !== undefined && { types: JSON.stringify(types) }),
          ...(spelling !== undefined && { spelling }),
          ...(token !== undefined && { token }),
          ...(active !== undefined && { active: active ? 1 : 0 }),
        };
        requireKinds(deps, call, parseStoredList(after.kinds));
        if (url !== undefined || token !== undefined) requireSecureToken(deps, after);
        const shouldReset = (after.active && !before.active) || after.url !== before.url;
        const resetState = { problem: '', failures: 0, rest_until: 0, failing_since: 0 };
        const updated = shouldReset ? { ...after, ...resetState } : after;
        await updateWebhookRow(tx, before, updated);
        if (shouldReset && after.active) await makeDue(tx, before.id, clock(), Number.MAX_SAFE_INTEGER);
        await recordWebhookEvent(tx, clock, call, {
          action: 'webhook-updated',
          webhook: updated,
          details: { changed: Object.keys(call.args) },
        });
        return updated;
      });
      return { kind: 'record', row };
    },
  };
}

// DELETE /octavo/v1/webhooks/<id>: deletes a webhook.

/** Deletes a webhook with its deliveries. Responds with the deleted webhook. */
const deleteWebhook = ({ database, clock }: WebhookDeps): WebhookOperations['delete-webhook'] => ({
  async run(call, loadedWebhook) {
    const { id } = requireWebhook(loadedWebhook);
    const previous = await database.transaction(async (tx) => {
      const webhook = await lockWebhook(tx, id);
      if (!webhook) throw webhookNotFound();
      await call.requireMatch();
      await deleteWebhookRow(tx, webhook);
      await recordWebhookEvent(tx, clock, call, { action: 'webhook-deleted', webhook });
      return webhook;
    });
    return { kind: 'deleted', previous, context: 'view' };
  },
});

// POST /octavo/v1/webhooks/<id>/secret: rotates the secret of a webhook.

/** Time for which deliveries are also signed with the previous secret, in milliseconds. */
const overlapMs = 24 * 3600_000;

/** Replaces the secret of a webhook, and responds with the webhook and the new secret. For a day, deliveries have two signatures. */
const rotateSecret = ({ database, clock }: WebhookDeps): WebhookOperations['rotate-secret'] => ({
  async run(call, loadedWebhook) {
    const { id } = requireWebhook(loadedWebhook);
    const secret = call.args.secret ?? newSecret();
    const row = await database.transaction(async (tx) => {
      const before = await lockWebhook(tx, id);
      if (!before) throw webhookNotFound();
      const after = { ...before, secret, former_secret: before.secret, former_until: clock() + overlapMs };
      await updateWebhookRow(tx, before, after);
      await recordWebhookEvent(tx, clock, call, {
        action: 'webhook-updated',
        webhook: before,
        details: { changed: ['secret'] },
      });
      return after;
    });
    return { kind: 'record', row: { ...row, issuedSecret: secret }, uncached: true };
  },
});

const webhookPresenter = makePresenter<WebhookFields, PresentedWebhook>({
  id: ({ id }) => id,
  url: ({ url }) => url,
  kinds: ({ kinds }) => readStoredList(kinds, 'webhooks.kinds'),
  types: ({ types }) => readStoredList(types, 'webhooks.types'),
  spelling: ({ spelling }) => spelling,
  format: ({ format }) => format,
  has_token: ({ token }) => token !== '',
  description: ({ description }) => description,
  active: ({ active }) => active === 1,
  problem: ({ problem }) => problem,
  failing_since: ({ failing_since: since }) => timestampOrNull(since),
  created: ({ created }) => timestampOrNull(created),
  secret: ({ issuedSecret }) => issuedSecret,
});

/** Returns the module of webhooks. */
export function webhooksEndpoints(deps: WebhookDeps): Module {
  return implement(webhooksModule, {
    permissions: makeWebhookPermissions(deps.database),
    operations: {
      'list-webhooks': listWebhooks(deps),
      'create-webhook': createWebhook(deps),
      'get-webhook': getWebhook(),
      'update-webhook': updateWebhook(deps),
      'delete-webhook': deleteWebhook(deps),
      'rotate-secret': rotateSecret(deps),
    },
    presenter: webhookPresenter,
  });
}
