/** Decides what an order means on its data: the span, the pairs, the fees, and everything that is assumed. */

import { type Decimal, fromNumber, toNumber } from '../../domain/decimal.ts';
import { DAY_MS } from '../../domain/funding.ts';
import type { FeeRates } from '../../ports/venue-market.ts';
import { isTradedAt, shownNameOf, walletAssetOf } from '../../venues/facts.ts';
import { dialectOf } from '../../venues/modules.ts';
import { DataError, type Dataset, type Track } from '../data/dataset.ts';
import type { SeatPair } from '../policies/policy.ts';
import { assumedFacts } from '../service/assumed-facts.ts';
import { slippageLimitBp } from '../service/hourly-config.ts';
import { ROUND_TRIP_MS, warmUpMs } from '../service/open-markets.ts';
import type { MarketAssumptions } from '../service/recorded-contract.ts';
import type { ReplayOrder } from './order.ts';

/** The meaning of an order on its data. */
export type OrderPlan = {
	readonly from: number;
	readonly until: number;
	/** The pair of each paper user; one `undefined` for a single user who trades everything. */
	readonly pairs: readonly (SeatPair | undefined)[];
	readonly exchanges: readonly string[];
	readonly depositUsd: Decimal;
	readonly assumed: MarketAssumptions;
	/** Sentences about everything that the data does not say and the replay assumes. */
	readonly assumptions: readonly string[];
};

/** Past that a policy needs before its first decision, ms: the means of 30 days. */
const PAST_MS = 30 * DAY_MS;
/** Fees of an exchange that the service does not know, basis points. */
const OTHER_FEES_BP = { taker: 5, maker: 2 };
const BP = 10_000;
/** Decimal places of a deposit, USD. */
const DEPOSIT_PLACES = 8;

/** Plans an order. @throws DataError if the span is outside the data, or no pair can be traded */
export function planOrder(order: ReplayOrder, dataset: Dataset): OrderPlan {
	const exchanges = [...new Set(dataset.tracks.map(({ venue }) => venue))].sort();
	const { from, until } = spanOf(order, dataset);
	const pairs = pairsOf(dataset.tracks);
	if (pairs.length === 0)
		throw new DataError(
			'DATA_RANGE',
			`The data has ${dataset.tracks.length} contracts at ${exchanges.length} exchanges, and no coin at two of them. Add data of a second exchange.`,
		);
	const perUser = order.users === 'pairs' ? 2 : exchanges.length;
	return {
		from,
		until,
		pairs: order.users === 'pairs' ? pairs : [undefined],
		exchanges,
		depositUsd: fromNumber(Number((order.capitalUsd / perUser).toFixed(DEPOSIT_PLACES))),
		assumed: {
			publicationLagMs: order.publicationLagS * 1_000,
			price: fromNumber(order.priceUsd),
			halfSpread: fractionOf(order.slippageBp),
			impact: fractionOf(order.impactBp),
			feesOf: (venue) => feesOf(order, venue),
			givenFeesOf: (venue) => givenFeesOf(order, venue),
		},
		assumptions: [
			...(dataset.grade === 'A'
				? recordedAssumptions(order, exchanges)
				: assumptionsOf(order, dataset, exchanges)),
			...assumedFacts(exchanges),
			`Cash earns ${order.cashRatePct} % a year, and capital without a position ${order.idleRatePct} % a year.`,
		],
	};
}

function spanOf(order: ReplayOrder, dataset: Dataset): { readonly from: number; readonly until: number } {
	const until = order.until ?? dataset.until;
	// Recordings repeat the settled rates of the month before, so that their replay begins at once.
	const pastMs = dataset.grade === 'A' ? warmUpMs('A') : PAST_MS;
	const usual = Math.min(dataset.from + pastMs, dataset.until);
	const from = order.from ?? usual;
	if (from < until && from >= dataset.from && until <= dataset.until + DAY_MS) return { from, until };
	throw new DataError(
		'DATA_RANGE',
		`The replay would run from ${day(from)} to ${day(until)}; the data reaches from ${day(dataset.from)} to ${day(dataset.until)}. Choose --from and --until within it.`,
	);
}

function day(at: number): string {
	return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}

/** Returns all pairs of exchanges that have a main contract on a coin, by coin and exchanges. */
export function pairsOf(tracks: readonly Track[]): readonly SeatPair[] {
	const byCoin = Map.groupBy(tracks.filter(isMain), ({ coin }) => coin);
	return [...byCoin.keys()].sort().flatMap((coin) => {
		const venues = [...new Set(byCoin.get(coin)?.map(({ venue }) => venue))].sort();
		return venues.flatMap((first, index) =>
			venues.slice(index + 1).map((second): SeatPair => ({ coin, exchanges: [first, second] })),
		);
	});
}

/**
 * Returns the dataset without the contracts that an exchange does not settle in its own currency. Accounts hold only
 * that currency, and without volumes such a contract could pass for the main one of its coin.
 */
export function withMainContracts(dataset: Dataset): Dataset {
	return { ...dataset, tracks: dataset.tracks.filter(isMain) };
}

function isMain({ venue, quote }: Track): boolean {
	return !isTradedAt(venue) || quote === walletAssetOf(venue);
}

function fractionOf(bp: number): Decimal {
	return fromNumber(Number((bp / BP).toPrecision(12)));
}

function givenFeesOf({ feesBp }: ReplayOrder, venue: string): FeeRates | undefined {
	const given = feesBp[venue];
	return given === undefined ? undefined : { taker: fractionOf(given.taker), maker: fractionOf(given.maker) };
}

function feesOf(order: ReplayOrder, venue: string): FeeRates {
	const given = givenFeesOf(order, venue);
	if (given !== undefined) return given;
	if (isTradedAt(venue)) return dialectOf(venue).baseFees;
	return { taker: fractionOf(OTHER_FEES_BP.taker), maker: fractionOf(OTHER_FEES_BP.maker) };
}

function assumptionsOf(
	order: ReplayOrder,
	{ grade, tracks }: Dataset,
	exchanges: readonly string[],
): readonly string[] {
	const fees = exchanges.map((venue) => {
		const { taker, maker } = feesOf(order, venue);
		return `${shownNameOf(venue)} ${bpText(taker)}/${bpText(maker)}`;
	});
	const hasVolumes = tracks.some(({ prices }) => prices?.volumesUsd.some((usd) => usd > 0) === true);
	return [
		`Fees are today’s, taker/maker in basis points: ${fees.join(', ')}. The data does not say what they were then.`,
		`Each order fills at ${order.slippageBp} bp from the price.`,
		...refusedSlippage(order),
		...(hasVolumes && order.impactBp > 0
			? [`Each hundredth of the last hour’s volume that an order takes costs ${order.impactBp} bp more.`]
			: ['The cost does not grow with the size of an order, because the data has no volume.']),
		...(grade === 'C'
			? [
					`The data has no prices. Every price is ${order.priceUsd} USD, so the price basis is not known and no position comes near liquidation.`,
				]
			: ['Nothing opens on a contract whose last price is three hours old or older.']),
		`A settled rate is known ${order.publicationLagS} s after the settlement, and the running estimate is the last settled rate.`,
		'Tick sizes, lots, minimums and risk tiers of the time are not in the data: quantities are multiples of 0.000001 coins, and the maintenance margin is 0.5 %.',
		'One unit of each quote currency counts as one dollar.',
		'A contract without data for two days counts as delisted a day later; the service closes its positions before.',
	];
}

/** States that the service refuses openings at the assumed slippage, because such a replay has no trades. */
function refusedSlippage({ slippageBp }: ReplayOrder): readonly string[] {
	const limit = slippageLimitBp();
	return slippageBp <= limit
		? []
		: [
				`The assumed slippage of ${slippageBp} bp is above the service’s limit of ${limit} bp, so the service refuses every opening that sets no higher max_slippage_bps. Lower the slippage, or use a policy file that sets this param.`,
			];
}

/** States what recordings of grade A do not say. Books, prices, terms and notices are recorded, so nothing is assumed of them. */
function recordedAssumptions(order: ReplayOrder, exchanges: readonly string[]): readonly string[] {
	const given = exchanges.flatMap((venue) => {
		const fees = givenFeesOf(order, venue);
		return fees === undefined ? [] : [`${shownNameOf(venue)} ${bpText(fees.taker)}/${bpText(fees.maker)}`];
	});
	return [
		given.length === 0
			? 'Fees are the recorded ones of each exchange’s base tier.'
			: `Fees are the recorded ones of each exchange’s base tier, except taker/maker in basis points as given: ${given.join(', ')}.`,
		`An order reaches its exchange after ${ROUND_TRIP_MS} ms and fills at the next recorded book. Books are samples, every 10 s by default, except around orders of the service that recorded.`,
		'Own orders do not change the recorded books.',
		'The headline spread of a position is the one of the last settled rates.',
		'Public trades are not recorded, so a maker order fills only when a recorded book crosses its price.',
		'Risk tiers are not recorded: the maintenance margin is 0.5 %.',
	];
}

function bpText(rate: Decimal): string {
	return String(Number((toNumber(rate) * BP).toFixed(2)));
}
