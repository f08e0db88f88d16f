// Implements the endpoint with the data that an admin needs at its start.
import type { Contract } from '../../../contract/contract.ts';
import { type ContentType, isTopLevelType, type Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { Static } from '../../../contract/grammar/schema.ts';
import { compatibleSpelling, nativeSpelling } from '../../../contract/names/spelling.ts';
import { type AdminEndpoints, type adminData, adminModule } from '../../../contract/octavo-v1/admin.ts';
import { maxAutoDrafts } from '../../../contract/octavo-v1/auto-drafts.ts';
import { pageSizes } from '../../../contract/shared/list-parameters.ts';
import { type Actor, isSignedIn } from '../../access/actor.ts';
import { canCreateCredentials, limitsError } from '../../access/limits.ts';
import type { Nonces } from '../../access/nonces.ts';
import type { Roles } from '../../access/roles.ts';
import { findSessionExpiry } from '../../access/sessions-store.ts';
import { ApiError } from '../../api-error.ts';
import { mayEditSomeEntries } from '../../cms-v2/entries/editable-entries.ts';
import { canEditType } from '../../cms-v2/types/conditions.ts';
import { preferredColorScheme } from '../../cms-v2/users/admin-preferences.ts';
import { canAssignRole } from '../../cms-v2/users/conditions.ts';
import { preferredLanguage } from '../../cms-v2/users/preferred-language.ts';
import { findUser } from '../../cms-v2/users/store.ts';
import type { Database } from '../../database/handle.ts';
import { lastPosition } from '../../events/store.ts';
import { allowedTypesByExtension } from '../../files/file-types.ts';
import { implement, type Operations, type Permissions } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import type { Mounts } from '../../http/mounts.ts';
import { DEFAULT_MAX_TEXT_BYTES } from '../../http/parameters/text-length.ts';
import type { Pipeline } from '../../http/serve.ts';
import { DEFAULT_MAX_BODY_BYTES } from '../../http/upload.ts';
import type { SiteContext } from '../../site-context.ts';
import { version } from '../../version.ts';

interface AdminDeps {
  readonly contract: Contract;
  readonly database: Database;
  readonly site: Pick<SiteContext, 'urls' | 'settings'>;
  readonly access: { readonly roles: Roles; readonly nonces: Nonces };
  readonly mounts: Mounts;
  /** Returns whether mail is configured. */
  readonly canSendMail: () => Promise<boolean>;
}

/** An enabled extension, with the screens that it adds to the admin. */
export interface AdminExtension {
  readonly name: string;
  readonly screens: readonly (Omit<AdminData['extension_screens'][number], 'extension'> & {
    /** The capability that users need to see the screen. */
    readonly capability: string;
  })[];
}

/** The limits of uploads. */
interface UploadLimits {
  /** Maximum size of an uploaded file, in bytes. */
  readonly maxUploadBytes: number;
}

/** The operations, keyed by their names in the contract. */
type AdminOperations = Operations<AdminEndpoints>;

type AdminData = Static<typeof adminData>;

const signedOutError = { code: 'rest_not_logged_in', message: 'You are not signed in.', status: 401 } as const;

/** Users who are signed in, whatever their roles. The service itself has no account. */
const permissions: Permissions<AdminEndpoints, object> = {
  'read-admin-data': { permit: ({ actor }) => (actor.id === 0 || !isSignedIn(actor) ? signedOutError : undefined) },
};

/** Returns a function that returns whether the actor may perform requests with a method that require a capability. */
const makeMay =
  (actor: Actor, { restNamespace }: Pick<ContentType, 'restNamespace'>) =>
  (capability: string, method: 'GET' | 'POST' | 'DELETE' = 'POST'): boolean =>
    actor.can(capability) && limitsError(actor, [method], restNamespace) === undefined;

/** Returns the types that user interfaces display and whose entries the actor may edit. */
function presentTypes({ types }: Contract, actor: Actor): AdminData['types'] {
  const visible = [...types.values()].filter(
    (type) =>
      type.listed &&
      type.description.visibility.show_ui &&
      isTopLevelType(type) &&
      canEditType(actor, type) &&
      makeMay(actor, type)(type.rights.edit, 'GET'),
  );
  return visible.map((type) => {
    const { rights, description } = type;
    const may = makeMay(actor, type);
    return {
      slug: type.name,
      name: description.labels.name ?? '',
      labels: description.labels,
      icon: description.icon,
      rest_base: type.restBase,
      rest_namespace: type.restNamespace,
      hierarchical: type.hierarchical,
      viewable: type.hasPages,
      supports: description.supports,
      taxonomies: [...type.taxonomies],
      can: {
        create: may(rights.create),
        publish: may(rights.publish),
        edit: may(rights.edit),
        edit_published: may(rights.editPublished),
        edit_others: may(rights.editOthers),
        edit_private: may(rights.editPrivate),
        read_private: may(rights.readPrivate, 'GET'),
        delete: may(rights.delete, 'DELETE'),
        delete_published: may(rights.deletePublished, 'DELETE'),
        delete_others: may(rights.deleteOthers, 'DELETE'),
        delete_private: may(rights.deletePrivate, 'DELETE'),
      },
    };
  });
}

/** Returns the taxonomies that user interfaces display and whose terms the actor may assign. */
function presentTaxonomies({ taxonomies }: Contract, actor: Actor): AdminData['taxonomies'] {
  const isVisible = (each: Taxonomy) =>
    each.description.visibility.show_ui && makeMay(actor, each)(each.rights.assign, 'GET');
  return [...taxonomies.values()].filter(isVisible).map((each) => {
    const { rights, description } = each;
    const may = makeMay(actor, each);
    return {
      slug: each.name,
      name: description.labels.name ?? '',
      labels: description.labels,
      rest_base: each.restBase,
      rest_namespace: each.restNamespace,
      hierarchical: each.hierarchical,
      types: [...each.types],
      can: {
        manage: may(rights.manage),
        edit: may(rights.edit),
        delete: may(rights.delete, 'DELETE'),
        assign: may(rights.assign),
      },
    };
  });
}

function presentSite({ urls, settings: { values } }: AdminDeps['site']): AdminData['site'] {
  return {
    title: values.title,
    description: values.description,
    url: urls.home,
    home: urls.front,
    language: values.language || 'en_US',
    // All languages of the service are written from left to right (settings, language).
    is_rtl: false,
    timezone: values.timezone,
    date_format: values.date_format,
    time_format: values.time_format,
    start_of_week: values.start_of_week,
  };
}

/** Returns the roles, for callers who may list or create users. Others need none of them. */
function presentRoles(roles: Roles, actor: Actor): AdminData['roles'] {
  if (!actor.can('list_users') && !actor.can('create_users')) return [];
  const mayAssign = actor.can('promote_users') && canCreateCredentials(actor);
  return roles.names.map((name) => ({ name, assignable: mayAssign && canAssignRole(roles, actor, name) }));
}

/** Returns the screens of extensions for whose capabilities the actor has the permission. */
const presentScreens = (extensions: readonly AdminExtension[], actor: Actor): AdminData['extension_screens'] =>
  extensions.flatMap(({ name: extension, screens }) =>
    screens
      .filter(({ capability }) => actor.can(capability))
      .map(({ capability: _, ...rest }) => ({ extension, ...rest })),
  );

/** Returns the extensions of files that the actor may upload, in alphabetical order. */
const uploadExtensions = (actor: Actor): string[] =>
  Object.keys(allowedTypesByExtension(actor.can('unfiltered_html')))
    .flatMap((extensions) => extensions.split('|'))
    .sort();

function presentLimits(
  { maxBodyBytes, maxTextBytes }: Pick<Pipeline, 'maxBodyBytes' | 'maxTextBytes'>,
  { maxUploadBytes }: UploadLimits,
  actor: Actor,
): AdminData['limits'] {
  return {
    max_upload_bytes: actor.can('upload_files') ? maxUploadBytes : null,
    upload_extensions: actor.can('upload_files') ? uploadExtensions(actor) : null,
    max_body_bytes: maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES,
    max_text_bytes: maxTextBytes ?? DEFAULT_MAX_TEXT_BYTES,
    max_per_page: pageSizes.max,
    default_per_page: pageSizes.default,
    max_auto_drafts: maxAutoDrafts,
  };
}

// GET /octavo/v1/admin: returns what an admin needs at its start.

/**
 * Responds with the data that the caller may see. Throws ApiError 401 `rest_not_logged_in` if the user was deleted since the permission
 * check.
 */
function getAdminData(
  deps: AdminDeps,
  uploads: UploadLimits,
  extensions: readonly AdminExtension[],
): AdminOperations['get-admin-data'] {
  const { contract, database, site, mounts, canSendMail } = deps;
  const { roles, nonces } = deps.access;
  const spellings = [nativeSpelling, ...(site.urls.compatibleRest === undefined ? [] : [compatibleSpelling])];
  const versionOfService = version();
  return {
    async run(call) {
      const { actor } = call;
      const { read } = database;
      const user = await findUser(read, actor.id, { published: [], private: [] });
      if (!user) throw new ApiError(signedOutError.code, signedOutError.status, signedOutError.message);
      const { credential } = actor;
      const session = credential.kind === 'session' ? credential.id : undefined;
      const expires = session === undefined ? undefined : await findSessionExpiry(read, session);
      const value: AdminData = {
        nonce: session === undefined ? '' : nonces.of({ id: session, user_id: actor.id }),
        session: expires === undefined ? null : { expires },
        user: {
          id: user.id,
          username: user.login,
          name: user.name,
          locale: preferredLanguage(user),
          color_scheme: preferredColorScheme(user),
          roles: [...actor.roles],
        },
        capabilities: Object.fromEntries(
          [...roles.capabilitiesOf(actor.roles)].map((capability): [string, true] => [capability, true]),
        ),
        site: presentSite(site),
        types: presentTypes(contract, actor),
        taxonomies: presentTaxonomies(contract, actor),
        roles: presentRoles(roles, actor),
        can_send_mail: await canSendMail(),
        extensions: extensions.map(({ name }) => name),
        extension_screens: presentScreens(extensions, actor),
        limits: presentLimits(mounts.of(call).pipeline, uploads, actor),
        event_position: mayEditSomeEntries(actor, contract) ? await lastPosition(read) : null,
        mounts: spellings.map(({ id, restPath }) => ({ spelling: id, path: restPath })),
        version: versionOfService,
      };
      return { kind: 'value', value };
    },
  };
}

/** Returns the module of the data for admins. */
export function adminEndpoints(deps: AdminDeps, uploads: UploadLimits, extensions: readonly AdminExtension[]): Module {
  return implement(adminModule, {
    permissions,
    operations: { 'get-admin-data': getAdminData(deps, uploads, extensions) },
  });
}
