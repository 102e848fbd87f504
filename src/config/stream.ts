/** Settings of the WebSocket. */
import * as z from 'zod';
import { list, section, whole } from './values.ts';

function isOriginOrAll(text: string): boolean {
	return text === '*' || (/^https?:/.test(text) && URL.parse(text)?.origin === text);
}

/** Section `stream`: counts of connections and subscriptions, bytes, and periods in milliseconds. */
export const streamSchema = section('The WebSocket: connections, subscriptions, and readers that are slow.', {
	connectionsMax: whole(
		[1, 1_000, 100_000],
		'connections',
		'Open WebSockets. At the limit the oldest over which no valid token was shown ends for each new one; without such, more are refused.',
	),
	strangersPerAddressMax: whole(
		[1, 20, 100_000],
		'connections',
		'Open WebSockets of one address (of IPv6: of one /64) over which no valid token was shown; the oldest ends for each new one.',
	),
	allowedOrigins: list(
		z.string().max(255).refine(isOriginOrAll, {
			error: 'must be an origin as browsers write it, such as https://example.com, or *',
		}),
		[],
		64,
		'Web pages of these origins may open one, beside our own; `*`: all. It matters to browsers only: others send no Origin.',
	),
	firstMessageMs: whole(
		[100, 30_000, 600_000],
		'ms',
		'For the first message to come; then the connection is closed.',
	),
	heartbeatMs: whole(
		[100, 15_000, 600_000],
		'ms',
		'A peer that was quiet for so long is pinged; quiet for as long again, it is taken for dead.',
	),
	subscriptionsPerConnectionMax: whole([1, 50, 1_000], 'subscriptions', 'Subscriptions of one connection.'),
	groupsMax: whole(
		[1, 500, 100_000],
		'groups',
		'Different public subscriptions over all callers with a valid token, as many of callers without, and as many private ones: those of the same channel and params (and user, where it is private) are one group.',
	),
	bufferBytesMax: whole(
		[65_536, 1_048_576, 268_435_456],
		'bytes',
		'What may wait for a peer when something more is to be sent; then it is closed with 1013.',
	),
	behindMsMax: whole(
		[100, 30_000, 600_000],
		'ms',
		'For a peer to take what waits for it; then it is closed with 1013.',
	),
	resumeMs: whole(
		[0, 60_000, 3_600_000],
		'ms',
		'How long a group that nobody listens to is held for those who come back.',
	),
	removedMax: whole(
		[0, 1_000, 1_000_000],
		'rows',
		'Rows that are gone, of one group, of which those who come back can still be told; else they get a snapshot.',
	),
	opportunitiesMs: whole([10, 250, 60_000], 'ms', 'Least time between two looks at opportunities.'),
	portfolioMs: whole(
		[500, 5_000, 600_000],
		'ms',
		'Between two looks at a portfolio of which nothing is heard: each reads the accounts at their exchanges.',
	),
	pairStatusMs: whole([100, 1_000, 600_000], 'ms', 'Between two looks at the status of a pair.'),
});
