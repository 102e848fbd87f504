/** Settings of the WebSocket. */
import * as z from 'zod';
import { list, section, whole } from './values.ts';

function isOriginOrAll(text: string): boolean {
	return text === '*' || (/^https?:/.test(text) && URL.parse(text)?.origin === text);
}

/** Section `stream`: counts of connections and subscriptions, bytes, and periods in milliseconds. */
export const streamSchema = section('WebSocket: connections, subscriptions and slow readers.', {
	connectionsMax: whole(
		[1, 1_000, 100_000],
		'connections',
		'Most open WebSockets. At the limit each new one closes the oldest without a valid token; if all have one, the new one is refused.',
	),
	strangersPerAddressMax: whole(
		[1, 20, 100_000],
		'connections',
		'Most open WebSockets without a valid token of one address (IPv6: one /64); each new one closes the oldest.',
	),
	allowedOrigins: list(
		z.string().max(255).refine(isOriginOrAll, {
			error: 'must be an origin as browsers write it, such as https://example.com, or *',
		}),
		[],
		64,
		'Origins of web pages that may open one, besides our own; `*`: all. Only browsers are affected, because other clients send no Origin.',
	),
	firstMessageMs: whole(
		[100, 30_000, 600_000],
		'ms',
		'Time limit for the first message; then the connection is closed.',
	),
	heartbeatMs: whole(
		[100, 15_000, 600_000],
		'ms',
		'A peer that is silent for this long is pinged; after the same time again it is treated as dead.',
	),
	subscriptionsPerConnectionMax: whole(
		[1, 50, 1_000],
		'subscriptions',
		'Most subscriptions of one connection.',
	),
	groupsMax: whole(
		[1, 500, 100_000],
		'groups',
		'Most groups of public subscriptions of callers with a valid token; the same limit applies to callers without one, and to private subscriptions. Subscriptions with equal channel and params (and user, if private) form one group.',
	),
	bufferBytesMax: whole(
		[65_536, 1_048_576, 268_435_456],
		'bytes',
		'Most unread bytes of a peer before another message; beyond that it is closed with 1013.',
	),
	behindMsMax: whole(
		[100, 30_000, 600_000],
		'ms',
		'Time limit for a peer to read waiting messages; then it is closed with 1013.',
	),
	resumeMs: whole(
		[0, 60_000, 3_600_000],
		'ms',
		'Time for which a group without subscribers is kept for returning ones.',
	),
	removedMax: whole(
		[0, 1_000, 1_000_000],
		'rows',
		'Most removed rows of one group that are kept for returning subscribers; beyond that they get a snapshot.',
	),
	opportunitiesMs: whole([10, 250, 60_000], 'ms', 'Least interval between checks of opportunities.'),
	portfolioMs: whole(
		[500, 5_000, 600_000],
		'ms',
		'Interval between checks of a portfolio without events; each reads the accounts at their exchanges.',
	),
	pairStatusMs: whole([100, 1_000, 600_000], 'ms', 'Interval between checks of the status of a pair.'),
});
