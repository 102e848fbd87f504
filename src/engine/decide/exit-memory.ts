/**
 * What earlier looks at a running execution saw, and what one more adds: everything that must stand for a while before it
 * closes, or that is told of now and then. Not journaled: after a restart what must persist begins anew. Pure.
 */
import { type Decimal, fromInteger, mulDown } from '../../domain/decimal.ts';
import {
	type EntryDistances,
	entryDistances,
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

/** How long and how far something must be seen until an exit rule acts. */
export type ExitLimits = {
	readonly liquidation: LiquidationLimits;
	/** A leg must be seen so near for so long: one wrong mark closes nothing. */
	readonly liquidationPersistMs: number;
	/** Out so long before a venue closes a leg: liquidity leaves first. */
	readonly delistingLeadMs: number;
	/** How long a take-profit or stop-loss must stand. */
	readonly profitPersistMs: number;
	/** A mark further off its index, a share of the index, for so long. */
	readonly divergenceShareMax: Decimal;
	readonly divergencePersistMs: number;
	/** Without current data of a leg for so long a person is told; for so long, the pair is closed when it can be. */
	readonly dataLostWarnMs: number;
	readonly dataLostCloseMs: number;
	/** Between two looks at whether the funding has turned; two in a row must say so. */
	readonly reversalEveryMs: number;
	/** A first look that says leave counts no more after so long without a second. */
	readonly reversalForgetMs: number;
	/** A person is told again of what still stands after so long. */
	readonly tellAgainMs: number;
	/** A venue that settles a leg so often, and did not when it was opened, does so in a squeeze. */
	readonly squeezeIntervalMs: number;
	/** How far ahead a voluntary close looks for a settlement worth waiting for. */
	readonly favourableWaitMs: number;
	readonly persistence: PersistenceLimits;
	/** Looks before the usual cost of an exit is known, and the weight of each further one in it. */
	readonly usualGapChecksMin: number;
	readonly usualGapWeight: number;
};

const SHARE = (percent: number): Decimal => (fromInteger(percent) / 100n) as Decimal;

/** The limits of exit rules, the same for every execution. */
export const EXIT_LIMITS: ExitLimits = {
	liquidation: { warnShare: SHARE(50), shrinkShare: SHARE(30), shrinksMax: 2 },
	liquidationPersistMs: 1_000,
	delistingLeadMs: 24 * HOUR_MS,
	profitPersistMs: 5_000,
	divergenceShareMax: SHARE(3),
	divergencePersistMs: 60_000,
	dataLostWarnMs: 60_000,
	dataLostCloseMs: 30 * 60_000,
	reversalEveryMs: 10 * 60_000,
	reversalForgetMs: HOUR_MS,
	tellAgainMs: 10 * 60_000,
	squeezeIntervalMs: HOUR_MS,
	favourableWaitMs: 15 * 60_000,
	persistence: { checkGapMsMax: 2_000, forgetMs: 60_000 },
	usualGapChecksMin: 6,
	// Half of it is of the last day, at a look every ten minutes.
	usualGapWeight: 1 - 0.5 ** (1 / 144),
};

/** One look at an execution, as its exit rules see it. */
export type ExitReading = {
	readonly facts: ExitFacts;
	/** Null where it is not known, or no rule asks for it. */
	readonly profit: ProfitIfClosed | null;
	/** Undefined where this look had none. */
	readonly outlook: Outlook | undefined;
};

type Reversal = {
	/** The first of the looks in a row that say leave. */
	readonly leaveSince: number | undefined;
	readonly confirmed: boolean;
	/** Mean of the exit gaps seen, recent ones weighing most, and how many. */
	readonly usualGap: number;
	readonly checks: number;
};

/** All that exit rules keep from one look to the next. */
export type ExitMemory = {
	readonly entry: EntryDistances;
	readonly shrinks: number;
	/** What was held when a shrink was asked for that has not been seen yet. */
	readonly shrinkAskedAt: Decimal | undefined;
	readonly step: LiquidationStep;
	readonly endangered: Persistence | undefined;
	readonly stopped: Persistence | undefined;
	readonly taken: Persistence | undefined;
	readonly diverged: Readonly<Record<LegRole, Persistence | undefined>>;
	readonly lostSince: Readonly<Record<LegRole, number | undefined>>;
	readonly reversal: Reversal;
	/** Since when a voluntary close waits. */
	readonly waitingSince: number | undefined;
	/** When a person was last told of each thing. */
	readonly told: Readonly<Partial<Record<Warning, number>>>;
};

/** What a person is told of: a leg near its liquidation, a leg without prices. */
export type Warning = 'liquidation' | LegRole;

/** Nothing seen yet. A pair that holds half of what it opened, or less, has been halved before, as far as is known. */
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
		waitingSince: undefined,
		told: {},
	};
}

/** What this look adds to what earlier ones saw. */
export function remember(
	{ facts, profit, outlook }: ExitReading,
	before: ExitMemory,
	now: number,
	limits: ExitLimits,
): ExitMemory {
	const { stopLossPct, takeProfitPct } = facts.exit;
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
	};
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
	// Known to be out of danger: the next fall begins anew.
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
	// An exit cheaper than usual does not hasten leaving: the price basis moves more than what is at stake.
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
