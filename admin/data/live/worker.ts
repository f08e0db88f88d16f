// The shared worker of the live channel: all tabs of a browser in which the same user has signed in share one stream. It has no page, so it
// imports nothing of the screens; its URL is `<base>/admin/assets/<name>?user=<id>&site=<id>`.
import { startHub } from './start-hub.ts';

const basePath = location.pathname.replace(/\/admin\/assets\/[^/]*$/, '');
const hub = startHub(basePath, Number(new URLSearchParams(location.search).get('user')));

addEventListener('connect', (event) => {
  const [port] = event instanceof MessageEvent ? event.ports : [];
  if (!port) return;
  const receive = hub.connect((message) => port.postMessage(message));
  port.onmessage = ({ data }) => receive(data);
});
