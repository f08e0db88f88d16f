// The page of an entry inside a frame of another site (media-fonts-and-oembed.md, C1, html): compact, and the one page with a
// script, which tells the site around it how high it is and which of its links was followed.
import { documentOf, escapeText, sourceOf, styleSource } from '../look/document.ts';
import { frameStyles } from '../look/styles.ts';
import { stripTags } from '../rendering/markup.ts';
import { type Around, pictureOf, plainTitle } from './entry-page.ts';
import type { ShownPage } from './shown-page.ts';

const telling = `(function(){
var found=/[?&]secret=([A-Za-z0-9]{1,40})/.exec(location.hash);
if(window.parent===window||!found)return;
function tell(message,value){window.parent.postMessage({message:message,value:value,secret:found[1]},'*');}
function height(){tell('height',Math.ceil(document.documentElement.getBoundingClientRect().height));}
addEventListener('load',height);addEventListener('resize',height);
addEventListener('message',function(event){if(event.data&&event.data.message==='ready')height();});
document.addEventListener('click',function(event){
var link=event.target.closest&&event.target.closest('a[href]');
if(link&&!event.ctrlKey&&!event.metaKey&&!event.shiftKey){tell('link',link.href);event.preventDefault();}
});
height();
})();`.replaceAll('\n', '');

/** What the policy of the framed page says: any site may frame it. */
export const framePolicy = [
  "default-src 'none'",
  `style-src ${styleSource(frameStyles)}`,
  "style-src-attr 'unsafe-inline'",
  `script-src ${sourceOf(telling)}`,
  'img-src http: https: data:',
  "form-action 'none'",
  "base-uri 'none'",
  'frame-ancestors *',
].join('; ');

/** The compact page: picture, title, excerpt, and where it comes from. */
export function framePage(shown: ShownPage, { site, home, language }: Around, link: string): string {
  const title = shown.title === '' ? '(no title)' : shown.title;
  const text = shown.locked ? '<p>This text is protected by a password.</p>' : shown.excerpt;
  const body = `<article class="card">
${pictureOf(shown)}<h1 dir="auto"><a href="${escapeText(link)}" target="_top">${title}</a></h1>
<div dir="auto">${text}</div>
<p class="source"><a href="${escapeText(home)}/" target="_top">${escapeText(site)}</a></p>
</article>`;
  const head = `<link rel="canonical" href="${escapeText(link)}">\n<meta name="robots" content="noindex, follow">\n`;
  const name = `${stripTags(title)} – ${site}`;
  return documentOf({ language, title: plainTitle(name), head, body, styles: frameStyles, script: telling });
}
