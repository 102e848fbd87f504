/**
 * Receives alerts from Carrywire's webhooks, verifies their signatures, drops duplicates, and prints or forwards the
 * alerts.
 *
 *     CARRYWIRE_WEBHOOK_SECRET=whsec_… node examples/webhook-relay.ts --port 9099 --forward https://example.org/in
 *
 * The secret comes from the response of `add_alert_target`. If the relay runs on the service's machine, the operator
 * sets `alerts.allowLoopback`, and the target's address is `http://127.0.0.1:9099/`.
 *
 * The relay acknowledges an alert once it has forwarded it. If forwarding fails, the relay responds with 502, and the
 * service retries later. After a lost acknowledgement an alert may arrive twice; the relay forwards it once.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { parseArgs } from 'node:util';

const { values: flags } = parseArgs({
	options: {
		port: { type: 'string', default: '9099' },
		/** URL that receives every new alert as a JSON POST; without it the relay only prints alerts. */
		forward: { type: 'string' },
	},
});
const { CARRYWIRE_WEBHOOK_SECRET: secret } = process.env;
if (secret === undefined || !secret.startsWith('whsec_'))
	throw new Error('Set CARRYWIRE_WEBHOOK_SECRET to the secret from the answer of add_alert_target: whsec_…');
const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
// Refuse an empty or short key: with an empty one, anyone could sign.
if (key.length < 24)
	throw new Error(`CARRYWIRE_WEBHOOK_SECRET must hold a key of at least 24 bytes; it has ${key.length}.`);

const BODY_BYTES_MAX = 262_144;
/** Maximum difference between the message's timestamp and now. A message beyond it may be a replay. */
const AGE_S_MAX = 300;
const FORWARD_MS_MAX = 5_000;
/** Maximum number of ids to remember; the oldest are dropped first. */
const IDS_MAX = 10_000;

/**
 * Forwarding results by alert id. A duplicate that arrives while its alert is being forwarded waits for the same
 * result.
 */
const taken = new Map<string, Promise<void>>();

const server = createServer((request, response) => {
	answer(request).then(
		(status) => response.writeHead(status).end(),
		(error: unknown) => {
			say('failed', { reason: String(error) });
			response.writeHead(502).end();
		},
	);
});
server.listen(Number(flags.port), '127.0.0.1', () => {
	const address = server.address();
	say('listening', { port: typeof address === 'object' ? address?.port : address });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close());

async function answer(request: IncomingMessage): Promise<number> {
	if (request.method !== 'POST') return 405;
	const body = await bodyOf(request);
	if (body === undefined) return 413;
	if (!isGenuine(request.headers, body)) {
		say('refused', { reason: 'wrong signature, or the timestamp is too far from now' });
		return 401;
	}
	const id = String(request.headers['webhook-id']);
	const earlier = taken.get(id);
	if (earlier !== undefined) {
		await earlier;
		say('repeated', { id });
		return 204;
	}
	const passing = passOn(id, body);
	taken.set(id, passing);
	// Forget a failed alert, so that the relay accepts it when it arrives again.
	passing.catch(() => taken.delete(id));
	const [oldest] = taken.keys();
	if (taken.size > IDS_MAX && oldest !== undefined) taken.delete(oldest);
	await passing;
	return 204;
}

/**
 * Verifies a Standard Webhooks signature: HMAC-SHA256 of the id, the timestamp and the raw body. Also false if the
 * timestamp is too far from the current time.
 */
function isGenuine(headers: IncomingHttpHeaders, body: Buffer): boolean {
	const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
	if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
	const ageS = Math.abs(Date.now() / 1_000 - Number(timestamp));
	if (!(ageS <= AGE_S_MAX)) return false;
	const ours = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
	return signatures.split(' ').some((one) => {
		const theirs = Buffer.from(one.startsWith('v1,') ? one.slice('v1,'.length) : '', 'base64');
		return theirs.length === ours.length && timingSafeEqual(theirs, ours);
	});
}

async function passOn(id: string, body: Buffer): Promise<void> {
	const alert: unknown = JSON.parse(body.toString('utf8'));
	if (flags.forward !== undefined) {
		const response = await fetch(flags.forward, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-alert-id': id },
			body: JSON.stringify(alert),
			redirect: 'error',
			signal: AbortSignal.timeout(FORWARD_MS_MAX),
		});
		if (!response.ok) throw new Error(`the forward target answered HTTP ${response.status}`);
	}
	say('alert', { id, alert });
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size > BODY_BYTES_MAX) return undefined;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

function say(event: string, facts: object): void {
	console.log(JSON.stringify({ time: new Date().toISOString(), event, ...facts }));
}
