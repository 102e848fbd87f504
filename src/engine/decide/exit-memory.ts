/**
 * Remembers earlier checks of a running execution, because some conditions must last before they close it and some
 * warnings repeat. This memory is not journaled, so after a restart each condition must last its full time again.
 * Pure functions.
 */
import { type Decimal, fromInteger, mulDown } from '../../domain/decimal.ts';
import {
	type FadedChecks,
	fadedChecks,
	fadedFor,
	fadedOf,
	NOT_FADED,
	spreadApr,
} from '../../domain/exit-fading.ts';
import {
	type EntryDistances,
	entryDistances,
	LIQUIDATION_LIMITS,
	type LiquidationLimits,
	type LiquidationStep,
	legDistances,
	liquidationStep,
	NO_ENTRY_DISTANCES,
} from '../../domain/exit-liquidation.ts';
import { type Persistence, type PersistenceLimits, persisted } from '../../domain/exit-persistence.ts';
import { isLossStopped, isProfitTaken, type ProfitIfClosed } from '../../domain/exit-profit.ts';
import { isReversed } from '../../domain/exit-reversal.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { Outlook } from '../../domain/stay-advice.ts';
import type { ExitFacts, LegExitFacts } from './exit-facts.ts';

/** Thresholds and durations of the exit rules. */
export type ExitLimits = {
	readonly liquidation: LiquidationLimits;
	/**
	 * Time for which a leg must stay near liquidation before the pair is reduced or closed, so that one wrong mark
	 * price closes nothing.
	 */
	readonly liquidationPersistMs: number;
	/** Time before a delisting at which the pair is closed, because liquidity disappears before the delisting. */
	readonly delistingLeadMs: number;
	/** Time that a take-profit or stop-loss condition must last. */
	readonly profitPersistMs: number;
	/** Maximum distance between mark price and index price, as a fraction of the index price. */
	readonly divergenceShareMax: Decimal;
	/** Time for which mark and index price may stay further apart before the pair is closed. */
	readonly divergencePersistMs: number;
	/** Time without current data for a leg after which the user is warned. */
	readonly dataLostWarnMs: number;
	/** Time without current data for a leg after which the pair is closed, if possible. */
	readonly dataLostCloseMs: number;
	/** Time between two checks for a funding reversal. Two checks in a row must confirm it. */
	readonly reversalEveryMs: number;
	/** Time after which a first check in favour of leaving expires, unless a second one confirms it. */
	readonly reversalForgetMs: number;
	/** Interval at which a warning repeats while its condition lasts. */
	readonly warnAgainMs: number;
	/** A venue that shortens a leg's funding interval to this value or less gives a sign of a squeeze. */
	readonly squeezeIntervalMs: number;
	/** A voluntary close waits for a favourable settlement that is due within this time. */
	readonly favourableWaitMs: number;
	/** Time for which the funding spread must stay below the user's minimum. */
	readonly spreadPersistMs: number;
	readonly persistence: PersistenceLimits;
	/** Number of checks after which the usual exit gap counts as known. */
	readonly usualGapChecksMin: number;
	/** Minimum weight of each new check in the mean that gives the usual exit gap. */
	readonly usualGapWeight: number;
};

const SHARE = (percent: number): Decimal => (fromInteger(percent) / 100n) as Decimal;

/** The limits of the exit rules, the same for every execution. */
export const EXIT_LIMITS: ExitLimits = {
	liquidation: LIQUIDATION_LIMITS,
	liquidationPersistMs: 1_000,
	delistingLeadMs: 24 * HOUR_MS,
	profitPersistMs: 5_000,
	divergenceShareMax: SHARE(3),
	divergencePersistMs: 60_000,
	dataLostWarnMs: 60_000,
	dataLostCloseMs: 30 * 60_000,
	reversalEveryMs: 10 * 60_000,
	reversalForgetMs: HOUR_MS,
	warnAgainMs: 10 * 60_000,
	squeezeIntervalMs: HOUR_MS,
	favourableWaitMs: 15 * 60_000,
	spreadPersistMs: 30 * 60_000,
	persistence: { checkGapMsMax: 2_000, forgetMs: 60_000 },
	usualGapChecksMin: 6,
	// With a check every ten minutes, the checks of the last day have half of the total weight.
	usualGapWeight: 1 - 0.5 ** (1 / 144),
};

/** Inputs of one check of an execution by its exit rules. */
export type ExitReading = {
	readonly facts: ExitFacts;
	/** Profit that closing both legs now would yield; null when it is unknown or no rule needs it. */
	readonly profit: ProfitIfClosed | null;
	/** Forecast for staying in the pair; undefined for a check without a forecast. */
	readonly outlook: Outlook | undefined;
	/**
	 * Expected net per year of staying, a fraction of one leg's notional (`stayNetApr`); undefined for a check without
	 * it.
	 */
	readonly netApr?: number | undefined;
};

type Reversal = {
	/** Time of the first of the consecutive checks that favour leaving; undefined if the last check did not. */
	readonly leaveSince: number | undefined;
	readonly confirmed: boolean;
	/** Mean of the observed exit gaps, weighted towards recent ones. */
	readonly usualGap: number;
	/** Number of checks in the mean `usualGap`. */
	readonly checks: number;
};

/** Everything that the exit rules remember between checks. */
export type ExitMemory = {
	readonly entry: EntryDistances;
	readonly shrinks: number;
	/** Coins held when the last reduction was requested; undefined once fewer are held. */
	readonly shrinkAskedAt: Decimal | undefined;
	readonly step: LiquidationStep;
	readonly endangered: Persistence | undefined;
	readonly stopped: Persistence | undefined;
	readonly taken: Persistence | undefined;
	readonly diverged: Readonly<Record<LegRole, Persistence | undefined>>;
	readonly lostSince: Readonly<Record<LegRole, number | undefined>>;
	readonly reversal: Reversal;
	/** Time for which the funding spread has been below the user's minimum. */
	readonly spreadFaded: Persistence | undefined;
	/** Checks that found the expected net below the user's minimum. */
	readonly netFaded: FadedChecks;
	/** Last expected net per year, a fraction of one leg's notional; undefined before the first one. */
	readonly netApr: number | undefined;
	/** Time at which a voluntary close began to wait for a settlement; undefined while none waits. */
	readonly waitingSince: number | undefined;
	/** Time of the last warning of each type. */
	readonly warnedAt: Readonly<Partial<Record<Warning, number>>>;
};

/**
 * Type of a warning for the user: `liquidation` for a leg near liquidation, or the role of a leg without current
 * prices.
 */
export type Warning = 'liquidation' | LegRole;

/**
 * Creates a memory without observations. A pair that holds at most half of its opened quantity counts as already
 * halved, and at most a quarter as halved twice.
 */
export function newExitMemory({ held, opened }: ExitFacts, limits: ExitLimits): ExitMemory {
	let shrinks = 0;
	while (shrinks < limits.liquidation.shrinksMax && held > 0n && held * 2n ** BigInt(shrinks + 1) <= opened)
		shrinks += 1;
	return {
		entry: NO_ENTRY_DISTANCES,
		shrinks,
		shrinkAskedAt: undefined,
		step: { kind: 'none' },
		endangered: undefined,
		stopped: undefined,
		taken: undefined,
		diverged: { long: undefined, short: undefined },
		lostSince: { long: undefined, short: undefined },
		reversal: { leaveSince: undefined, confirmed: false, usualGap: 0, checks: 0 },
		spreadFaded: undefined,
		netFaded: NOT_FADED,
		netApr: undefined,
		waitingSince: undefined,
		warnedAt: {},
	};
}

/** Adds one check to the memory. */
export function remember(
	{ facts, profit, outlook, netApr }: ExitReading,
	before: ExitMemory,
	now: number,
	limits: ExitLimits,
): ExitMemory {
	const { stopLossPct, takeProfitPct, minSpreadAprPct = null, minNetAprPct = null } = facts.exit;
	const persist = (kept: Persistence | undefined, holds: boolean | undefined): Persistence | undefined =>
		persisted(kept, holds, now, limits.persistence);
	const perLeg = <T>(of: (leg: LegRole) => T): Readonly<Record<LegRole, T>> => ({
		long: of('long'),
		short: of('short'),
	});
	return {
		...before,
		...liquidationSeen(facts, before, persist, limits),
		stopped: persist(before.stopped, stopLossPct === null ? false : isLossStopped(profit, stopLossPct)),
		taken: persist(before.taken, takeProfitPct === null ? false : isProfitTaken(profit, takeProfitPct)),
		diverged: perLeg((leg) => persist(before.diverged[leg], isDiverged(facts[leg], limits))),
		lostSince: perLeg((leg) => (facts[leg].isCurrent ? undefined : (before.lostSince[leg] ?? now))),
		reversal: reversalSeen(facts, outlook, before.reversal, now, limits),
		spreadFaded:
			minSpreadAprPct === null
				? undefined
				: fadedFor(before.spreadFaded, fadedOf(pairSpread(facts), minSpreadAprPct), now, limits.persistence),
		netFaded:
			minNetAprPct === null
				? NOT_FADED
				: fadedChecks(before.netFaded, fadedOf(netApr, minNetAprPct), now, {
						everyMs: limits.reversalEveryMs,
						forgetMs: limits.reversalForgetMs,
					}),
		netApr: netApr ?? before.netApr,
	};
}

/** Returns the pair's funding spread at current rates, a fraction per year; undefined while it is unknown. */
export function pairSpread({ long, short }: ExitFacts): number | undefined {
	return spreadApr([long, short]);
}

function liquidationSeen(
	facts: ExitFacts,
	before: ExitMemory,
	persist: (kept: Persistence | undefined, holds: boolean | undefined) => Persistence | undefined,
	limits: ExitLimits,
): Pick<ExitMemory, 'entry' | 'shrinks' | 'shrinkAskedAt' | 'step' | 'endangered'> {
	const entry = entryDistances(facts, before.entry);
	const distances = legDistances(facts, entry);
	const wasShrunk = before.shrinkAskedAt !== undefined && facts.held < before.shrinkAskedAt;
	const done = before.shrinks + (wasShrunk ? 1 : 0);
	const { minLiquidationDistancePct } = facts.exit;
	const distanceMin =
		minLiquidationDistancePct === null ? null : ((minLiquidationDistancePct / 100n) as Decimal);
	const step = liquidationStep(distances, done, distanceMin, limits.liquidation);
	// Once the pair is out of danger, the count of reductions starts again at zero.
	const isSafe = step.kind === 'none' && distances.some(({ left }) => left !== null);
	const isNear = step.kind === 'shrink' || step.kind === 'close';
	return {
		entry,
		shrinks: isSafe ? 0 : done,
		shrinkAskedAt: wasShrunk ? undefined : before.shrinkAskedAt,
		step,
		endangered: persist(before.endangered, distances.length === 0 ? undefined : isNear),
	};
}

function isDiverged({ mark, index }: LegExitFacts, limits: ExitLimits): boolean | undefined {
	if (mark === null || index === null || index <= 0n) return undefined;
	const off = mark > index ? mark - index : index - mark;
	return off > mulDown(index, limits.divergenceShareMax);
}

function reversalSeen(
	{ exit }: ExitFacts,
	outlook: Outlook | undefined,
	before: Reversal,
	now: number,
	limits: ExitLimits,
): Reversal {
	if (outlook === undefined) return before;
	const { exitGap } = outlook;
	const isUsualKnown = before.checks >= limits.usualGapChecksMin;
	// A cheaper exit than usual does not count in favour of leaving, because the price basis fluctuates by more than
	// that saving.
	const exitPremium = isUsualKnown ? Math.max(0, exitGap - before.usualGap) : 0;
	const leaves = exit.closeOnReversal && isReversed({ ...outlook, exitPremium });
	const isFresh = before.leaveSince !== undefined && now - before.leaveSince <= limits.reversalForgetMs;
	const leaveSince = leaves ? (isFresh || before.confirmed ? before.leaveSince : now) : undefined;
	const checks = before.checks + 1;
	const weight = Math.max(limits.usualGapWeight, 1 / checks);
	return {
		leaveSince,
		confirmed: leaveSince !== undefined && now - leaveSince >= limits.reversalEveryMs,
		usualGap: before.usualGap + weight * (exitGap - before.usualGap),
		checks,
	};
}
