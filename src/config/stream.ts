/** Defines the WebSocket settings. */
import * as z from 'zod';
import { list, section, whole } from './values.ts';

function isOriginOrAll(text: string): boolean {
	return text === '*' || (/^https?:/.test(text) && URL.parse(text)?.origin === text);
}

/** Section `stream`: connection and subscription limits, sizes in bytes, and periods in milliseconds. */
export const streamSchema = section('WebSocket: connections, subscriptions and slow readers.', {
	connectionsMax: whole(
		[1, 1_000, 100_000],
		'connections',
		'Maximum number of open WebSockets. At the limit, each new one replaces the oldest without a valid token. If all have a token, the new one is refused.',
	),
	strangersPerAddressMax: whole(
		[1, 20, 100_000],
		'connections',
		'Maximum number of open WebSockets without a valid token per IP address (IPv6: per /64). At the limit, each new one replaces the oldest.',
	),
	allowedOrigins: list(
		z.string().max(255).refine(isOriginOrAll, {
			error: 'must be an origin as browsers write it, such as https://example.com, or *',
		}),
		[],
		64,
		'Origins of other web pages that may open a WebSocket; `*` allows all. Only browsers are affected, because other clients send no Origin.',
	),
	firstMessageMs: whole(
		[100, 30_000, 600_000],
		'ms',
		'Time limit for the first message; after it, the service closes the connection.',
	),
	heartbeatMs: whole(
		[100, 15_000, 600_000],
		'ms',
		'The service pings a peer that is silent for this long. If it stays silent for the same time again, the service treats it as dead.',
	),
	subscriptionsPerConnectionMax: whole(
		[1, 50, 1_000],
		'subscriptions',
		'Maximum number of subscriptions per connection.',
	),
	groupsMax: whole(
		[1, 500, 100_000],
		'groups',
		'Maximum number of groups of public subscriptions from callers with a valid token. The same limit applies separately to callers without a token and to private subscriptions. Subscriptions with equal channel and params (and user, if private) form one group.',
	),
	bufferBytesMax: whole(
		[65_536, 1_048_576, 268_435_456],
		'bytes',
		'Maximum unsent bytes queued for a client; above it, the service closes the connection with 1013.',
	),
	behindMsMax: whole(
		[100, 30_000, 600_000],
		'ms',
		'Time in which a client must read queued messages; after it, the service closes the connection with 1013.',
	),
	resumeMs: whole(
		[0, 60_000, 3_600_000],
		'ms',
		'How long the service keeps a group without subscribers so that clients can resume.',
	),
	removedMax: whole(
		[0, 1_000, 1_000_000],
		'rows',
		'Maximum number of removed rows remembered per group. A client that missed more gets a snapshot when it resumes.',
	),
	opportunitiesMs: whole(
		[10, 250, 60_000],
		'ms',
		'Minimum time between checks of the opportunities for changes.',
	),
	portfolioMs: whole(
		[500, 5_000, 600_000],
		'ms',
		'How often the service checks a portfolio when no event triggers a check. Each check reads the accounts from the exchanges.',
	),
	pairStatusMs: whole([100, 1_000, 600_000], 'ms', 'Interval between checks of the status of a pair.'),
});
