// The markup by which other sites show an entry: a link for those who show no frames, the frame, and the script by which the
// frame tells how high it is (media-fonts-and-oembed.md, C1, html).
import { type Framed, quotationAndFrame } from '../../rendering/quotation-and-frame.ts';

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

/** The markup as a text of HTML. */
export const frameMarkup = (framed: Framed): string => `${quotationAndFrame(framed)}<script>${listening}</script>`;
