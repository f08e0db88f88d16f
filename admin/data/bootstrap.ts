// Loads what every screen needs: the user, the content types and what the user may do, in one request.
import { type ColorScheme, setColorScheme } from '../ui/color-scheme.ts';
import { serviceLabel, serviceLabels } from '../ui/service-text.ts';
import { ApiError, ownSite, renewNonce, send, setContinueSession } from './client.ts';
import { forgetReplacedSite } from './drafts/copies.ts';
import { currentLanguage, loadLocale } from './locale.ts';
import { continueSession, setOwner } from './session.ts';

/** The rights of the user to the entries of a content type. */
export interface EntryRights {
  readonly create: boolean;
  readonly publish: boolean;
  readonly edit_others: boolean;
}

/** A content type that the user may edit. */
export interface ContentType {
  readonly slug: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly icon: string | null;
  readonly rest_base: string;
  readonly rest_namespace: string;
  readonly hierarchical: boolean;
  /** The features of the entries: a feature that they do not have is missing. */
  readonly supports: Readonly<Record<string, unknown>>;
  readonly taxonomies: readonly string[];
  readonly can: EntryRights;
}

/** The rights of the user to the terms of a taxonomy. */
interface TermRights {
  readonly manage: boolean;
  readonly edit: boolean;
  readonly delete: boolean;
}

/** A taxonomy whose terms the user may assign. */
export interface Taxonomy {
  readonly slug: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly rest_base: string;
  readonly rest_namespace: string;
  readonly hierarchical: boolean;
  /** The content types whose entries can have the terms. */
  readonly types: readonly string[];
  readonly can: TermRights;
}

/** The type of navigations, which the screen of menus lists. */
export const navigationType = 'wp_navigation';

/** Types without a list of entries: files, which have other statuses, and parts of the design of the site. */
const otherTypes: ReadonlySet<string> = new Set(['attachment', 'wp_block', navigationType]);

/** The site. */
export interface Site {
  /** The title, escaped for HTML. */
  readonly title: string;
  /** The URL of the service. */
  readonly url: string;
  /** The URL at which entries are published: that of the front end, or of the service if there is none. */
  readonly home: string;
  readonly language: string;
  /** The name of the time zone; empty for UTC. */
  readonly timezone: string;
  readonly date_format: string;
  readonly time_format: string;
  /** The first day of the week; 0 is Sunday. */
  readonly start_of_week: number;
}

/** The limits of uploads; null for users who may not upload files. */
export interface UploadLimits {
  readonly max_upload_bytes: number | null;
  /** The extensions of files that the user may upload, without dots. */
  readonly upload_extensions: readonly string[] | null;
}

/** A screen with a component of an extension. */
export interface ExtensionScreen {
  readonly extension: string;
  readonly name: string;
  /** The title, in the language of the admin if the extension has translated it. */
  readonly title: string;
  /** The path of the file with the component, below the admin. */
  readonly component: string;
  /** Translations in the language of the admin, keyed by the English text. */
  readonly texts: Readonly<Record<string, string>>;
}

/** The data of every screen. */
export interface Bootstrap {
  /** The user. The locale is the language that the user has chosen; it is empty for that of the site. */
  readonly user: {
    readonly id: number;
    readonly username: string;
    /** The display name, escaped for HTML. */
    readonly name: string;
    readonly locale: string;
    /** The color scheme that the user has chosen; empty for that of the system. */
    readonly color_scheme: ColorScheme;
    readonly roles: readonly string[];
  };
  readonly capabilities: Readonly<Record<string, boolean>>;
  readonly site: Site;
  /** The content types that have a list. */
  readonly types: readonly ContentType[];
  /** Content types whose entries the editor opens although they have no list of their own. */
  readonly unlistedTypes: readonly ContentType[];
  readonly taxonomies: readonly Taxonomy[];
  /** The roles, least privileged first, and whether the user may assign them; empty for users who may neither list nor create users. */
  readonly roles: readonly { readonly name: string; readonly assignable: boolean }[];
  /** The position of the latest event when the data were read; null for users who may not edit entries. */
  readonly event_position: number | null;
  /** Whether a mail server is configured. */
  readonly can_send_mail: boolean;
  /** The names of the enabled extensions. */
  readonly extensions: readonly string[];
  /** The screens of extensions that the user may see. */
  readonly extensionScreens: readonly ExtensionScreen[];
  readonly limits: UploadLimits;
}

/** A screen of an extension in the response of the API. */
interface DescribedScreen extends Omit<ExtensionScreen, 'texts'> {
  readonly translations: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The response of the API. */
interface AdminData extends Omit<Bootstrap, 'extensionScreens'> {
  readonly extension_screens: readonly DescribedScreen[];
}

/** Returns a screen with the texts in the language of the admin. */
function inLanguageOfAdmin({ translations, ...screen }: DescribedScreen): ExtensionScreen {
  const texts = new Map(Object.entries(translations[currentLanguage()] ?? {}));
  return { ...screen, title: texts.get(screen.title) ?? screen.title, texts: Object.fromEntries(texts) };
}

/** Loads the data of every screen. Throws ApiError; the status is 401 if nobody is signed in. */
export async function loadBootstrap(): Promise<Bootstrap> {
  if (!(await renewNonce())) throw new ApiError('rest_not_signed_in', 401);
  const { data } = await send<AdminData>('/octavo/v1/admin');
  setOwner(data.user.id);
  await forgetReplacedSite(data.user.id, ownSite());
  setContinueSession(continueSession);
  setColorScheme(data.user.color_scheme);
  await loadLocale([data.user.locale, data.site.language]);
  const types = data.types.map(withTranslatedLabels);
  const { extension_screens: extensionScreens, ...rest } = data;
  return {
    ...rest,
    extensionScreens: extensionScreens.map(inLanguageOfAdmin),
    taxonomies: data.taxonomies.map(withTranslatedLabels),
    types: types.filter(({ slug }) => !otherTypes.has(slug)),
    unlistedTypes: types.filter(({ slug }) => slug === navigationType),
  };
}

/** Returns a type or a taxonomy with its labels in the language of the admin, if they are those of the service. */
const withTranslatedLabels = <T extends Pick<ContentType, 'name' | 'labels'>>(described: T): T => ({
  ...described,
  name: serviceLabel(described.name),
  labels: serviceLabels(described.labels),
});
