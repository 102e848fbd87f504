/** Settings of the server: its address, how it is reached, and the limits of its callers. */
import * as z from 'zod';
import { list, onOff, optionalOnOff, rateLimit, section, whole, words } from './values.ts';

/** Tokens, forms and logins are bound to this text, and browsers and clients compare it letter by letter. */
function isOrigin(text: string): boolean {
	return /^https?:/.test(text) && URL.parse(text)?.origin === text;
}

/** Section `server`: address, proxies, bounds in bytes, time limits in milliseconds. */
export const serverSchema = section('How the service is reached.', {
	host: words(
		255,
		'127.0.0.1',
		'Address to listen on. Anything but a loopback address needs an https publicUrl, or acceptPlainHttp. While publicUrl is null or names this machine (http://127.0.0.1:8080), requests under another name are refused.',
	),
	port: whole([0, 8080, 65_535], 'port', 'TCP port; 0 takes a free one.'),
	publicUrl: z
		.string()
		.refine(isOrigin, {
			error:
				'must be an http or https URL of scheme and authority alone, as browsers write it: lower case, no port that goes without saying, no slash at the end',
		})
		.nullable()
		.meta({ description: 'How clients reach the service; null means http://host:port.', default: null })
		.optional()
		.transform((given) => given ?? null),
	trustedProxies: list(
		z.string().min(1).max(64),
		[],
		16,
		'Addresses or subnets of proxies whose X-Forwarded-For is believed; also loopback, linklocal, uniquelocal.',
	),
	bodyBytesMax: whole([1_024, 262_144, 1_048_576], 'bytes', 'Largest body; more is HTTP 413.'),
	connectionsMax: whole(
		[10, 1_000, 100_000],
		'connections',
		'Open connections. At the limit the oldest without valid credentials ends for each new one; where all have shown some, the oldest of the user or agent with the most.',
	),
	connectionsPerAddressMax: whole(
		[1, 200, 100_000],
		'connections',
		'Open connections of one address (of IPv6: of one /64), as for all. Not of trustedProxies.',
	),
	headersTimeoutMs: whole([100, 10_000, 120_000], 'ms', 'For the head of a request to arrive.'),
	requestTimeoutMs: whole([100, 15_000, 120_000], 'ms', 'For the whole request to arrive.'),
	answerTimeoutMs: whole(
		[1_000, 60_000, 600_000],
		'ms',
		'For a client to take a whole answer; a slower one is cut.',
	),
	unsentBytesPerAddressMax: whole(
		[1_048_576, 16_777_216, 1_073_741_824],
		'bytes',
		'Bytes of answers that may wait to be taken by one address (of IPv6: by one /64); who is behind for longest is cut. Not of trustedProxies.',
	),
	unsentBytesMax: whole(
		[1_048_576, 134_217_728, 17_179_869_184],
		'bytes',
		'Bytes of answers that may wait to be taken by all clients together.',
	),
	keepAliveTimeoutMs: whole([100, 30_000, 600_000], 'ms', 'An idle connection is closed after this.'),
	acceptPlainHttp: onOff(
		false,
		'Confirms that others reach the service without https, where a start would be refused: host is not a loopback address, or publicUrl is not https. Others on the network can then read logins and tokens.',
	),
	publicFigures: optionalOnOff(
		'Whether GET /metrics, /metrics/volume, /metrics/tvl, /metrics/arbitrage-roi and /metrics/executions/active answer without a token, and service_status shows executions and unhedged time without one. They are sums over all users: of a service with one user they are that user’s. null: yes in the modes simulated and paper, no in mode live.',
	),
	drainMs: whole([0, 28_000, 120_000], 'ms', 'How long a stop waits for answers in flight.'),
});

/** Section `rpc`: entries, bytes and depth of a JSON-RPC body. */
export const rpcSchema = section('Bounds on JSON-RPC bodies.', {
	batchMax: whole([1, 50, 50], 'entries', 'Largest batch.'),
	batchAnswerBytesMax: whole(
		[65_536, 2_097_152, 67_108_864],
		'bytes',
		'Answers of one batch together: a read that goes beyond is answered by an error. What changes something is always answered.',
	),
	depthMax: whole([4, 32, 128], 'levels', 'Deepest nesting of arrays and objects.'),
	keptListAgeMsMax: whole(
		[0, 200, 1_000],
		'ms',
		'Oldest list answer that is served again; 0 writes each anew.',
	),
});

/** Section `rateLimits`: credits per second and at once, for each class of calls. */
export const rateLimitsSchema = section('Credits of the leaky buckets.', {
	public: rateLimit(20, 100, 'Public calls: per user or agent with a valid token, per address without.'),
	read: rateLimit(10, 50, 'Reading calls, per token or agent.'),
	trade: rateLimit(5, 20, 'Trading calls, per user: all tokens and agents together.'),
	stop: rateLimit(5, 20, 'Halts, closes, cancels and stops of agents, per token or agent.'),
	pages: rateLimit(
		10,
		60,
		'Pages per user who is logged in, else per address; steps of the authorization server per address. Requests that pages of other origins cause have credits of their own.',
	),
});
