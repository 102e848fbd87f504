/**
 * Explains every change in an account's equity exactly:
 *
 *   change of equity = executions' PnL + unmanaged PnL + external flows + revaluation of other assets + unexplained
 *
 * Marks appear on both sides and cancel, so the unexplained part does not depend on them. It follows from the
 * wallet's change, the cash from fills, fees, settlements and flows, and the cost of the venue's netted positions
 * (`domain/netted-position`). A fee in a third coin reduces that coin's balance, not the wallet, and is valued at the
 * time of the fill. Every other asset has
 *
 *   revaluation = Σ [q_now × p_now − q_then × p_then − flows valued when read + fees valued at the fill]
 *
 * and q_now is q_then after flows and fees. Any additional quantity is unexplained and valued at the current price.
 */
import { type AccountBooks, tradeKey, worthOf } from './account-books.ts';
import { abs, add, type Decimal, max, mulTrunc, neg, roundPlaces, sub, ZERO } from './decimal.ts';
import type { ForeignFill } from './event.ts';
import { LEDGER_PLACES } from './ledger.ts';
import { FLAT, type NettedFill, nettedPosition } from './netted-position.ts';

/** A quantity of an asset, and its USD value at the time it moved. */
export type AssetAmount = { readonly quantity: Decimal; readonly usd: Decimal };

/**
 * The part of one foreign trade that was assigned to executions: coins, fee in USD, and fee in units of the fee
 * asset.
 */
export type TakenShare = {
	readonly quantity: Decimal;
	readonly fee: Decimal;
	readonly feeQuantity: Decimal;
};

/** Totals of the user's executions at the venue. */
export type OurSide = {
	/** Realized PnL of all executions, open and ended, USD. */
	readonly realized: Decimal;
	/** Fees paid in assets other than the wallet's, by asset. */
	readonly otherFees: ReadonlyMap<string, AssetAmount>;
	/** Signed position in coins and its cost, by symbol. */
	readonly held: ReadonlyMap<string, { readonly quantity: Decimal; readonly cost: Decimal }>;
	/** Parts of foreign trades that were assigned to executions, by `tradeKey`. */
	readonly taken: ReadonlyMap<string, TakenShare>;
	/**
	 * Fills of every execution that shares the symbol's current position, or that held the symbol at or after
	 * `since`.
	 */
	readonly fillsOn: (symbol: string, since: number) => readonly NettedFill[];
};

/** The venue's figures, all read at the same time. */
export type VenueSide = {
	/** Asset of the venue's wallet, such as `USDT`. */
	readonly walletAsset: string;
	readonly wallet: Decimal;
	/** Signed positions in coins, by symbol. */
	readonly positions: ReadonlyMap<string, Decimal>;
	readonly otherAssets: readonly {
		readonly asset: string;
		readonly quantity: Decimal;
		readonly usdPrice: Decimal | null;
	}[];
};

/** Result of comparing the venue's wallet and positions with the journal. Amounts are in USD. */
export type AccountIdentity = {
	/** Symbols whose position at the venue differs from the executions' positions plus the known foreign trades. */
	readonly misfits: readonly string[];
	/**
	 * Unexplained amount if unknown values count as zero; available even if `unexplained` is null. While it is
	 * constant, nothing new is unexplained.
	 */
	readonly residual: Decimal;
	/**
	 * Part of the equity change that nothing explains. Null if a position differs, if a position from before the
	 * connection has no entry price, or if an unexplained asset has no price.
	 */
	readonly unexplained: Decimal | null;
	/** Activity outside the executions. `cash` is a cash flow in USD; `held` is the position by symbol. */
	readonly unmanaged: {
		readonly cash: Decimal;
		readonly held: ReadonlyMap<string, Decimal>;
		/**
		 * Value of the positions that existed when the account was connected, at the marks of that time, USD; null if
		 * the venue reported no mark.
		 */
		readonly worthThen: Decimal | null;
	};
	/** Deposits minus withdrawals since the account was connected, USD; null if any of them had no price. */
	readonly externalFlows: Decimal | null;
	/**
	 * Change in the value of assets outside the wallet; null if an asset has no price or the holdings were never
	 * counted.
	 */
	readonly revaluation: Decimal | null;
	/**
	 * Signed cost of the venue's netted positions minus the executions' cost, USD; zero while each position belongs
	 * to one execution.
	 */
	readonly costBeyondOurs: Decimal;
};

/**
 * Maximum rounding error per reduction, USD. A venue rounds the cost of each reduction to its last decimal place
 * (1e-8), so it is off by at most half a unit.
 */
const REDUCTION_ROUNDING = 5_000_000_000n as Decimal;

/**
 * Compares the account's equity change since the connection with its known causes, and computes the unexplained part.
 */
export function accountIdentity(books: AccountBooks, ours: OurSide, venue: VenueSide): AccountIdentity {
	const foreign = unmanagedOf(books, ours, venue.walletAsset);
	const symbols = new Set([...ours.held.keys(), ...foreign.held.keys(), ...venue.positions.keys()]);
	const misfits = [...symbols].filter(
		(symbol) =>
			(venue.positions.get(symbol) ?? ZERO) !==
			add(ours.held.get(symbol)?.quantity ?? ZERO, foreign.held.get(symbol) ?? ZERO),
	);
	const assets = assetsIdentity(books, ours, foreign, venue);
	const netted = nettedEntries(books, ours, venue);
	const walletFlows = books.flows.reduce<Decimal>(
		(total, flow) => (flow.asset === venue.walletAsset ? add(total, flow.quantity) : total),
		ZERO,
	);
	const costBeyondOurs = sub(
		netted.entryValue,
		sumOf(ours.held.values(), ({ cost }) => cost),
	);
	// Realized profit is net of fees in other coins. The wallet did not pay these fees, so they are added back.
	const otherFees = add(usdOf(ours.otherFees), usdOf(foreign.otherFees));
	const explained = [
		ours.realized,
		costBeyondOurs,
		foreign.cash,
		otherFees,
		walletFlows,
		neg(foreign.costThen ?? ZERO),
	].reduce<Decimal>(add, ZERO);
	const rest = sub(sub(venue.wallet, books.connected?.walletBalance ?? ZERO), explained);
	const isKnown = misfits.length === 0 && foreign.costThen !== null && assets.unexplained !== null;
	const residual = add(withoutRounding(rest, netted.reductions), assets.unexplained ?? ZERO);
	return {
		misfits,
		residual,
		unexplained: isKnown ? residual : null,
		unmanaged: { cash: foreign.cash, held: foreign.held, worthThen: foreign.worthThen },
		externalFlows: nullableSum(books.flows.map(({ amount }) => amount)),
		revaluation: assets.revaluation,
		costBeyondOurs,
	};
}

function withoutRounding(rest: Decimal, reductions: number): Decimal {
	const slack = (REDUCTION_ROUNDING * BigInt(reductions)) as Decimal;
	return abs(rest) <= slack ? ZERO : roundPlaces(rest, LEDGER_PLACES);
}

type Unmanaged = {
	readonly cash: Decimal;
	readonly held: ReadonlyMap<string, Decimal>;
	readonly otherFees: ReadonlyMap<string, AssetAmount>;
	readonly costThen: Decimal | null;
	readonly worthThen: Decimal | null;
};

/**
 * Sums the parts of foreign fills that were not assigned to an execution, and the positions from before the
 * connection.
 */
function unmanagedOf(books: AccountBooks, ours: OurSide, walletAsset: string): Unmanaged {
	const held = new Map<string, Decimal>();
	const otherFees = new Map<string, AssetAmount>();
	let cash = ZERO;
	const positions = books.counted?.positions ?? [];
	for (const { symbol, quantity } of positions) held.set(symbol, quantity);
	for (const fill of books.foreignFills.values()) {
		const part = partOf(fill, ours.taken.get(tradeKey(fill.symbol, fill.tradeId)));
		const signed = fill.side === 'buy' ? part.quantity : neg(part.quantity);
		held.set(fill.symbol, add(held.get(fill.symbol) ?? ZERO, signed));
		cash = sub(sub(cash, mulTrunc(fill.price, signed)), part.fee);
		if (fill.feeAsset !== walletAsset)
			addTo(otherFees, fill.feeAsset, { quantity: part.feeQuantity, usd: part.fee });
	}
	for (const amount of books.unmanagedFunding.values()) cash = add(cash, amount);
	for (const [symbol, quantity] of held) if (quantity === 0n) held.delete(symbol);
	return {
		cash,
		held,
		otherFees,
		costThen: nullableSum(
			positions.map(({ entryPrice, quantity }) =>
				entryPrice === null ? null : mulTrunc(entryPrice, quantity),
			),
		),
		worthThen: nullableSum(
			positions.map(({ markPrice, quantity }) => (markPrice === null ? null : mulTrunc(markPrice, quantity))),
		),
	};
}

function partOf(fill: ForeignFill, taken: TakenShare | undefined): TakenShare {
	if (taken === undefined) return fill;
	return {
		quantity: max(ZERO, sub(fill.quantity, taken.quantity)),
		fee: sub(fill.fee, taken.fee),
		feeQuantity: sub(fill.feeQuantity, taken.feeQuantity),
	};
}

function nettedEntries(
	books: AccountBooks,
	ours: OurSide,
	venue: VenueSide,
): { readonly entryValue: Decimal; readonly reductions: number } {
	const foreign = Map.groupBy(books.foreignFills.values(), ({ symbol }) => symbol);
	let entryValue = ZERO;
	let reductions = 0;
	for (const [symbol, quantity] of venue.positions) {
		if (quantity === 0n) continue;
		const then = books.counted?.positions.find((position) => position.symbol === symbol);
		const start =
			then === undefined
				? FLAT
				: { ...FLAT, quantity: then.quantity, entryValue: mulTrunc(then.entryPrice ?? ZERO, then.quantity) };
		const others = (foreign.get(symbol) ?? []).flatMap((fill): NettedFill[] => {
			const { quantity: part } = partOf(fill, ours.taken.get(tradeKey(fill.symbol, fill.tradeId)));
			return part === 0n ? [] : [{ ...fill, quantity: part }];
		});
		const sharedSince = [
			...(then === undefined ? [] : [books.connected?.connectedAt ?? 0]),
			...others.map(({ filledAt }) => filledAt),
		].reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY);
		const netted = nettedPosition([...ours.fillsOn(symbol, sharedSince), ...others], start);
		entryValue = add(entryValue, netted.entryValue);
		reductions += netted.reductions;
	}
	return { entryValue, reductions };
}

function assetsIdentity(
	books: AccountBooks,
	ours: OurSide,
	foreign: Unmanaged,
	venue: VenueSide,
): { readonly revaluation: Decimal | null; readonly unexplained: Decimal | null } {
	if (books.counted === undefined) return { revaluation: null, unexplained: ZERO };
	const now = new Map(venue.otherAssets.map((held) => [held.asset, held]));
	const then = new Map(books.counted.assets.map((held) => [held.asset, held]));
	const flows = Map.groupBy(books.flows, ({ asset }) => asset);
	const names = new Set([
		...now.keys(),
		...then.keys(),
		...flows.keys(),
		...ours.otherFees.keys(),
		...foreign.otherFees.keys(),
	]);
	names.delete(venue.walletAsset);
	let revaluation: Decimal | null = ZERO;
	let unexplained: Decimal | null = ZERO;
	for (const name of names) {
		const moved = flows.get(name) ?? [];
		const fees = [ours.otherFees.get(name), foreign.otherFees.get(name)];
		const feeQuantity = sumOf(fees, (fee) => fee?.quantity ?? ZERO);
		const expected = sub(
			add(
				then.get(name)?.quantity ?? ZERO,
				sumOf(moved, ({ quantity }) => quantity),
			),
			feeQuantity,
		);
		const price = now.get(name)?.usdPrice ?? null;
		const beyond = sub(now.get(name)?.quantity ?? ZERO, expected);
		unexplained = plus(unexplained, worthOf(price, beyond));
		const change = plus(worthOf(price, expected), negated(worthThen(then.get(name))));
		const flowed = nullableSum(moved.map(({ amount }) => amount));
		const feesPaid = sumOf(fees, (fee) => fee?.usd ?? ZERO);
		revaluation = plus(revaluation, plus(plus(change, negated(flowed)), feesPaid));
	}
	return { revaluation, unexplained };
}

function worthThen(held: { readonly quantity: Decimal; readonly usdPrice: Decimal | null } | undefined) {
	return held === undefined ? ZERO : worthOf(held.usdPrice, held.quantity);
}

function usdOf(amounts: ReadonlyMap<string, AssetAmount>): Decimal {
	return sumOf(amounts.values(), ({ usd }) => usd);
}

/** Adds an amount to the asset's total in the map. */
export function addTo(
	amounts: Map<string, AssetAmount>,
	asset: string,
	{ quantity, usd }: AssetAmount,
): void {
	const present = amounts.get(asset);
	amounts.set(asset, {
		quantity: add(present?.quantity ?? ZERO, quantity),
		usd: add(present?.usd ?? ZERO, usd),
	});
}

function sumOf<T>(items: Iterable<T>, pick: (item: T) => Decimal): Decimal {
	let total = ZERO;
	for (const item of items) total = add(total, pick(item));
	return total;
}

function nullableSum(values: readonly (Decimal | null)[]): Decimal | null {
	return values.reduce<Decimal | null>(plus, ZERO);
}

function negated(value: Decimal | null): Decimal | null {
	return value === null ? null : neg(value);
}

/** Adds two amounts; null if either is unknown. */
export function plus(a: Decimal | null, b: Decimal | null): Decimal | null {
	return a === null || b === null ? null : add(a, b);
}
