/** Builds the legs of a plan: worth, cost and bounds of each contract, from pairs, settled funding and the market. */
import { toNumber } from '../domain/decimal.ts';
import { HOUR_MS } from '../domain/funding.ts';
import { createLegHistory } from '../domain/leg-history.ts';
import type { Opportunity } from '../domain/opportunity.ts';
import type { TradableLeg } from '../planner/changes.ts';
import { isSqueeze, legBounds, SQUEEZE_HOLD_MS, SQUEEZE_MOVE } from '../planner/leg-bounds.ts';
import { blendedCarry, clippedMonthMean, legWorths, mainGroup } from '../planner/leg-worth.ts';
import { type HeldPair, heldKey, heldPerLeg } from '../planner/plan-change.ts';
import type { Pot } from '../ports/autopilot.ts';
import type { InstrumentName } from '../ports/opportunities.ts';
import type { Words } from '../sentences/sentence.ts';
import { shownNameOf } from '../venues/facts.ts';
import { turn } from './plan-pairs.ts';
import type { PlannerParts, PlanningParts } from './planner-parts.ts';

const DAY_MS = 24 * HOUR_MS;
/** Days of settled rates that are read, one more than a plan needs. */
const DAYS_READ = 31;
/** Slippage of one order where no book tells it, a fraction. */
const SLIPPAGE = 2e-4;
/** Contracts whose rates are read before other work may run. */
const READS_PER_TURN = 8;

/** The legs of a plan, with what their bounds and forecasts were made of. */
export type PlanLegs = {
	readonly legs: readonly TradableLeg[];
	/** Why legs are bounded, one sentence per held or blocked leg. */
	readonly reasons: readonly Words[];
	/** Standard deviation of each pair's carry, a fraction, by contracts. */
	readonly carrySd: (pair: HeldPair) => number;
	readonly forecasts: readonly PairForecastInput[];
	/** Time of the oldest ticker that was used, ms; null without legs. */
	readonly dataAt: number | null;
};

/** A pair's forecast within a plan. */
export type PairForecastInput = {
	readonly coin: string;
	readonly long: string;
	readonly short: string;
	readonly modelCarry: number;
	readonly carry: number;
	readonly sd: number;
};

type Contract = InstrumentName & { readonly coin: string };

/** Facts from a contract's settled funding. */
type Past = { readonly mean: number; readonly days: number; readonly cappedAt: number | null };

/** Builds the legs. */
export async function planLegs(
	parts: PlanningParts,
	pot: Pot,
	records: readonly Opportunity[],
	pairs: readonly HeldPair[],
): Promise<PlanLegs> {
	const contracts = contractsOf(records, pairs);
	const pasts = new Map<string, Past>();
	for (const [at, contract] of contracts.entries()) {
		pasts.set(keyOf(contract), await pastOf(parts, contract));
		if (at % READS_PER_TURN === READS_PER_TURN - 1) await turn(parts.clock);
	}
	const forecasts = records
		.map((record) => forecastOf(record, pasts))
		.filter(({ long, short }) => pasts.has(long) && pasts.has(short));
	const worths = worthsOf(contracts, forecasts);
	const held = heldPerLeg(pairs);
	const openable = openableContracts(parts, records);
	const reasons: Words[] = [];
	const now = parts.clock.now();
	const legs = contracts.map((contract): TradableLeg => {
		const { coin, venue: exchange, symbol } = contract;
		const key = keyOf(contract);
		const worth = worths.get(key);
		const holds = held.get(key) ?? 0;
		const bounds = legBounds(
			{
				coin,
				exchange,
				held: holds,
				...tradability(parts, contract),
				isExcluded: isExcluded(parts, pot, contract) || !openable.has(key),
				historyDays: pasts.get(key)?.days ?? 0,
				squeezedAt: squeezedAt(parts, contract, pasts.get(key)?.cappedAt ?? null, now),
				hasForecast: worth?.hasForecast ?? false,
				sizeMax: openable.get(key) ?? Infinity,
			},
			now,
			shownNameOf,
		);
		if (bounds.reason !== null && holds !== 0) reasons.push(bounds.reason);
		return {
			coin,
			exchange,
			symbol,
			worth: worth?.worth ?? 0,
			cost: costOf(parts, contract, records),
			held: holds,
			low: bounds.low,
			high: bounds.high,
			orderMin: orderMinOf(parts, contract),
		};
	});
	return {
		legs,
		reasons,
		forecasts,
		carrySd: (pair) => sdOf(pair, forecasts),
		dataAt: dataAtOf(parts, contracts),
	};
}

/**
 * Returns the contracts that a plan may hold, one per coin and exchange: the one that is held, otherwise the one of the
 * best pair. A pair that was opened on another contract of the same exchange adds that one too.
 */
function contractsOf(records: readonly Opportunity[], pairs: readonly HeldPair[]): readonly Contract[] {
	const found = new Map<string, Contract>();
	const chosen = new Set<string>();
	const add = (contract: Contract, isHeld: boolean): void => {
		const place = `${contract.coin} ${contract.venue}`;
		if (!isHeld && chosen.has(place)) return;
		chosen.add(place);
		found.set(keyOf(contract), contract);
	};
	for (const { coin, long, short } of pairs)
		for (const { exchange, symbol } of [long, short]) add({ coin, venue: exchange, symbol }, true);
	for (const { base: coin, longVenue, longSymbol, shortVenue, shortSymbol } of records) {
		add({ coin, venue: longVenue, symbol: longSymbol }, false);
		add({ coin, venue: shortVenue, symbol: shortSymbol }, false);
	}
	return [...found.values()];
}

async function pastOf({ funding, market, clock }: PlannerParts, { venue, symbol }: Contract): Promise<Past> {
	const now = clock.now();
	const rates = await funding.settled(venue, symbol, now - DAYS_READ * DAY_MS, now);
	const [oldest] = rates;
	const history = createLegHistory({
		hours: Int32Array.from(rates, ({ settledAt }) => Math.round(settledAt / HOUR_MS)),
		rates: Float64Array.from(rates, ({ rate }) => toNumber(rate)),
	});
	const ticker = market.get(venue, symbol)?.ticker;
	const caps = [ticker?.fundingCap, ticker?.fundingFloor].flatMap((cap) =>
		cap === null || cap === undefined ? [] : [Math.abs(toNumber(cap))],
	);
	const cap = caps.length === 0 ? null : Math.min(...caps);
	const capped = rates.findLast(
		({ settledAt, rate }) => settledAt > now - SQUEEZE_HOLD_MS && isSqueeze(toNumber(rate), cap, 0),
	);
	return {
		mean: clippedMonthMean(history, Math.floor(now / HOUR_MS)),
		days: oldest === undefined ? 0 : (now - oldest.settledAt) / DAY_MS,
		cappedAt: capped?.settledAt ?? null,
	};
}

function forecastOf(
	{ base, longVenue, longSymbol, shortVenue, shortSymbol, net }: Opportunity,
	pasts: ReadonlyMap<string, Past>,
): PairForecastInput {
	const long = heldKey(base, { exchange: longVenue, symbol: longSymbol });
	const short = heldKey(base, { exchange: shortVenue, symbol: shortSymbol });
	const modelCarry = net.expectedCarry === null ? Number.NaN : toNumber(net.expectedCarry);
	const mean = (key: string): number => pasts.get(key)?.mean ?? Number.NaN;
	return {
		coin: base,
		long,
		short,
		modelCarry,
		carry: blendedCarry(modelCarry, mean(short), mean(long)),
		sd: net.carrySd === null ? Number.NaN : toNumber(net.carrySd),
	};
}

function worthsOf(
	contracts: readonly Contract[],
	forecasts: readonly PairForecastInput[],
): ReadonlyMap<string, { readonly worth: number; readonly hasForecast: boolean }> {
	const found = new Map<string, { readonly worth: number; readonly hasForecast: boolean }>();
	for (const coin of new Set(contracts.map((contract) => contract.coin))) {
		const keys = contracts.filter((contract) => contract.coin === coin).map(keyOf);
		const worths = legWorths(
			keys.length,
			forecasts
				.filter((forecast) => forecast.coin === coin)
				.map(({ long, short, carry }) => ({
					long: keys.indexOf(long),
					short: keys.indexOf(short),
					carry,
				})),
		);
		const main = mainGroup(worths);
		const isAlone = worths.filter(({ group }) => group === main).length < 2;
		for (const [at, { worth, group }] of worths.entries())
			found.set(keys[at] as string, { worth, hasForecast: group === main && !isAlone });
	}
	return found;
}

/** Returns the contracts of pairs that no guard blocks, with the largest notional that a book carries, USD. */
function openableContracts(
	{ isBlocked }: PlannerParts,
	records: readonly Opportunity[],
): ReadonlyMap<string, number> {
	const found = new Map<string, number>();
	for (const record of records) {
		if (isBlocked(record)) continue;
		const { base, maxAmount, net } = record;
		const size = maxAmount === null ? 0 : (toNumber(maxAmount) * toNumber(net.leverage)) / 2;
		for (const contract of [
			{ exchange: record.longVenue, symbol: record.longSymbol },
			{ exchange: record.shortVenue, symbol: record.shortSymbol },
		]) {
			const key = heldKey(base, contract);
			found.set(key, Math.max(found.get(key) ?? 0, size));
		}
	}
	return found;
}

function tradability(
	{ market, balances }: PlanningParts,
	{ venue, symbol }: Contract,
): { readonly isTradable: boolean; readonly isDelisting: boolean } {
	const ticker = market.get(venue, symbol)?.ticker;
	return {
		isTradable: ticker?.tradable === true && market.status(venue).state === 'fresh' && balances.has(venue),
		isDelisting: ticker?.delistingAt != null,
	};
}

function isExcluded({ haltOf }: PlannerParts, { userId, settings }: Pot, { coin, venue }: Contract): boolean {
	return (
		!settings.exchanges.includes(venue) ||
		settings.coinsDenied.includes(coin) ||
		settings.coinsAllowed?.includes(coin) === false ||
		haltOf(userId, [venue]) !== undefined
	);
}

function squeezedAt(
	{ moves }: PlannerParts,
	{ venue, symbol }: Contract,
	cappedAt: number | null,
	now: number,
): number | null {
	const moved = moves.lastLargeMove({ venue, symbol }, SQUEEZE_MOVE);
	const latest = Math.max(cappedAt ?? 0, moved ?? 0);
	return latest > now - SQUEEZE_HOLD_MS ? latest : null;
}

function costOf({ market }: PlannerParts, contract: Contract, records: readonly Opportunity[]): number {
	const fees = market.get(contract.venue, contract.symbol)?.fees;
	const slippages = records.flatMap(({ base, net, ...legs }) => {
		const isOn =
			base === contract.coin &&
			((legs.longVenue === contract.venue && legs.longSymbol === contract.symbol) ||
				(legs.shortVenue === contract.venue && legs.shortSymbol === contract.symbol));
		const slippage = net.cost.entrySlippage;
		return isOn && slippage !== null ? [Math.max(0, toNumber(slippage)) / 2] : [];
	});
	const slippage =
		slippages.length === 0 ? SLIPPAGE : slippages.reduce((sum, one) => sum + one, 0) / slippages.length;
	return (fees === undefined ? 0 : toNumber(fees.taker)) + slippage;
}

function orderMinOf({ market }: PlannerParts, { venue, symbol }: Contract): number {
	const inputs = market.get(venue, symbol);
	if (inputs === undefined) return 0;
	const mark = inputs.ticker?.mark ?? null;
	const { instrument } = inputs;
	const lot = Math.max(toNumber(instrument.lotSize), toNumber(instrument.quantityMin));
	return Math.max(toNumber(instrument.notionalMin), mark === null ? 0 : lot * toNumber(mark));
}

function sdOf({ coin, long, short }: HeldPair, forecasts: readonly PairForecastInput[]): number {
	const keys = [heldKey(coin, long), heldKey(coin, short)];
	return forecasts.find((one) => keys.includes(one.long) && keys.includes(one.short))?.sd ?? Number.NaN;
}

function dataAtOf({ market }: PlannerParts, contracts: readonly Contract[]): number | null {
	const times = contracts.flatMap(({ venue, symbol }) => market.get(venue, symbol)?.tickerReceivedAt ?? []);
	return times.length === 0 ? null : Math.min(...times);
}

function keyOf({ coin, venue, symbol }: Contract): string {
	return heldKey(coin, { exchange: venue, symbol });
}
