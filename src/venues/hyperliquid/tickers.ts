/**
 * Hyperliquid's tickers: what its stream tells of each contract (`src/venues/shared/streamed-rows.ts`), beside what a request of all contracts tells,
 * which weighs 20: which of them there are and which are delisted.
 */
import type { Decimal } from '../../domain/decimal.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import type { InstrumentTicker } from '../../ports/venue-market.ts';
import type { ToldTickers } from '../feeds/ticker-protocol.ts';
import type { Call, Dialect, Find } from '../shared/dialect.ts';
import { isBody, positive } from '../shared/fields.ts';
import { createStreamedRows, type StreamedRows, silentStream } from '../shared/streamed-rows.ts';
import { tickersOf } from '../shared/ticker-fields.ts';
import {
	type ContractRow,
	contractRow,
	contractRows,
	nextSettlements,
	tickerOf,
	usdtPairOf,
} from './bodies.ts';
import { weighted } from './limits.ts';

/** What one dollar token is worth in the other moves little: it is asked for this often, milliseconds. */
const USDT_PRICE_MS = 10_000;

/** What of a session of market data is read now and then only. */
type Kept = {
	next: ReadonlyMap<string, number>;
	nextAskedAt: number;
	usdtPair: string | undefined;
	pairAsked: boolean;
	usdtPrice: Decimal | undefined;
	usdtAskedAt: number;
};

/** Tickers of one session of market data. */
export type HyperliquidTickers = {
	/** Rows that another request has told. @param askedAt milliseconds, by our clock */
	readonly noteRows: StreamedRows<ContractRow>['note'];
	readonly read: Dialect['readTickers'];
};

/** Creates the tickers, which prefer the stream's rows and ask for all contracts in bulk where those are missing. */
export function createHyperliquidTickers(): HyperliquidTickers {
	const rows = createStreamedRows<ContractRow>();
	const kept: Kept = {
		next: new Map(),
		nextAskedAt: Number.NEGATIVE_INFINITY,
		usdtPair: undefined,
		pairAsked: false,
		usdtPrice: undefined,
		usdtAskedAt: Number.NEGATIVE_INFINITY,
	};
	return {
		noteRows: rows.note,
		read: (call, find, now, stream) => readTickers(kept, rows, call, find, now, stream),
	};
}

async function readTickers(
	kept: Kept,
	contracts: StreamedRows<ContractRow>,
	call: Call,
	find: Find,
	now: number,
	stream: ToldTickers = silentStream(now),
): Promise<readonly InstrumentTicker[]> {
	const latest = await contracts.read(find, now, stream, {
		symbolOf: ({ symbol }) => symbol,
		read: async () => contractRows(await weighted(call, 'market', { type: 'metaAndAssetCtxs' })),
		readOther: isOtherDue(kept, now) ? () => readOther(call, kept, now) : undefined,
	});
	const rows = latest.map(({ row, streamed, receivedAt }) => ({
		symbol: row.symbol,
		receivedAt,
		// A context of the stream is whole: what it leaves out is not filled from an older answer.
		row: contractRow({ ...row, context: streamed ?? row.context }),
	}));
	return tickersOf(rows, find, ({ row, receivedAt }, instrument) => ({
		...tickerOf(row, instrument, now, nextAt(kept.next.get(instrument.symbol), now), kept.usdtPrice),
		receivedAt,
	}));
}

function isOtherDue({ nextAskedAt, usdtAskedAt }: Kept, now: number): boolean {
	return now - nextAskedAt >= HOUR_MS || now - usdtAskedAt >= USDT_PRICE_MS;
}

/** The clock of settlements, which has been hourly ever since, is asked for once an hour, and counted on from there. */
async function readOther(call: Call, kept: Kept, now: number): Promise<void> {
	if (!kept.pairAsked) {
		kept.usdtPair = usdtPairOf(await weighted(call, 'market', { type: 'spotMeta' }));
		kept.pairAsked = true;
	}
	if (now - kept.nextAskedAt >= HOUR_MS) {
		kept.next = nextSettlements(await weighted(call, 'market', { type: 'predictedFundings' }));
		kept.nextAskedAt = now;
	}
	if (now - kept.usdtAskedAt >= USDT_PRICE_MS) {
		kept.usdtPrice = await readUsdtPrice(call, kept.usdtPair);
		kept.usdtAskedAt = now;
	}
}

/** What one USDT is worth in USDC, by the mid of the venue's own spot pair. */
async function readUsdtPrice(call: Call, pair: string | undefined): Promise<Decimal | undefined> {
	if (pair === undefined) return undefined;
	const mids = await weighted(call, 'market', { type: 'allMids' });
	return isBody(mids) ? positive(mids, pair) : undefined;
}

/** A contract that is not told of settles at the next full hour, as all do. */
function nextAt(told: number | undefined, now: number): number {
	if (told === undefined) return (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;
	return told > now ? told : told + Math.ceil((now + 1 - told) / HOUR_MS) * HOUR_MS;
}
