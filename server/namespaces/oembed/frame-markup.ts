// The markup by which other sites show an entry: a link for those who show no frames, the frame, and the script by which the
// frame tells how high it is (media-fonts-and-oembed.md, C1, html).
import { attribute } from '../../cms-v2/media/shown-picture.ts';

/** Listens to the frame that bears its secret: shows it as high as it says, and follows links that lead to its own site. */
const listening = `(function(){
if(window.octavoFrames)return;window.octavoFrames=true;
addEventListener('message',function(event){
var told=event.data;if(!told||typeof told.secret!=='string'||!/^[A-Za-z0-9]+$/.test(told.secret))return;
var each=document.querySelectorAll('iframe[data-secret="'+told.secret+'"]');
for(var at=0;at<each.length;at++){var frame=each[at];if(frame.contentWindow!==event.source)continue;
if(told.message==='height'){frame.height=Math.min(1000,Math.max(200,parseInt(told.value,10)||200));frame.removeAttribute('style');
var quote=document.querySelector('blockquote[data-secret="'+told.secret+'"]');if(quote)quote.style.display='none';}
if(told.message==='link'&&document.activeElement===frame){var to=document.createElement('a');to.href=told.value;
var own=document.createElement('a');own.href=frame.src;if(to.host===own.host&&/^https?:$/.test(to.protocol))window.top.location.href=to.href;}
}});})();`.replaceAll('\n', '');

/** What is framed, and how. */
export interface Framed {
  readonly link: string;
  /** The address of the frame's page. */
  readonly frame: string;
  /** As HTML. */
  readonly title: string;
  readonly site: string;
  readonly width: number;
  readonly height: number;
  /** Tells messages of this frame from those of others. */
  readonly secret: string;
}

/** The markup as a text of HTML. */
export function frameMarkup({ link, frame, title, site, width, height, secret }: Framed): string {
  const quotation = `<blockquote class="wp-embedded-content" data-secret="${secret}"><a href="${attribute(link)}">${title}</a></blockquote>`;
  const name = attribute(`“${title.replace(/<[^>]*>/g, '')}” — ${site}`).replace(/&amp;(?=#?\w{1,20};)/g, '&');
  const inside = `sandbox="allow-scripts" security="restricted" src="${attribute(frame)}#?secret=${secret}" width="${width}" height="${height}" title="${name}" data-secret="${secret}" frameborder="0" marginwidth="0" marginheight="0" scrolling="no" style="position: absolute; visibility: hidden;" class="wp-embedded-content"`;
  return `${quotation}<iframe ${inside}></iframe><script>${listening}</script>`;
}
