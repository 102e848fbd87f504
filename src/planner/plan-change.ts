/** Types of the changes from held pairs to a plan's targets, and their trades. */
import { compareTexts } from './plan-figures.ts';
import type { PlanLeg } from './plan-problem.ts';

/** One contract at one exchange. */
export type PlanContract = { readonly exchange: string; readonly symbol: string };

/** A pair that is held: an open execution. Both legs have the same notional. */
export type HeldPair = {
	/** Id of the execution. */
	readonly id: string;
	readonly coin: string;
	readonly long: PlanContract;
	readonly short: PlanContract;
	/** Notional of one leg, USD, above 0. */
	readonly notional: number;
};

/** Kinds of a change, in the order in which they are made: exits first, because they free margin. */
export const PLAN_CHANGE_KINDS = ['close', 'reduce', 'roll', 'open', 'enlarge'] as const;

type Change = {
	readonly coin: string;
	/** The pair after the change; for an exit the pair that it reduces. */
	readonly long: PlanContract;
	readonly short: PlanContract;
	/** Notional of one leg that the change opens, closes or moves, USD. */
	readonly notional: number;
};

/** An exit from a held pair. `close` ends it; `reduce` leaves a part. */
export type ExitChange = Change & {
	readonly kind: 'close' | 'reduce';
	readonly executionId: string;
	/** Share of the held pair, as it is before all changes: above 0, and 1 for `close`. */
	readonly share: number;
};

/** A move of one leg of a held pair to another exchange. The other leg stays. */
export type RollChange = Change & {
	readonly kind: 'roll';
	readonly executionId: string;
	/** Share of the held pair, as it is before all changes, above 0 and at most 1. */
	readonly share: number;
	/** The leg that moves. */
	readonly leg: 'long' | 'short';
	/** The contract that the leg leaves. */
	readonly from: PlanContract;
};

/** An opening. `enlarge` opens more of a pair that is held. */
export type OpenChange = Change & {
	readonly kind: 'open' | 'enlarge';
	/** The held pair that is enlarged; null for `open`. */
	readonly executionId: string | null;
};

/** One change. Each buys and sells the same notional, so that every change by itself keeps the coin balanced. */
export type PlanChange = ExitChange | RollChange | OpenChange;

/** One of a change's two trades. */
export type ChangeTrade = {
	readonly coin: string;
	readonly contract: PlanContract;
	/** USD, positive for a purchase. */
	readonly amount: number;
};

/** Returns the two trades of a change. */
export function tradesOf(change: PlanChange): readonly [ChangeTrade, ChangeTrade] {
	const { coin, long, short, notional } = change;
	const trade = (contract: PlanContract, amount: number): ChangeTrade => ({ coin, contract, amount });
	switch (change.kind) {
		case 'open':
		case 'enlarge':
			return [trade(long, notional), trade(short, -notional)];
		case 'close':
		case 'reduce':
			return [trade(long, -notional), trade(short, notional)];
		case 'roll':
			return change.leg === 'long'
				? [trade(long, notional), trade(change.from, -notional)]
				: [trade(short, -notional), trade(change.from, notional)];
	}
}

/** Returns a text that is different for each contract of a coin. */
export function contractKey({ exchange, symbol }: PlanContract): string {
	return `${exchange}\n${symbol}`;
}

/** Sums the signed notional per contract of held pairs, USD, keyed by coin and `contractKey`. */
export function heldPerLeg(pairs: readonly HeldPair[]): ReadonlyMap<string, number> {
	const held = new Map<string, number>();
	for (const { coin, long, short, notional } of pairs)
		for (const [contract, amount] of [
			[long, notional],
			[short, -notional],
		] as const) {
			const key = heldKey(coin, contract);
			held.set(key, (held.get(key) ?? 0) + amount);
		}
	return held;
}

/** Returns the key of a leg in `heldPerLeg`. */
export function heldKey(coin: string, contract: PlanContract): string {
	return `${coin}\n${contractKey(contract)}`;
}

/** Returns the pairs that are held after all changes. Openings get ids of their own, `new` and a number. */
export function pairsAfter(pairs: readonly HeldPair[], changes: readonly PlanChange[]): readonly HeldPair[] {
	const left = new Map(pairs.map((pair) => [pair.id, pair.notional]));
	const added: HeldPair[] = [];
	for (const change of changes) {
		const { kind, executionId, coin, long, short, notional } = change;
		if (kind !== 'open' && kind !== 'enlarge' && executionId !== null)
			left.set(executionId, (left.get(executionId) ?? 0) - notional);
		if (kind !== 'close' && kind !== 'reduce')
			added.push({ id: `new ${added.length + 1}`, coin, long, short, notional });
	}
	const kept = pairs.map((pair) => ({ ...pair, notional: left.get(pair.id) as number }));
	return [...kept.filter(({ notional }) => notional > 1e-6), ...added];
}

/** Returns what each leg holds after all changes, USD. It differs from the targets by the changes that are left out. */
export function reachedTargets(legs: readonly PlanLeg[], changes: readonly PlanChange[]): readonly number[] {
	const traded = new Map<string, number>();
	for (const { coin, contract, amount } of changes.flatMap(tradesOf)) {
		const key = heldKey(coin, contract);
		traded.set(key, (traded.get(key) ?? 0) + amount);
	}
	return legs.map((leg) => leg.held + (traded.get(heldKey(leg.coin, leg)) ?? 0));
}

/** Orders changes as they are made: by kind, then the largest first. */
export function compareChanges(a: PlanChange, b: PlanChange): number {
	const kind = PLAN_CHANGE_KINDS.indexOf(a.kind) - PLAN_CHANGE_KINDS.indexOf(b.kind);
	return kind || b.notional - a.notional || compareTexts(changeKey(a), changeKey(b));
}

/** Returns a text that is different for each change of a plan. */
export function changeKey({ kind, coin, executionId, long, short }: PlanChange): string {
	return [kind, coin, executionId ?? '', contractKey(long), contractKey(short)].join('\n');
}
