/** Provides the status of a small service: real metrics for one healthy exchange and one that is down. */
import { fromInteger } from '../../src/domain/decimal.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { VenueReading } from '../../src/ports/metrics.ts';
import type { ServiceWatch } from '../../src/ports/service-watch.ts';
import { createServiceWatch } from '../../src/runtime/service-watch.ts';
import { NO_EXECUTIONS, newMetrics } from '../support/metrics.ts';

const GAPS = { sequence: 2, checksum: 1, crossed: 0, unreadable: 0, stuck: 0, compared: 0 };

const BYBIT: VenueReading = {
	venue: 'bybit',
	state: 'fresh',
	reason: null,
	failure: null,
	stopped: null,
	dataAgeMs: 412,
	clockOffsetMs: 3,
	instruments: 3,
	booksInStep: 2,
	booksWaiting: 1,
	tickerAges: { median: 200, oldest: 412 },
	bookAges: { median: 40, oldest: 390 },
	feed: {
		books: { messages: 1_000, reconnects: 1, delivered: 900, gaps: GAPS, resyncs: 3, compared: 0 },
		tickers: undefined,
	},
};

const KUCOIN: VenueReading = {
	venue: 'kucoin',
	state: 'down',
	reason: 'Cannot read the list of contracts from KuCoin: it did not answer in time.',
	failure: {
		tried: 'contracts',
		message: 'RequestTimeout: kucoinfutures GET contracts/active request timed out (10000 ms)',
		since: Date.parse('2026-11-20T07:59:40.000Z'),
		nextTryAt: null,
	},
	stopped: null,
	dataAgeMs: null,
	clockOffsetMs: null,
	instruments: 0,
	booksInStep: 0,
	booksWaiting: 0,
	tickerAges: { median: undefined, oldest: undefined },
	bookAges: { median: undefined, oldest: undefined },
	feed: undefined,
};

export function inMemoryWatch(clock: Clock, areSumsPublic = true): ServiceWatch {
	const metrics = newMetrics();
	metrics.executions.begun();
	metrics.executions.unhedged('open', 0.04);
	metrics.executions.unhedged('open', 120);
	metrics.requests.ended('bybit', 'order', 'answered', 0.02);
	metrics.requests.ended('bybit', 'market', 'answered', 0.02);
	metrics.requests.ended('kucoin', 'market', 'failed', 5);
	metrics.readFrom({
		executions: () => ({ ...NO_EXECUTIONS, byStatus: { ...NO_EXECUTIONS.byStatus, running: 1 } }),
		venues: () => [BYBIT, KUCOIN],
		bans: () => [{ venue: 'kucoin', bans: 1, leftMs: 30_000 }],
		history: () => [{ venue: 'bybit', none: 1, month: 0, whole: 2, failing: 1 }],
		store: () => ({
			databaseBytes: 4_096,
			walBytes: 0,
			freeBytes: null,
			journalEvents: 7,
			isWritable: true,
		}),
	});
	return createServiceWatch({
		metrics,
		readiness: () => ({ ready: false, reasons: ['kucoin is down: it has not answered for 20000 ms.'] }),
		limits: [
			{
				name: 'execution.leverageMax',
				value: fromInteger(5),
				unit: 'times',
				meaning: 'Highest leverage of a leg.',
			},
		],
		areSumsPublic,
		clock,
	});
}
