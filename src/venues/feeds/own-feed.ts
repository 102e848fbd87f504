/**
 * Runs our own book feed: connections to an exchange's public stream, each with its share of the instruments
 * (`feed-connection.ts`). Exchanges differ only in their protocol.
 */
import { startComparisons } from './book-comparison.ts';
import { type BookFeed, noneCounted } from './book-feed.ts';
import { BookFrame } from './book-frame.ts';
import { createClockOffset } from './clock-offset.ts';
import { type FeedConnection, type FeedOptions, openFeedConnection } from './feed-connection.ts';
import { FrameReader } from './frame-reader.ts';
import { createSnapshotQueue } from './snapshot-queue.ts';
import { Pace } from './turn.ts';

const REPORT_MS = 60_000;

/** Opens as many connections as the instruments need, given `symbolsPerSocket`, and keeps them open until `close`. */
export function openOwnFeed(options: FeedOptions): BookFeed {
	const { protocol, instruments, log } = options;
	const { venue } = protocol;
	const { counters = noneCounted() } = options;
	const offset = createClockOffset();
	const connectionOf = new Map<string, FeedConnection>();
	const snapshots = createSnapshotQueue({
		...options,
		fetch: async (symbol, depth) => {
			if (protocol.snapshot === undefined)
				throw new Error(`The protocol of ${venue} has no snapshot request.`);
			return protocol.snapshot.fetch(options.request, symbol, depth);
		},
		onAsk: (symbol) => connectionOf.get(symbol)?.onAsk(symbol),
		onSnapshot: (symbol, body, depth) => connectionOf.get(symbol)?.onSnapshot(symbol, body, depth),
		onFailed: (symbol, error) =>
			log.warn({ venue, symbol, error: String(error) }, 'book snapshot could not be read'),
	});
	const parts = {
		...options,
		counters,
		offset,
		snapshots,
		pace: new Pace(options.clock),
		reader: new FrameReader(),
		frame: new BookFrame(),
	};
	const connections: FeedConnection[] = [];
	for (let start = 0; start < instruments.length; start += protocol.symbolsPerSocket) {
		const share = instruments.slice(start, start + protocol.symbolsPerSocket);
		const connection = openFeedConnection(parts, share);
		connections.push(connection);
		for (const { symbol } of share) connectionOf.set(symbol, connection);
	}
	const { comparison } = protocol;
	const stopComparisons =
		comparison === undefined
			? () => {}
			: startComparisons({
					...parts,
					source: comparison,
					books: {
						watch: (symbol) => connectionOf.get(symbol)?.watch(symbol),
						disagree: (symbol, problem) => connectionOf.get(symbol)?.disagree(symbol, problem),
					},
				});
	const cancelReports = options.clock.every(REPORT_MS, () =>
		log.debug({ venue, ...counters, clockOffsetMs: offset.value() }, 'book feed'),
	);
	return {
		counters: () => counters,
		clockOffsetMs: offset.value,
		async close() {
			cancelReports();
			stopComparisons();
			snapshots.close();
			for (const connection of connections) connection.close();
		},
	};
}
