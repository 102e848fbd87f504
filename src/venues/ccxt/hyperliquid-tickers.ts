/**
 * Hyperliquid's tickers: what its stream tells of each contract; what a request told at first, where the stream is silent, and
 * every half minute as the check of what the stream does not tell (which contracts there are and which are delisted).
 *
 * A request weighs 20 and is of all contracts. While it is under way what is known is answered, each contract with its own age;
 * it is waited for where nothing is known that is young enough, and after one that failed.
 */
import type { Decimal } from '../../domain/decimal.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import type { InstrumentTicker } from '../../ports/venue.ts';
import type { ToldTickers } from '../feeds/ticker-protocol.ts';
import type { Call, Find } from './dialect.ts';
import { isBody, positive } from './fields.ts';
import {
	type ContractRow,
	contractRow,
	contractRows,
	nextSettlements,
	tickerOf,
	usdtPairOf,
} from './hyperliquid-bodies.ts';
import { weighted } from './hyperliquid-weights.ts';
import { tickersOf } from './ticker-fields.ts';

const CHECK_MS = 30_000;
/** A contract of which nothing came for so long is asked for: before its price is stale, milliseconds. */
const QUIET_MS_MAX = 3_500;
/** What one dollar token is worth in the other moves little: it is asked for this often, milliseconds. */
const USDT_PRICE_MS = 10_000;

/** What of a session of market data is read now and then only. */
type Kept = {
	/** The last answer, and when it came. */
	rows: readonly ContractRow[];
	readAt: number;
	next: ReadonlyMap<string, number>;
	nextAskedAt: number;
	usdtPair: string | undefined;
	pairAsked: boolean;
	usdtPrice: Decimal | undefined;
	usdtAskedAt: number;
	underWay: Promise<void> | undefined;
	/** All of it has been read once. */
	isWhole: boolean;
	hasFailed: boolean;
};
const keptOf = new WeakMap<Call, Kept>();

export async function readHyperliquidTickers(
	call: Call,
	find: Find,
	now: number,
	stream: ToldTickers = { told: () => undefined, now: () => now },
): Promise<readonly InstrumentTicker[]> {
	const kept = ofSession(call);
	const ages = kept.rows
		.filter(({ symbol }) => find(symbol) !== undefined)
		.map(({ symbol }) => now - Math.max(kept.readAt, stream.told(symbol)?.receivedAt ?? kept.readAt));
	const hasQuiet = ages.length === 0 || Math.max(...ages) >= QUIET_MS_MAX;
	const needsRows = hasQuiet || now - kept.readAt >= CHECK_MS;
	if (needsRows || isOtherDue(kept, now))
		kept.underWay ??= refresh(call, kept, now, needsRows ? stream.now : undefined);
	const hasYoung = ages.length > 0 && Math.min(...ages) < QUIET_MS_MAX;
	if (!hasYoung || !kept.isWhole || kept.hasFailed) await kept.underWay;
	return tickersOf(kept.rows, find, (row, instrument) => {
		const { context, receivedAt } = latestOf(row as ContractRow, kept, stream);
		return {
			...tickerOf(
				contractRow({ ...(row as ContractRow), context }),
				instrument,
				now,
				nextAt(kept.next.get(instrument.symbol), now),
				kept.usdtPrice,
			),
			receivedAt,
		};
	});
}

/** The contracts' own read tells as much: it spares the next one. @param askedAt they may be younger by the wait for a place */
export function noteRows(call: Call, rows: readonly ContractRow[], askedAt: number): void {
	const kept = ofSession(call);
	if (askedAt < kept.readAt) return;
	kept.rows = rows;
	kept.readAt = askedAt;
}

function ofSession(call: Call): Kept {
	const kept: Kept = keptOf.get(call) ?? {
		rows: [],
		readAt: Number.NEGATIVE_INFINITY,
		next: new Map(),
		nextAskedAt: Number.NEGATIVE_INFINITY,
		usdtPair: undefined,
		pairAsked: false,
		usdtPrice: undefined,
		usdtAskedAt: Number.NEGATIVE_INFINITY,
		underWay: undefined,
		isWhole: false,
		hasFailed: false,
	};
	keptOf.set(call, kept);
	return kept;
}

/** The later of both. */
function latestOf({ symbol, context }: ContractRow, { readAt }: Kept, { told }: ToldTickers) {
	const streamed = told(symbol);
	return streamed !== undefined && streamed.receivedAt > readAt
		? { context: streamed.body, receivedAt: streamed.receivedAt }
		: { context, receivedAt: readAt };
}

/** Rejections reach whoever waits; of the others the next call learns by `hasFailed`. */
function refresh(call: Call, kept: Kept, now: number, timeOfRows: (() => number) | undefined): Promise<void> {
	const reading = readAll(call, kept, now, timeOfRows).then(
		() => {
			kept.isWhole = true;
			kept.hasFailed = false;
		},
		(error: unknown) => {
			kept.hasFailed = true;
			throw error;
		},
	);
	const underWay = reading.finally(() => {
		kept.underWay = undefined;
	});
	underWay.catch(() => undefined);
	return underWay;
}

/** @param timeOfRows undefined where the contracts need not be read */
async function readAll(
	call: Call,
	kept: Kept,
	now: number,
	timeOfRows: (() => number) | undefined,
): Promise<void> {
	await readOther(call, kept, now);
	if (timeOfRows === undefined) return;
	const answer = await weighted(call, 'market', { type: 'metaAndAssetCtxs' });
	kept.rows = contractRows(answer);
	kept.readAt = timeOfRows();
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
