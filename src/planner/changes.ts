/**
 * Finds the changes from held pairs to a plan's targets. Pure.
 *
 * Each leg is bought or sold by exactly the difference between target and holding. A purchase first covers shorts and
 * then opens longs; a sale first closes longs and then opens shorts. These trades are joined in this order: both ends
 * of one pair close it; one end and an opening on the same side roll it; two openings are a new pair.
 *
 * One case needs more trades: two pairs lose one leg each, and their remaining legs should become a pair. No order-free
 * operation joins them. The planner then rolls one pair onto the other's remaining leg and closes that other pair,
 * which trades the cheaper one of the two remaining legs twice.
 */
import { closingFlow } from './closing-flow.ts';
import {
	changeKey,
	compareChanges,
	contractKey,
	type HeldPair,
	heldKey,
	heldPerLeg,
	type PlanChange,
	type PlanContract,
	tradesOf,
} from './plan-change.ts';
import { compareTexts, legsBy } from './plan-figures.ts';
import type { PlanLeg } from './plan-problem.ts';

/** Amounts below this are rounding errors, USD. */
const DUST = 1e-6;

/** A leg of the plan with its smallest order. */
export type TradableLeg = PlanLeg & {
	/** Smallest order here, USD: the exchange's smallest notional or one lot, whichever is larger. */
	readonly orderMin: number;
};

/** A held pair and the part of it that no change has used yet. */
type Part = { readonly pair: HeldPair; left: number };

/** Amounts that are left to trade per contract of one coin, USD, by kind of trade. */
type Trades = Readonly<Record<'sellLong' | 'coverShort' | 'openLong' | 'openShort', Map<string, number>>>;

/** One coin while its changes are found. */
type Work = {
	readonly coin: string;
	readonly parts: readonly Part[];
	readonly trades: Trades;
	readonly contracts: ReadonlyMap<string, TradableLeg>;
	readonly changes: PlanChange[];
};

/**
 * Returns the changes, in the order in which they are made. Changes that are too small are left out; every other
 * change stays, because each is balanced by itself.
 * @param legs legs of the plan, among them every leg of the held pairs
 * @param targets target of each leg, USD
 * @param changeMin smallest change, USD, such as 0.5 % of G; it does not apply to the close of a whole pair
 */
export function planChanges(
	legs: readonly TradableLeg[],
	targets: readonly number[],
	pairs: readonly HeldPair[],
	changeMin: number,
): readonly PlanChange[] {
	const held = heldPerLeg(pairs);
	const changes: PlanChange[] = [];
	for (const [coin, indices] of legsBy(legs, (leg) => leg.coin)) {
		const own = indices.map((index) => legs[index] as TradableLeg);
		const moves = indices.map((index, at) => {
			return (targets[index] as number) - (held.get(heldKey(coin, own[at] as TradableLeg)) ?? 0);
		});
		const work = createWork(
			own,
			moves,
			pairs.filter((pair) => pair.coin === coin),
		);
		closeBothEnds(work);
		rollLegs(work, 'long');
		rollLegs(work, 'short');
		rejoinEnds(work);
		openPairs(work);
		changes.push(...sized(work, changeMin));
	}
	return changes.sort(compareChanges);
}

function createWork(
	legs: readonly TradableLeg[],
	moves: readonly number[],
	pairs: readonly HeldPair[],
): Work {
	const trades: Trades = {
		sellLong: new Map(),
		coverShort: new Map(),
		openLong: new Map(),
		openShort: new Map(),
	};
	legs.forEach((leg, index) => {
		const move = moves[index] as number;
		const key = contractKey(leg);
		if (Math.abs(move) <= DUST) return;
		const side = move > 0 ? 'short' : 'long';
		const held = pairs.reduce((sum, pair) => sum + (contractKey(pair[side]) === key ? pair.notional : 0), 0);
		const exit = Math.min(Math.abs(move), held);
		trades[move > 0 ? 'coverShort' : 'sellLong'].set(key, exit);
		trades[move > 0 ? 'openLong' : 'openShort'].set(key, Math.abs(move) - exit);
	});
	return {
		coin: (legs[0] as TradableLeg).coin,
		parts: [...pairs]
			.sort((a, b) => compareTexts(a.id, b.id))
			.map((pair): Part => ({ pair, left: pair.notional })),
		trades,
		contracts: new Map(legs.map((leg) => [contractKey(leg), leg])),
		changes: [],
	};
}

/** Closes pairs whose both legs leave. */
function closeBothEnds(work: Work): void {
	const { parts, trades } = work;
	const flows = closingFlow(
		parts.map(({ pair }) => ({
			from: contractKey(pair.long),
			to: contractKey(pair.short),
			capacity: pair.notional,
		})),
		trades.sellLong,
		trades.coverShort,
	);
	parts.forEach((part, index) => {
		const amount = flows[index] as number;
		take(trades.sellLong, contractKey(part.pair.long), amount);
		take(trades.coverShort, contractKey(part.pair.short), amount);
		exit(work, part, amount);
	});
}

/** Rolls pairs of which one leg leaves while the same side opens elsewhere. */
function rollLegs(work: Work, leg: 'long' | 'short'): void {
	const { parts, trades } = work;
	const [leaving, opening] =
		leg === 'long' ? [trades.sellLong, trades.openLong] : [trades.coverShort, trades.openShort];
	for (const part of [...parts].sort((a, b) => b.left - a.left)) {
		const from = contractKey(part.pair[leg]);
		for (const [to] of largestFirst(opening)) {
			const amount = Math.min(part.left, leaving.get(from) ?? 0, opening.get(to) ?? 0);
			if (amount <= DUST) continue;
			take(leaving, from, amount);
			take(opening, to, amount);
			roll(work, part, leg, to, amount);
		}
	}
}

/** Joins the remaining legs of two pairs that lose one leg each. The cheapest remaining legs come first. */
function rejoinEnds(work: Work): void {
	const { parts, trades, contracts } = work;
	const costOf = (contract: PlanContract): number => contracts.get(contractKey(contract))?.cost as number;
	const joints = parts.flatMap((seller) =>
		parts.map((coverer) => {
			const [short, long] = [costOf(seller.pair.short), costOf(coverer.pair.long)];
			return { seller, coverer, isAtShort: short <= long, cost: Math.min(short, long) };
		}),
	);
	for (const { seller, coverer, isAtShort } of joints.sort((a, b) => a.cost - b.cost)) {
		const [sold, covered] = [contractKey(seller.pair.long), contractKey(coverer.pair.short)];
		const amount = Math.min(
			seller.left,
			coverer.left,
			trades.sellLong.get(sold) ?? 0,
			trades.coverShort.get(covered) ?? 0,
		);
		if (amount <= DUST) continue;
		take(trades.sellLong, sold, amount);
		take(trades.coverShort, covered, amount);
		const [short, long] = [contractKey(seller.pair.short), contractKey(coverer.pair.long)];
		const [rolled, closed] = isAtShort ? [coverer, seller] : [seller, coverer];
		exit(work, closed, amount);
		if (short === long) exit(work, rolled, amount);
		else roll(work, rolled, isAtShort ? 'short' : 'long', isAtShort ? short : long, amount);
	}
}

/** Opens pairs: first more of pairs that stay, then the largest amounts. */
function openPairs(work: Work): void {
	const { coin, parts, trades, contracts, changes } = work;
	const open = (long: string, short: string, executionId: string | null): void => {
		const amount = Math.min(trades.openLong.get(long) ?? 0, trades.openShort.get(short) ?? 0);
		if (amount <= DUST) return;
		take(trades.openLong, long, amount);
		take(trades.openShort, short, amount);
		const kind = executionId === null ? 'open' : 'enlarge';
		const pair = { long: contractOf(contracts, long), short: contractOf(contracts, short) };
		changes.push({ kind, coin, ...pair, notional: amount, executionId });
	};
	for (const { pair, left } of parts)
		if (left > DUST) open(contractKey(pair.long), contractKey(pair.short), pair.id);
	for (const [long] of largestFirst(trades.openLong))
		for (const [short] of largestFirst(trades.openShort)) open(long, short, null);
}

function exit({ coin, changes }: Work, part: Part, amount: number): void {
	if (amount <= DUST) return;
	const { id: executionId, long, short, notional } = part.pair;
	part.left -= amount;
	const at = changes.findIndex((change) => change.kind === 'reduce' && change.executionId === executionId);
	const total = amount + (changes[at]?.notional ?? 0);
	const change: PlanChange = {
		kind: 'reduce',
		coin,
		long,
		short,
		notional: total,
		executionId,
		share: total / notional,
	};
	if (at < 0) changes.push(change);
	else changes[at] = change;
}

function roll(work: Work, part: Part, leg: 'long' | 'short', to: string, amount: number): void {
	const { coin, contracts, changes } = work;
	const { id: executionId, long, short, notional } = part.pair;
	part.left -= amount;
	const change: PlanChange = {
		kind: 'roll',
		coin,
		long,
		short,
		[leg]: contractOf(contracts, to),
		notional: amount,
		executionId,
		share: amount / notional,
		leg,
		from: part.pair[leg],
	};
	const at = changes.findIndex(
		(other) => other.kind === 'roll' && other.leg === leg && changeKey(other) === changeKey(change),
	);
	const same = changes[at];
	if (same === undefined) {
		changes.push(change);
		return;
	}
	const total = amount + same.notional;
	changes[at] = { ...change, notional: total, share: total / notional };
}

/**
 * Leaves out changes that are too small. A reduction closes the whole pair if it would leave less than an order, or
 * nothing.
 */
function sized({ changes, parts, contracts }: Work, changeMin: number): readonly PlanChange[] {
	const orderMin = (change: PlanChange): number =>
		Math.max(
			...tradesOf(change).map(({ contract }) => contracts.get(contractKey(contract))?.orderMin as number),
		);
	return changes.flatMap((change): readonly PlanChange[] => {
		if (change.kind === 'reduce') {
			const part = parts.find(({ pair }) => pair.id === change.executionId) as Part;
			const notional = change.notional + part.left;
			const isWhole = Math.abs(notional - part.pair.notional) <= DUST;
			if (isWhole && part.left < Math.max(DUST, orderMin(change)) && notional >= orderMin(change))
				return [{ ...change, kind: 'close', notional: part.pair.notional, share: 1 }];
		}
		return change.notional < Math.max(changeMin, orderMin(change)) ? [] : [change];
	});
}

function contractOf(contracts: ReadonlyMap<string, TradableLeg>, key: string): PlanContract {
	const { exchange, symbol } = contracts.get(key) as TradableLeg;
	return { exchange, symbol };
}

function take(amounts: Map<string, number>, key: string, amount: number): void {
	if (amount > 0) amounts.set(key, (amounts.get(key) ?? 0) - amount);
}

function largestFirst(amounts: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
	return [...amounts].sort((a, b) => b[1] - a[1] || compareTexts(a[0], b[0]));
}
