// Makes the HTML of an entry safe to display in the editor: nothing runs, and nothing is loaded from other hosts.

/** Elements whose content is not displayed in the editor. */
const unsupported = 'script, style, link, meta, base, template, noscript, iframe, frame, object, embed, applet, portal';

/** Elements that load files. */
const media = 'img, video, audio, source, input[type="image" i]';

/** Returns nodes that display HTML of an entry. Frames and files of other hosts are replaced by a note with their URL. */
export function previewOf(html: string): readonly ChildNode[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll(unsupported)) replaceUnsupported(element);
  for (const element of body.querySelectorAll(media)) replaceForeign(element);
  for (const element of body.querySelectorAll('*')) removeBehavior(element);
  return [...body.childNodes];
}

function replaceUnsupported(element: Element): void {
  const url = element.getAttribute('src') ?? element.getAttribute('data');
  if (url === null || element.matches('script')) element.remove();
  else element.replaceWith(noteOf(url));
}

function replaceForeign(element: Element): void {
  const urls = ['src', 'poster'].map((name) => element.getAttribute(name)).filter((url) => url !== null);
  // Without it, the browser displays the image of `src`.
  element.removeAttribute('srcset');
  const foreign = urls.find((url) => !isOwn(url));
  if (foreign !== undefined) element.replaceWith(noteOf(foreign, element.getAttribute('alt') ?? ''));
}

/** Whether a URL leads to a file of this site. */
function isOwn(url: string): boolean {
  const { protocol, origin } = URL.parse(url, location.href) ?? {};
  return origin === location.origin || protocol === 'data:' || protocol === 'blob:';
}

function noteOf(url: string, description = ''): HTMLElement {
  const note = document.createElement('span');
  note.className = 'octavo-placeholder';
  note.textContent = [description, url].filter((text) => text !== '').join(' – ');
  return note;
}

/** Removes event handlers, and prevents that links and controls of the text can be reached with the keyboard. */
function removeBehavior(element: Element): void {
  for (const { name } of [...element.attributes]) if (/^on/i.test(name)) element.removeAttribute(name);
  element.removeAttribute('autofocus');
  element.removeAttribute('autoplay');
  // IDs of the text must not hide those of the editor.
  element.removeAttribute('id');
  if (element.matches('a, area')) element.setAttribute('tabindex', '-1');
  if (element.matches('input, select, textarea, button, form')) element.setAttribute('inert', '');
}
