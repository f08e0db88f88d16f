// The style sheet of the public pages.
import { palette } from './palette.ts';

/** Styles of all public pages. */
export const pageStyles = `
${palette}* { box-sizing: border-box; }
html { font: 1.125rem/1.65 Georgia, "Times New Roman", serif; color: var(--ink); background: var(--paper); -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 44rem; padding: 0 1.25rem 4rem; overflow-wrap: break-word; }
header.site { padding: 1.5rem 0; margin-bottom: 2.5rem; border-bottom: 1px solid var(--line); }
header.site p { margin: 0; }
header.site a { color: inherit; text-decoration: none; font-weight: bold; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }
header.site, footer, .byline, .notice, form, label, button, input { font-family: system-ui, -apple-system, "Segoe UI", sans-serif; }
header.site, footer, .byline, .notice, form { font-size: 0.9rem; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; text-wrap: balance; margin: 2.2rem 0 0.8rem; }
h1 { font-size: clamp(1.7rem, 6vw, 2.4rem); margin: 0 0 0.75rem; }
h2 { font-size: 1.5rem; } h3 { font-size: 1.25rem; } h4, h5, h6 { font-size: 1.05rem; }
a { color: var(--accent); text-underline-offset: 0.15em; }
a:focus-visible, button:focus-visible, input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.byline { color: var(--quiet); margin: 0 0 2rem; }
img, video, audio, iframe, svg, object { max-width: 100%; }
img, video { height: auto; }
.wp-playlist-tracks audio, .wp-playlist-tracks video { display: block; width: 100%; margin: 0.3rem 0 1rem; }
.wp-playlist-item-image { width: 3rem; vertical-align: middle; }
figure { margin: 1.8rem 0; }
figcaption { font-size: 0.85rem; color: var(--quiet); text-align: center; margin-top: 0.4rem; }
.featured img { display: block; width: 100%; border-radius: 6px; }
blockquote { margin: 1.5rem 0; padding: 0.1rem 0 0.1rem 1.1rem; border-left: 4px solid var(--line); color: var(--quiet); }
pre, code { font-family: ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; font-size: 0.9em; }
pre { background: var(--ground); padding: 1rem; overflow-x: auto; border-radius: 6px; }
.content table, .wp-block-table { display: block; max-width: 100%; overflow-x: auto; border-collapse: collapse; }
th, td { border: 1px solid var(--line); padding: 0.35rem 0.7rem; text-align: left; }
.wp-calendar-table th, .wp-calendar-table td { padding: 0.3rem 0.35rem; text-align: center; }
.wp-block-breadcrumbs ol { list-style: none; display: flex; flex-wrap: wrap; gap: 0.4rem; padding: 0; }
hr { border: 0; border-top: 1px solid var(--line); margin: 2.5rem 0; }
.content > :first-child { margin-top: 0; }
.wp-block-columns, .wp-block-gallery { display: flex; flex-wrap: wrap; gap: 1rem; }
.wp-block-columns > *, .wp-block-gallery > * { flex: 1 1 12rem; min-width: 0; }
.wp-block-buttons { display: flex; flex-wrap: wrap; gap: 0.6rem; margin: 1.5rem 0; }
.wp-block-button__link, button { display: inline-block; padding: 0.55rem 1.1rem; border: 0; border-radius: 6px; background: var(--accent); color: var(--accent-ink); font-weight: 600; font-size: 1rem; text-decoration: none; cursor: pointer; }
.aligncenter { display: block; margin-inline: auto; text-align: center; }
.alignleft { float: left; margin: 0.3rem 1.2rem 0.8rem 0; max-width: 50%; } .alignright { float: right; margin: 0.3rem 0 0.8rem 1.2rem; max-width: 50%; }
.has-text-align-center { text-align: center; } .has-text-align-right { text-align: right; }
.terms { list-style: none; display: flex; flex-wrap: wrap; gap: 0.5rem; padding: 0; margin: 0 0 1rem; }
.terms li { background: var(--ground); border-radius: 999px; padding: 0.15rem 0.8rem; }
.notice { background: var(--ground); border-left: 4px solid var(--accent); padding: 0.7rem 1rem; margin: 0 0 1.5rem; border-radius: 0 6px 6px 0; }
form { background: var(--ground); padding: 1.25rem; border-radius: 8px; margin: 1.5rem 0; }
.content form { background: none; padding: 0; }
label { display: block; font-weight: 600; margin-bottom: 0.35rem; }
input { font-size: 1rem; color: inherit; background: var(--paper); border: 1px solid var(--quiet); border-radius: 6px; padding: 0.5rem 0.7rem; max-width: 100%; }
.entry-password { display: flex; flex-wrap: wrap; gap: 0.6rem; } .entry-password input { flex: 1 1 12rem; }
.skip { position: absolute; left: -100vw; } .skip:focus { left: 1rem; top: 0.5rem; background: var(--paper); padding: 0.5rem; }
@media print { header.site, footer, form, .skip { display: none; } body { max-width: none; } }
`;

/** Additional styles of the compact page for iframes on other sites. */
export const frameStyles = `
html { font-size: 1rem; background: transparent; }
body { padding: 0; max-width: none; }
.card { border: 1px solid var(--line); border-radius: 8px; background: var(--paper); padding: 1.25rem; overflow: hidden; font-family: system-ui, -apple-system, "Segoe UI", sans-serif; font-size: 0.95rem; line-height: 1.5; }
.card h1 { font-size: 1.2rem; margin: 0 0 0.5rem; } .card h1 a { color: inherit; text-decoration: none; } .card h1 a:hover { text-decoration: underline; }
.card .featured { margin: 0 0 0.9rem; } .card .featured img { max-height: 16rem; object-fit: cover; }
.card p { margin: 0 0 0.6rem; } .card .source { margin: 0.9rem 0 0; color: var(--quiet); font-size: 0.85rem; }
`;
