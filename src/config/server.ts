/** Defines the server's settings: its address, its public URL, and the limits for its callers. */
import * as z from 'zod';
import { list, onOff, optionalOnOff, rateLimit, section, whole, words } from './values.ts';

/**
 * Accepts a public URL only in the exact form of an origin, because tokens, forms and logins are bound to its text.
 */
function isOrigin(text: string): boolean {
	return /^https?:/.test(text) && URL.parse(text)?.origin === text;
}

/** Section `server`: address, proxies, limits in bytes, time limits in milliseconds. */
export const serverSchema = section('Address of the service and limits of its connections.', {
	host: words(
		255,
		'127.0.0.1',
		'Address to listen on. An address other than loopback requires an https publicUrl, or acceptPlainHttp. While publicUrl is null or a loopback URL (http://127.0.0.1:8080), the service refuses requests for any other host name.',
	),
	port: whole([0, 8080, 65_535], 'port', 'TCP port; 0 chooses a free one.'),
	publicUrl: z
		.string()
		.refine(isOrigin, {
			error:
				'must be an http or https URL with only a host and an optional port, as browsers write it: lower case, no default port, no slash at the end',
		})
		.nullable()
		.meta({
			description: 'Public URL of the service for clients; null means http://host:port.',
			default: null,
		})
		.optional()
		.transform((given) => given ?? null),
	trustedProxies: list(
		z.string().min(1).max(64),
		[],
		16,
		'IP addresses or subnets of proxies whose X-Forwarded-For is trusted; the names loopback, linklocal and uniquelocal are accepted too.',
	),
	bodyBytesMax: whole([1_024, 262_144, 1_048_576], 'bytes', 'Largest body; a larger one gets HTTP 413.'),
	connectionsMax: whole(
		[10, 1_000, 100_000],
		'connections',
		'Maximum number of open connections. At the limit, each new connection replaces the oldest one without valid credentials. If all have credentials, it replaces the oldest connection of the user or agent with the most.',
	),
	connectionsPerAddressMax: whole(
		[1, 200, 100_000],
		'connections',
		'Maximum number of open connections per IP address (IPv6: per /64). At the limit the same replacement applies. trustedProxies are exempt.',
	),
	headersTimeoutMs: whole([100, 10_000, 120_000], 'ms', 'Time limit for the head of a request.'),
	requestTimeoutMs: whole([100, 15_000, 120_000], 'ms', 'Time limit for the whole request.'),
	answerTimeoutMs: whole(
		[1_000, 60_000, 600_000],
		'ms',
		'Time limit for a client to read an answer; the service closes slower connections.',
	),
	unsentBytesPerAddressMax: whole(
		[1_048_576, 16_777_216, 1_073_741_824],
		'bytes',
		'Maximum unsent response bytes per IP address (IPv6: per /64); above it, the service closes the connection that is furthest behind. trustedProxies are exempt.',
	),
	unsentBytesMax: whole(
		[1_048_576, 134_217_728, 17_179_869_184],
		'bytes',
		'Maximum unsent response bytes for all clients together.',
	),
	keepAliveTimeoutMs: whole(
		[100, 30_000, 600_000],
		'ms',
		'The service closes idle connections after this time.',
	),
	acceptPlainHttp: onOff(
		false,
		'Lets other machines reach the service without https, so that others on the network can read logins and tokens. Without this setting, the service refuses to start if host is not a loopback address or publicUrl is not https.',
	),
	publicFigures: optionalOnOff(
		'Whether GET /metrics, /metrics/volume, /metrics/tvl, /metrics/arbitrage-roi and /metrics/executions/active answer without a token, and service_status shows executions and unhedged time without one. These are totals for all users; on a service with one user, they are that user’s figures. null: yes in every mode except live.',
	),
	drainMs: whole([0, 28_000, 120_000], 'ms', 'How long a shutdown waits for requests in flight.'),
});

/** Section `rpc`: limits on the entries, bytes and depth of a JSON-RPC body. */
export const rpcSchema = section('Limits of JSON-RPC bodies.', {
	batchMax: whole([1, 50, 50], 'entries', 'Largest batch.'),
	batchAnswerBytesMax: whole(
		[65_536, 2_097_152, 67_108_864],
		'bytes',
		'Maximum total size of a batch’s responses. Read-only calls that exceed it get an error; calls that change something are always answered.',
	),
	depthMax: whole([4, 32, 128], 'levels', 'Maximum nesting depth of arrays and objects.'),
	keptListAgeMsMax: whole(
		[0, 200, 1_000],
		'ms',
		'Maximum age of a cached list response; 0 disables the cache.',
	),
});

/** Section `rateLimits`: credits per second and maximum credits for each class of calls. */
export const rateLimitsSchema = section('Rate limits: credits of the leaky buckets.', {
	public: rateLimit(20, 100, 'Public calls, per user or agent with a valid token, else per address.'),
	read: rateLimit(10, 50, 'Read calls, per token or agent.'),
	trade: rateLimit(5, 20, 'Trading calls, per user: all tokens and agents together.'),
	stop: rateLimit(
		5,
		20,
		'Calls that halt trading, close or cancel executions, stop agents or revoke access, per token or agent.',
	),
	pages: rateLimit(
		10,
		60,
		'Pages, per logged-in user, else per address; steps of the authorization server, per address. Requests from pages of other origins have separate credits.',
	),
});
