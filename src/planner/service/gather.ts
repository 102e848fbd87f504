/**
 * Gathers what a plan is made of: contracts with their prices, costs and expected carry, the pairs that are held, and
 * the equity of each exchange. It reads the service's memory, and the accounts no more often than the portfolio does.
 */
import { approximately } from '../../domain/estimate.ts';
import { DAY_MS, HOUR_MS } from '../../domain/funding.ts';
import { instrumentKey, type VenueName } from '../../domain/instrument.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ReadAdlRank } from '../../ports/margin-plan.ts';
import type { InstrumentInputs, Market } from '../../ports/market.ts';
import type { OpportunityBook, PairOutlook } from '../../ports/opportunities.ts';
import type { OrderService } from '../../ports/order-service.ts';
import type { PlannedTransfers } from '../../ports/planned-transfers.ts';
import type { PortfolioReader } from '../../ports/portfolio.ts';
import type { PlanRequest } from '../../ports/portfolio-planner.ts';
import type { Squeeze, Squeezes } from '../../ports/squeezes.ts';
import type { FeeRates } from '../../ports/venue-market.ts';
import type { Words } from '../../sentences/sentence.ts';
import {
	blendedCarry,
	clippedMonthMean,
	legWorths,
	mainGroup,
	type PairCarry,
	PLAN_HOURS,
} from '../leg-worth.ts';
import { byCoin, fittingContracts, mainContracts } from './contracts.ts';
import {
	type ExchangeEquity,
	equityByExchange,
	type HeldCoins,
	type Holdings,
	holdingsOf,
} from './holdings.ts';
import { type LegTerms, legTerms } from './leg-terms.ts';

/** Sources of a plan. */
export type PlanSources = {
	readonly market: Pick<Market, 'venues' | 'status' | 'inputs' | 'get'>;
	readonly opportunities: Pick<OpportunityBook, 'outlook' | 'legHistory'>;
	readonly portfolio: Pick<PortfolioReader, 'live'>;
	readonly squeezes: Squeezes;
	/** Returns the fees of the user's account, as last read; undefined if they are unknown. */
	readonly feesOf: (userId: string, venue: VenueName, symbol: string) => FeeRates | undefined;
	readonly adlRankOf: ReadAdlRank;
	readonly transfers: Pick<PlannedTransfers, 'ask' | 'of' | 'underWay'>;
	readonly orders: Pick<OrderService, 'tradingState' | 'isConnected'>;
	/** Codes of guards that forbid nothing. Only replays switch guards off. */
	readonly rulesOff: ReadonlySet<string>;
	/** Called between short pieces of work. If it returns undefined, the work continues at once. */
	readonly pause: () => Promise<void> | undefined;
	/** Maximum age of a book, ms. */
	readonly bookStaleMs: number;
	readonly clock: Clock;
};

/** One contract of a plan with everything that decides about it. */
export type GatheredLeg = {
	readonly coin: string;
	readonly contract: InstrumentInputs;
	/** True if the contract may be held against the coin's other such contracts. */
	readonly isChosen: boolean;
	/** Prices and depth of the book; undefined without a current book. */
	readonly terms: LegTerms | undefined;
	/** USD per coin, the same for all of the coin's legs, so that equal coins have equal notionals. */
	readonly price: number;
	/** Taker fee, a fraction. */
	readonly fee: number;
	/** Expected carry of a short compared with the coin's other legs (`leg-worth.ts`). */
	readonly worth: number;
	/** True if the worth compares with those of the coin's other legs. */
	readonly hasForecast: boolean;
	/** Days from the oldest settled rate in memory to now. */
	readonly historyDays: number;
	/** Coins held, long positive. */
	readonly quantity: number;
	/** Place of the user's position in the exchange's queue for auto-deleveraging (`adl-ranks.ts`). */
	readonly adlRank: number | null;
	readonly squeeze: Squeeze | undefined;
	/** Why the user may open nothing at the exchange now; null if openings are allowed. */
	readonly halted: Words | null;
};

/** Expected carry of a coin's two legs, given by their places among the gathered legs. */
export type GatheredPair = PairCarry & {
	/** Standard deviation of the carry. */
	readonly sd: number;
};

/** Everything that a plan is made of. */
export type Gathered = Holdings & {
	/** Unix milliseconds. */
	readonly at: number;
	readonly exchanges: readonly VenueName[];
	/** Equity of each exchange with an account whose figures are known. */
	readonly equity: Readonly<Record<VenueName, ExchangeEquity>>;
	/** Money that is in flight to an exchange, USD. It is part of the capital, but no exchange has it. */
	readonly underWay: ReadonlyMap<VenueName, number>;
	readonly legs: readonly GatheredLeg[];
	readonly pairs: readonly GatheredPair[];
	/** Sentences about accounts whose figures are missing or old. */
	readonly reasons: readonly Words[];
};

/** Exchanges and equity of a plan. The size of the plan follows from them, and the contracts from the size. */
export type Grounds = Omit<Gathered, 'legs' | 'pairs'>;

/** Reads the user's accounts and holdings. */
export async function gatherGrounds(sources: PlanSources, request: PlanRequest): Promise<Grounds> {
	const { market, orders, portfolio, clock } = sources;
	const { userId, executionIds } = request;
	const traded = market.venues.filter((venue) => market.status(venue).isTraded);
	const connected = traded.filter((venue) => orders.isConnected(userId, venue));
	const usual = connected.length > 0 ? connected : traded;
	const live = await portfolio.live({
		userId,
		executionId: undefined,
		includeClosed: false,
		page: 1,
		limit: 1,
		withoutPayments: true,
	});
	const planned = executionIds && new Set(executionIds);
	const coinOf = ({ exchange, symbol }: { readonly exchange: VenueName; readonly symbol: string }) =>
		market.get(exchange, symbol)?.instrument.coin;
	return {
		at: clock.now(),
		exchanges: request.exchanges?.filter((venue) => traded.includes(venue)) ?? usual,
		equity: equityByExchange(live, planned),
		underWay: sources.transfers.underWay(userId),
		...holdingsOf(live.executions, coinOf, planned),
		reasons: live.reasons.filter(({ field }) => field.startsWith('accounts.')).map(({ message }) => message),
	};
}

/**
 * Gathers the contracts of all coins that the plan may hold or that are held.
 * @param legSize one-leg notional for which costs are computed, USD
 */
export async function gatherLegs(
	sources: PlanSources,
	request: PlanRequest,
	grounds: Grounds,
	legSize: number,
): Promise<Pick<Gathered, 'legs' | 'pairs'>> {
	const { market, pause } = sources;
	const legs: UnsqueezedLeg[] = [];
	const pairs: GatheredPair[] = [];
	for (const [coin, contracts] of byCoin(market.inputs())) {
		const work = pause();
		if (work !== undefined) await work;
		const found = coinLegs(sources, request, grounds, coin, contracts, legSize);
		const first = legs.length;
		legs.push(...found.legs);
		pairs.push(
			...found.pairs.map((pair) => ({ ...pair, short: first + pair.short, long: first + pair.long })),
		);
	}
	const squeezes = await sources.squeezes.recent(legs.map(({ contract }) => contract.instrument));
	return { legs: legs.map((leg, index) => ({ ...leg, squeeze: squeezes[index]?.[0] })), pairs };
}

type UnsqueezedLeg = Omit<GatheredLeg, 'squeeze'>;
type CoinLegs = { readonly legs: readonly UnsqueezedLeg[]; readonly pairs: readonly GatheredPair[] };
const NO_LEGS: CoinLegs = { legs: [], pairs: [] };

function coinLegs(
	sources: PlanSources,
	request: PlanRequest,
	{ exchanges, held, busy, at }: Grounds,
	coin: string,
	contracts: readonly InstrumentInputs[],
	legSize: number,
): CoinLegs {
	if (busy.some((pair) => pair.coin === coin)) return NO_LEGS;
	const quantities = heldQuantities(held, coin);
	const isWanted = (request.coins?.includes(coin) ?? true) && !request.withoutCoins.includes(coin);
	const mains = isWanted
		? mainContracts(contracts.filter(({ instrument }) => exchanges.includes(instrument.venue)))
		: [];
	const hours = request.horizonHours ?? PLAN_HOURS;
	const read = createOutlooks(sources, hours);
	const chosen = fittingContracts(mains, (a, b) => isFit(sources, read(a, b)));
	const isHeld = ({ instrument }: InstrumentInputs) => quantities.has(instrumentKey(instrument));
	const wanted = contracts.filter((contract) => chosen.includes(contract) || isHeld(contract));
	if (wanted.length < 2) return NO_LEGS;
	const terms = wanted.map((contract) => termsNow(sources, contract, legSize, at));
	const price = meanPrice(terms, wanted);
	if (price === undefined) return NO_LEGS;
	const pairs = carries(sources, wanted, read, { at, hours });
	const worths = legWorths(wanted.length, pairs);
	const main = pairs.length === 0 ? undefined : mainGroup(worths);
	const legs = wanted.map((contract, index): UnsqueezedLeg => {
		const { venue, symbol } = contract.instrument;
		return {
			coin,
			contract,
			isChosen: chosen.includes(contract),
			terms: terms[index],
			price,
			fee: approximately((sources.feesOf(request.userId, venue, symbol) ?? contract.fees).taker),
			worth: worths[index]?.worth ?? 0,
			hasForecast: main !== undefined && worths[index]?.group === main,
			historyDays: historyDays(sources, contract, at),
			quantity: quantities.get(instrumentKey(contract.instrument)) ?? 0,
			adlRank: sources.adlRankOf(request.userId, venue, symbol),
			halted: sources.orders.tradingState(request.userId, venue).reason,
		};
	});
	return { legs, pairs };
}

/** Returns the coins held of each contract, long positive. */
function heldQuantities(held: readonly HeldCoins[], coin: string): ReadonlyMap<string, number> {
	const quantities = new Map<string, number>();
	const add = ({ exchange, symbol }: HeldCoins['long'], quantity: number): void => {
		const key = instrumentKey({ venue: exchange, symbol });
		quantities.set(key, (quantities.get(key) ?? 0) + quantity);
	};
	for (const pair of held) {
		if (pair.coin !== coin) continue;
		add(pair.long, pair.quantity);
		add(pair.short, -pair.quantity);
	}
	return quantities;
}

/** Returns the outlook of a short of `short` and a long of `long`; undefined if it is unknown. */
type ReadOutlook = (long: InstrumentInputs, short: InstrumentInputs) => PairOutlook | undefined;

function createOutlooks({ opportunities }: PlanSources, hours: number): ReadOutlook {
	const known = new Map<string, PairOutlook | undefined>();
	return (long, short) => {
		const key = `${instrumentKey(long.instrument)} ${instrumentKey(short.instrument)}`;
		if (known.has(key)) return known.get(key);
		const found = opportunities.outlook(long.instrument, short.instrument, hours);
		const outlook = 'unknown' in found ? undefined : found;
		known.set(key, outlook);
		return outlook;
	};
}

function isFit({ rulesOff }: PlanSources, outlook: PairOutlook | undefined): boolean {
	return outlook?.forbiddenBy.every((code) => rulesOff.has(code)) ?? false;
}

function termsNow(
	{ bookStaleMs }: PlanSources,
	{ book, bookReceivedAt }: InstrumentInputs,
	legSize: number,
	now: number,
): LegTerms | undefined {
	if (book === undefined || bookReceivedAt === undefined || now - bookReceivedAt > bookStaleMs)
		return undefined;
	return legTerms(book, legSize);
}

function historyDays({ opportunities }: PlanSources, { instrument }: InstrumentInputs, now: number): number {
	const history = opportunities.legHistory(instrument);
	const first = history === undefined || history.count === 0 ? undefined : history.hours[0];
	return first === undefined ? 0 : (now - first * HOUR_MS) / DAY_MS;
}

/** Returns the mean mid of the legs with a book; without any, the mean mark price. */
function meanPrice(
	terms: readonly (LegTerms | undefined)[],
	contracts: readonly InstrumentInputs[],
): number | undefined {
	const mids = terms.flatMap((term) => (term === undefined ? [] : [term.mid]));
	const marks = contracts.flatMap(({ ticker }) => (ticker?.mark ? [approximately(ticker.mark)] : []));
	const prices = mids.length > 0 ? mids : marks;
	return prices.length === 0 ? undefined : prices.reduce((sum, price) => sum + price, 0) / prices.length;
}

/** Returns the expected carry of each pair of the contracts with a forecast and a known mean of the last month. */
function carries(
	{ opportunities }: PlanSources,
	contracts: readonly InstrumentInputs[],
	read: ReadOutlook,
	{ at, hours }: { readonly at: number; readonly hours: number },
): readonly GatheredPair[] {
	const hour = Math.floor(at / HOUR_MS);
	const means = contracts.map(({ instrument }) => {
		const history = opportunities.legHistory(instrument);
		return history === undefined ? Number.NaN : clippedMonthMean(history, hour);
	});
	const pairs: GatheredPair[] = [];
	contracts.forEach((contract, short) => {
		contracts.slice(0, short).forEach((other, long) => {
			const outlook = read(other, contract);
			if (outlook === undefined) return;
			const carry = blendedCarry(
				outlook.expected,
				means[short] ?? Number.NaN,
				means[long] ?? Number.NaN,
				hours,
			);
			if (Number.isFinite(carry)) pairs.push({ short, long, carry, sd: outlook.sd });
		});
	});
	return pairs;
}
