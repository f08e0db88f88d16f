// Examples of programs that receive deliveries.
import { __ } from '@wordpress/i18n';
import { CodeExample } from '../../ui/code-example.tsx';

/** A receiver without dependencies. docs/webhooks.md contains a longer one. */
const receiver = `// receiver.mjs: WEBHOOK_SECRET=whsec_… PORT=3000 node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace('whsec_', ''), 'base64');

function isAuthentic(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const expected = Buffer.from('v1,' + createHmac('sha256', key).update(id + '.' + timestamp + '.' + body).digest('base64'));
  return signatures.split(' ').map((each) => Buffer.from(each))
    .some((each) => each.length === expected.length && timingSafeEqual(each, expected));
}

createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  if (!isAuthentic(request.headers, body)) return response.writeHead(401).end('invalid signature');
  const { type, data } = JSON.parse(body);
  console.log(type, data);
  response.writeHead(204).end();
}).listen(process.env.PORT ?? 3000);
`;

/** Sends a signed request as the service does. */
const request = `WEBHOOK_SECRET='whsec_…'
URL=http://127.0.0.1:3000/webhook
ID=test-1
TIMESTAMP=$(date +%s)
BODY='{"type":"webhook.ping","timestamp":"2026-01-01T00:00:00.000Z","data":{}}'
KEY=$(printf %s "\${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
SIGNATURE=$(printf %s "$ID.$TIMESTAMP.$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)
curl -i "$URL" -H 'Content-Type: application/json' -H "webhook-id: $ID" \\
  -H "webhook-timestamp: $TIMESTAMP" -H "webhook-signature: v1,$SIGNATURE" -d "$BODY"
`;

/** Examples that users copy. */
export function ReceiverExamples() {
  return (
    <section className="panel wide" aria-labelledby="receiver">
      <h2 id="receiver">{__('Receive deliveries')}</h2>
      <p className="quiet">
        {__(
          'Verify the signature of each delivery, respond with a 2xx status within ten seconds, and ignore events that you have already handled. Libraries for Standard Webhooks exist for many languages.',
        )}
      </p>
      <CodeExample label={__('A receiver for Node.js')} code={receiver} />
      <CodeExample label={__('Test your receiver with curl')} code={request} />
    </section>
  );
}
