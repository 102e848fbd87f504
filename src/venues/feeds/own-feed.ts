/**
 * Our own feed of books: connections of a venue's public stream, each with its share of the instruments (`feed-lane.ts`). What
 * differs from venue to venue is its protocol; everything else is the same for all.
 */
import { startComparisons } from './book-comparison.ts';
import { type BookFeed, noneCounted } from './book-feed.ts';
import { BookFrame } from './book-frame.ts';
import { createClockOffset } from './clock-offset.ts';
import { type FeedLane, type FeedOptions, openLane } from './feed-lane.ts';
import { FrameReader } from './frame-reader.ts';
import { createSnapshotQueue } from './snapshot-queue.ts';
import { Pace } from './turn.ts';

const REPORT_MS = 60_000;

/** Opens as many connections as the instruments need by `symbolsPerSocket`, until `close`. */
export function openOwnFeed(options: FeedOptions): BookFeed {
	const { protocol, instruments, log } = options;
	const { venue } = protocol;
	const { counters = noneCounted() } = options;
	const offset = createClockOffset();
	const laneOf = new Map<string, FeedLane>();
	const snapshots = createSnapshotQueue({
		...options,
		fetch: async (symbol, depth) => {
			if (protocol.snapshot === undefined) throw new Error(`${venue} has no snapshots to ask for.`);
			return protocol.snapshot.fetch(options.request, symbol, depth);
		},
		onAsk: (symbol) => laneOf.get(symbol)?.onAsk(symbol),
		onSnapshot: (symbol, body, depth) => laneOf.get(symbol)?.onSnapshot(symbol, body, depth),
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
	const lanes: FeedLane[] = [];
	for (let start = 0; start < instruments.length; start += protocol.symbolsPerSocket) {
		const share = instruments.slice(start, start + protocol.symbolsPerSocket);
		const lane = openLane(parts, share);
		lanes.push(lane);
		for (const { symbol } of share) laneOf.set(symbol, lane);
	}
	const { comparison } = protocol;
	const stopComparisons =
		comparison === undefined
			? () => {}
			: startComparisons({
					...parts,
					source: comparison,
					books: {
						watch: (symbol) => laneOf.get(symbol)?.watch(symbol),
						disagree: (symbol, problem) => laneOf.get(symbol)?.disagree(symbol, problem),
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
			for (const lane of lanes) lane.close();
		},
	};
}
