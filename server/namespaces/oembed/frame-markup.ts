// Creates the markup with which other sites embed an entry: a link as fallback, the iframe, and a script that resizes the iframe
// (media-fonts-and-oembed.md, C1, html).
import { type EmbedCodeOptions, renderEmbedCode } from '../../rendering/embed-code.ts';

/** Script that handles messages from the iframe with its secret: sets the iframe's height and follows links to the iframe's host. */
const messageScript = `(function(){
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

/** Returns the HTML with which other sites embed an entry. */
export const frameMarkup = (options: EmbedCodeOptions): string =>
  `${renderEmbedCode(options)}<script>${messageScript}</script>`;
