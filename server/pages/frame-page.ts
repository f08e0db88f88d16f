// Renders the compact page of an entry, which other sites display in an iframe.
import { cspHash, escapeText, renderDocument, styleCspSource } from '../page-layout/document.ts';
import { frameStyles } from '../page-layout/styles.ts';
import { titleOf } from '../rendering/blocks/text.ts';
import type { EntryContent } from './entry-content.ts';
import { toLine } from './head/plain-text.ts';
import { renderHead } from './head/render-head.ts';
import { featuredImageHtml, type PageContext } from './simple-page.ts';

const frameScript = `(function(){
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

/** Content Security Policy of the page for iframes, which any site may embed. */
export const frameCsp = [
  "default-src 'none'",
  `style-src ${styleCspSource(frameStyles)}`,
  "style-src-attr 'unsafe-inline'",
  `script-src ${cspHash(frameScript)}`,
  'img-src http: https: data:',
  "form-action 'none'",
  "base-uri 'none'",
  'frame-ancestors *',
].join('; ');

/** Returns the compact page: featured image, title, excerpt (or a notice if the content is locked) and name of the site. */
export function framePage(entryContent: EntryContent, { site, home, head }: PageContext, link: string): string {
  // The title is part of a link, so it must not contain links.
  const title = titleOf(entryContent);
  const text = entryContent.isLocked ? '<p>This content is password-protected.</p>' : entryContent.excerpt;
  const body = `<article class="card">
${featuredImageHtml(entryContent)}<h1 dir="auto"><a href="${escapeText(link)}" target="_top">${title}</a></h1>
<div dir="auto">${text}</div>
<p class="source"><a href="${escapeText(home)}/" target="_top">${escapeText(site)}</a></p>
</article>`;
  const page = { kind: 'message', title: toLine(title), link } as const;
  return renderDocument({
    language: head.language,
    head: renderHead({ site: head, page }),
    ...{ body, styles: frameStyles, script: frameScript },
  });
}
