// Embeds JSON data for scripts of front ends in HTML.
import { toScriptJson } from '../../script-json.ts';

/** Returns a script element with JSON data, which browsers do not execute. No string in the data can end the element. */
export const jsonScript = (className: string, data: object): string =>
  `<script type="application/json" class="${className}">${toScriptJson(data)}</script>`;
