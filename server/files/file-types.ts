// Lists the allowed file types by extension, and checks the content of a file against its extension (media-fonts-and-oembed.md, A4).

const allowedFileTypes: readonly (readonly [type: string, ...extensions: string[]])[] = [
  ['image/jpeg', 'jpg', 'jpeg', 'jpe'],
  ['image/gif', 'gif'],
  ['image/png', 'png'],
  ['image/bmp', 'bmp'],
  ['image/tiff', 'tif', 'tiff'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
  ['image/x-icon', 'ico'],
  ['image/heic', 'heic'],
  ['image/heif', 'heif'],
  ['image/heic-sequence', 'heics'],
  ['image/heif-sequence', 'heifs'],
  ['video/x-ms-asf', 'asf', 'asx'],
  ['video/x-ms-wmv', 'wmv'],
  ['video/x-ms-wmx', 'wmx'],
  ['video/x-ms-wm', 'wm'],
  ['video/avi', 'avi'],
  ['video/divx', 'divx'],
  ['video/x-flv', 'flv'],
  ['video/quicktime', 'mov', 'qt'],
  ['video/mpeg', 'mpeg', 'mpg', 'mpe'],
  ['video/mp4', 'mp4', 'm4v'],
  ['video/ogg', 'ogv'],
  ['video/webm', 'webm'],
  ['video/x-matroska', 'mkv'],
  ['video/3gpp', '3gp', '3gpp'],
  ['video/3gpp2', '3g2', '3gp2'],
  ['text/plain', 'txt', 'asc', 'c', 'cc', 'h', 'srt'],
  ['text/csv', 'csv'],
  ['text/tab-separated-values', 'tsv'],
  ['text/calendar', 'ics'],
  ['text/richtext', 'rtx'],
  ['text/css', 'css'],
  ['text/vtt', 'vtt'],
  ['application/ttaf+xml', 'dfxp'],
  ['text/html', 'htm', 'html'],
  ['application/javascript', 'js'],
  ['audio/mpeg', 'mp3', 'm4a', 'm4b'],
  ['audio/aac', 'aac'],
  ['audio/x-realaudio', 'ra', 'ram'],
  ['audio/wav', 'wav', 'x-wav'],
  ['audio/ogg', 'ogg', 'oga'],
  ['audio/flac', 'flac'],
  ['audio/midi', 'mid', 'midi'],
  ['audio/x-ms-wma', 'wma'],
  ['audio/x-ms-wax', 'wax'],
  ['audio/x-matroska', 'mka'],
  ['application/rtf', 'rtf'],
  ['application/pdf', 'pdf'],
  ['application/java', 'class'],
  ['application/x-tar', 'tar'],
  ['application/zip', 'zip'],
  ['application/x-gzip', 'gz', 'gzip'],
  ['application/rar', 'rar'],
  ['application/x-7z-compressed', '7z'],
  ['application/octet-stream', 'psd', 'xcf'],
  ['application/msword', 'doc'],
  ['application/vnd.ms-powerpoint', 'pot', 'pps', 'ppt'],
  ['application/vnd.ms-write', 'wri'],
  ['application/vnd.ms-excel', 'xla', 'xls', 'xlt', 'xlw'],
  ['application/vnd.ms-access', 'mdb'],
  ['application/vnd.ms-project', 'mpp'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.ms-word.document.macroEnabled.12', 'docm'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.template', 'dotx'],
  ['application/vnd.ms-word.template.macroEnabled.12', 'dotm'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/vnd.ms-excel.sheet.macroEnabled.12', 'xlsm'],
  ['application/vnd.ms-excel.sheet.binary.macroEnabled.12', 'xlsb'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.template', 'xltx'],
  ['application/vnd.ms-excel.template.macroEnabled.12', 'xltm'],
  ['application/vnd.ms-excel.addin.macroEnabled.12', 'xlam'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'],
  ['application/vnd.ms-powerpoint.presentation.macroEnabled.12', 'pptm'],
  ['application/vnd.openxmlformats-officedocument.presentationml.slideshow', 'ppsx'],
  ['application/vnd.ms-powerpoint.slideshow.macroEnabled.12', 'ppsm'],
  ['application/vnd.openxmlformats-officedocument.presentationml.template', 'potx'],
  ['application/vnd.ms-powerpoint.template.macroEnabled.12', 'potm'],
  ['application/vnd.ms-powerpoint.addin.macroEnabled.12', 'ppam'],
  ['application/vnd.openxmlformats-officedocument.presentationml.slide', 'sldx'],
  ['application/vnd.ms-powerpoint.slide.macroEnabled.12', 'sldm'],
  ['application/onenote', 'onetoc', 'onetoc2', 'onetmp', 'onepkg'],
  ['application/oxps', 'oxps'],
  ['application/vnd.ms-xpsdocument', 'xps'],
  ['application/vnd.oasis.opendocument.text', 'odt'],
  ['application/vnd.oasis.opendocument.presentation', 'odp'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
  ['application/vnd.oasis.opendocument.graphics', 'odg'],
  ['application/vnd.oasis.opendocument.chart', 'odc'],
  ['application/vnd.oasis.opendocument.database', 'odb'],
  ['application/vnd.oasis.opendocument.formula', 'odf'],
  ['application/wordperfect', 'wp', 'wpd'],
  ['application/vnd.apple.keynote', 'key'],
  ['application/vnd.apple.numbers', 'numbers'],
  ['application/vnd.apple.pages', 'pages'],
];

const typeOfExtension = new Map(
  allowedFileTypes.flatMap(([type, ...extensions]) => extensions.map((each) => [each, type] as const)),
);

/** All allowed MIME types. */
export const allowedTypes: readonly string[] = allowedFileTypes.map(([type]) => type);

/** Extensions of files that browsers execute. They are allowed only for users who may post unrestricted HTML. */
const executableExtensions = new Set(['htm', 'html', 'js']);

/** Returns whether files with an extension are allowed. `anyHtml` is true if the user may post unrestricted HTML. */
export function isAllowedExtension(extension: string, anyHtml: boolean): boolean {
  const lowerCaseExtension = extension.toLowerCase();
  return typeOfExtension.has(lowerCaseExtension) && (anyHtml || !executableExtensions.has(lowerCaseExtension));
}

/**
 * Returns the MIME types of allowed files, keyed by their extensions, which are separated by `|`. `anyHtml` is true if the user may post
 * unrestricted HTML.
 */
export const allowedTypesByExtension = (anyHtml: boolean): Readonly<Record<string, string>> =>
  Object.fromEntries(
    allowedFileTypes.flatMap(([type, ...extensions]) => {
      const allowed = extensions.filter((each) => isAllowedExtension(each, anyHtml));
      return allowed.length === 0 ? [] : [[allowed.join('|'), type]];
    }),
  );

/** MIME types of fonts by extension. Fonts are allowed for font faces only (media-fonts-and-oembed.md, B2). */
export const fontTypes: ReadonlyMap<string, string> = new Map(
  ['woff2', 'woff', 'ttf', 'otf'].map((extension) => [extension, `font/${extension}`]),
);

/** Returns the Content-Type for a file name; undefined if its extension is not in the lists of file and font types. */
export function contentTypeOfName(name: string): string | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return typeOfExtension.get(extension) ?? fontTypes.get(extension);
}

/** The default extension of each image type. */
const defaultImageExtensions: ReadonlyMap<string, string> = new Map(
  allowedFileTypes.filter(([type]) => type.startsWith('image/')).map(([type, extension]) => [type, extension ?? '']),
);

/** MIME type and extension with which a file is stored. */
export interface FileType {
  readonly type: string;
  readonly extension: string;
}

/**
 * Returns the type and the extension with which a file is stored; undefined if its extension is not allowed or does not match the
 * detected type. An image whose extension belongs to another image type gets the detected type and its default extension.
 */
export function resolveFileType(extension: string, detectedType: string, anyHtml: boolean): FileType | undefined {
  const lowerCaseExtension = extension.toLowerCase();
  const type = typeOfExtension.get(lowerCaseExtension);
  if (type === undefined || !isAllowedExtension(lowerCaseExtension, anyHtml)) return undefined;
  if (type.startsWith('image/')) {
    const imageExtension = defaultImageExtensions.get(detectedType);
    if (imageExtension === undefined) return undefined;
    return detectedType === type
      ? { type, extension: lowerCaseExtension }
      : { type: detectedType, extension: imageExtension };
  }
  return matchesDetectedType(type, detectedType) ? { type, extension: lowerCaseExtension } : undefined;
}

const genericTypes = new Set([
  'application/octet-stream',
  'application/zip',
  'application/encrypted',
  'application/x-cfb',
]);
const plainTextTypes = new Set(['text/plain', 'text/csv', 'text/richtext', 'text/tab-separated-values', 'text/vtt']);
/** Types of `allowedFileTypes` by the names that the type detection uses for them. */
const typeAliases: Readonly<Record<string, string>> = {
  'application/gzip': 'application/x-gzip',
  'application/x-rar-compressed': 'application/rar',
  'application/java-vm': 'application/java',
  'text/rtf': 'application/rtf',
};

/** Returns the top-level type of a MIME type, such as `image`. */
export const topLevelType = (type: string) => type.slice(0, type.indexOf('/'));

function matchesDetectedType(type: string, detectedType: string): boolean {
  const canonicalType = typeAliases[detectedType] ?? detectedType;
  if (canonicalType.toLowerCase() === type.toLowerCase()) return true;
  if (genericTypes.has(canonicalType)) return ['application', 'video', 'audio'].includes(topLevelType(type));
  if (canonicalType.startsWith('video/') || canonicalType.startsWith('audio/'))
    return topLevelType(canonicalType) === topLevelType(type);
  return canonicalType === 'text/plain' && plainTextTypes.has(type);
}
