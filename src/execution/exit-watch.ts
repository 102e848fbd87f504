/**
 * When a running execution is closed, or made smaller, without a caller's asking: one table of rules, the most severe first.
 * `watchExits(facts, memory, now) → { memory, close?, warn? }`, pure: nothing here waits or reads a clock.
 *
 * A rule that is **forced** closes at once. A **voluntary** one waits for a settlement inside the next quarter of an hour at
 * which the pair receives more than it pays, and never falls within the seconds around a settlement in which a venue may or
 * may not count the position. What is not known is never a reason to close; rules that must persist neither lose nor gain
 * time by it (`domain/exit-persistence.ts`). Memory is not journaled: after a restart what must persist begins anew.
 */
import { type Decimal, formatFixed, fromInteger, mulDown, neg, ONE, ZERO } from '../domain/decimal.ts';
import {
	type EntryDistances,
	entryDistances,
	halved,
	type LegDistance,
	type LiquidationLimits,
	type LiquidationStep,
	legDistances,
	liquidationStep,
	NO_ENTRY_DISTANCES,
	percentOfShare,
} from '../domain/exit-liquidation.ts';
import { hasHeld, type Persistence, type PersistenceLimits, persisted } from '../domain/exit-persistence.ts';
import { isLossStopped, isProfitTaken, type ProfitIfClosed } from '../domain/exit-profit.ts';
import { isWorthLeaving } from '../domain/exit-reversal.ts';
import { HOUR_MS } from '../domain/funding.ts';
import type { LegRole } from '../domain/ids.ts';
import type { ExitFacts, LegExitFacts } from './exit-facts.ts';

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
	/** Between two looks at staying against leaving; two in a row must say leave. */
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
	readonly usualGapLooksMin: number;
	readonly usualGapWeight: number;
};

const SHARE = (percent: number): Decimal => (fromInteger(percent) / 100n) as Decimal;

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
	persistence: { lookGapMsMax: 2_000, forgetMs: 60_000 },
	usualGapLooksMin: 6,
	// Half of it is of the last day, at a look every ten minutes.
	usualGapWeight: 1 - 0.5 ** (1 / 144),
};

/** One look at what staying is expected to bring; shares of one leg's notional. */
export type Outlook = {
	/** Carry expected in the held direction, one per horizon of CARRY_HORIZONS_HOURS. */
	readonly expected: readonly number[];
	/** Four taker fees and the slippage of four fills at the held quantity. */
	readonly roundTrip: number;
	/** What the short leg is bought back at over what the long leg is sold at, less 1: slippage and price basis of an exit now. */
	readonly exitGap: number;
};

export type ExitLook = {
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
	readonly looks: number;
};

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
type Warning = 'liquidation' | LegRole;

const LEGS: readonly LegRole[] = ['long', 'short'];

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
		reversal: { leaveSince: undefined, confirmed: false, usualGap: 0, looks: 0 },
		waitingSince: undefined,
		told: {},
	};
}

export type ExitClose = {
	readonly reason: string;
	/** Coins per leg that are kept: 0 closes all. */
	readonly remaining: Decimal;
	readonly maxSlippageBps: Decimal;
	/** Never: what is closed for its own good is not held up by a guard. */
	readonly firm: false;
};

export type ExitWatch = {
	readonly memory: ExitMemory;
	readonly close?: ExitClose;
	/** A sentence for a person, now and then for as long as it stands. */
	readonly warn?: string;
};

type Context = {
	readonly look: ExitLook;
	readonly facts: ExitFacts;
	readonly memory: ExitMemory;
	readonly now: number;
	readonly limits: ExitLimits;
};

type Finding = { readonly reason: string; readonly remaining: Decimal };

type ExitRule = {
	readonly kind: 'forced' | 'voluntary';
	/** Why it closes now; undefined while it does not. */
	readonly find: (context: Context) => Finding | undefined;
};

/** The most severe first: the first that closes decides. */
const RULES: readonly ExitRule[] = [
	{ kind: 'forced', find: nearLiquidation },
	{ kind: 'forced', find: delisted },
	{ kind: 'voluntary', find: hoursOver },
	{ kind: 'voluntary', find: epochsOver },
	{ kind: 'forced', find: stopLoss },
	{ kind: 'voluntary', find: takeProfit },
	{ kind: 'forced', find: settlesMoreOften },
	{ kind: 'forced', find: printedAtBound },
	{ kind: 'forced', find: diverged },
	{ kind: 'forced', find: dataLost },
	{ kind: 'voluntary', find: reversed },
];

/** One look at a running execution. */
export function watchExits(
	look: ExitLook,
	before: ExitMemory,
	now: number,
	limits: ExitLimits = EXIT_LIMITS,
): ExitWatch {
	const seen = remember(look, before, now, limits);
	const context: Context = { look, facts: look.facts, memory: seen, now, limits };
	let waits = false;
	for (const rule of RULES) {
		const found = rule.find(context);
		if (found === undefined) continue;
		if (rule.kind === 'voluntary' && mustWait(context)) {
			waits = true;
			continue;
		}
		return closing(context, found);
	}
	const memory = { ...seen, waitingSince: waits ? (seen.waitingSince ?? now) : undefined };
	return withWarning(memory, context);
}

function closing({ facts, memory }: Context, { reason, remaining }: Finding): ExitWatch {
	return {
		memory: remaining > 0n ? { ...memory, shrinkAskedAt: facts.held } : memory,
		close: { reason, remaining, maxSlippageBps: facts.maxSlippageBps, firm: false },
	};
}

/** What this look adds to what earlier ones saw. */
function remember(
	{ facts, profit, outlook }: ExitLook,
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
	const { expected, roundTrip, exitGap } = outlook;
	const isUsualKnown = before.looks >= limits.usualGapLooksMin;
	// An exit cheaper than usual does not hasten leaving: the price basis moves more than what is at stake.
	const exitPremium = isUsualKnown ? Math.max(0, exitGap - before.usualGap) : 0;
	const leaves = exit.closeOnReversal && isWorthLeaving({ expected, exitPremium, roundTrip });
	const isFresh = before.leaveSince !== undefined && now - before.leaveSince <= limits.reversalForgetMs;
	const leaveSince = leaves ? (isFresh || before.confirmed ? before.leaveSince : now) : undefined;
	const looks = before.looks + 1;
	const weight = Math.max(limits.usualGapWeight, 1 / looks);
	return {
		leaveSince,
		confirmed: leaveSince !== undefined && now - leaveSince >= limits.reversalEveryMs,
		usualGap: before.usualGap + weight * (exitGap - before.usualGap),
		looks,
	};
}

function nearLiquidation({ facts, memory, limits }: Context): Finding | undefined {
	const { step } = memory;
	if (step.kind !== 'shrink' && step.kind !== 'close') return undefined;
	if (!hasHeld(memory.endangered, limits.liquidationPersistMs)) return undefined;
	const kept = step.kind === 'close' ? ZERO : halved(facts.held, facts.commonLot, facts.least);
	const what = kept > 0n ? 'both legs are halved' : 'both legs are closed';
	return { reason: `${distanceText(facts, step.worst)}: ${what}`, remaining: kept };
}

function distanceText(facts: ExitFacts, { leg, distance, left }: LegDistance): string {
	const share = left === null ? '' : `, ${percentText(left, 0)} % of the distance at entry`;
	return `liquidation of the ${leg} leg (${facts[leg].name}) is ${percentText(distance, 2)} % of the mark away${share}`;
}

function percentText(share: Decimal, places: number): string {
	return formatFixed(percentOfShare(share), places);
}

function delisted({ facts, now, limits }: Context): Finding | undefined {
	for (const leg of LEGS) {
		const { delistingAt, name } = facts[leg];
		if (delistingAt !== null && delistingAt - now <= limits.delistingLeadMs)
			return whole(`delisting: the venue closes ${name} at ${instantText(delistingAt)}`);
	}
	return undefined;
}

function hoursOver({ facts, now }: Context): Finding | undefined {
	const { maxHours } = facts.exit;
	if (maxHours === null) return undefined;
	const endsAt = facts.openedAt + Number(mulDown(maxHours, fromInteger(HOUR_MS)) / ONE);
	return now >= endsAt ? whole('max_hours reached') : undefined;
}

function epochsOver({ facts }: Context): Finding | undefined {
	const { maxEpochs } = facts.exit;
	return maxEpochs !== null && facts.epochs >= maxEpochs
		? whole(`max_epochs reached: ${maxEpochs}`)
		: undefined;
}

function stopLoss({ facts, look, memory, limits }: Context): Finding | undefined {
	const { stopLossPct } = facts.exit;
	if (stopLossPct === null || !hasHeld(memory.stopped, limits.profitPersistMs)) return undefined;
	return whole(profitText('stop_loss_pct', look.profit, neg(stopLossPct)));
}

function takeProfit({ facts, look, memory, limits }: Context): Finding | undefined {
	const { takeProfitPct } = facts.exit;
	if (takeProfitPct === null || !hasHeld(memory.taken, limits.profitPersistMs)) return undefined;
	return whole(profitText('take_profit_pct', look.profit, takeProfitPct));
}

function profitText(rule: string, profit: ProfitIfClosed | null, limit: Decimal): string {
	const pct = profit === null ? 'unknown' : `${formatFixed(profit.pct, 4)} %`;
	return `${rule} reached: closing now leaves ${pct} of the capital, limit ${formatFixed(limit, 4)} %`;
}

/**
 * Hourly settlements where there were none are a venue's answer to a squeeze (docs/calibration.md, "When to leave"). Other
 * changes of interval, and a return to a longer one, only change what is expected.
 */
function settlesMoreOften({ facts, limits }: Context): Finding | undefined {
	for (const leg of LEGS) {
		const { intervalMs, plannedIntervalMs, name } = facts[leg];
		if (intervalMs === null || !(intervalMs > 0) || intervalMs >= plannedIntervalMs) continue;
		if (intervalMs <= limits.squeezeIntervalMs)
			return whole(
				`interval change: ${name} settles every ${intervalMs / HOUR_MS} h, ${plannedIntervalMs / HOUR_MS} h when it was opened`,
			);
	}
	return undefined;
}

function printedAtBound({ facts }: Context): Finding | undefined {
	const leg = LEGS.find((candidate) => facts[candidate].isPrintAtBound);
	return leg === undefined
		? undefined
		: whole(`rate at its bound: the last settlement of ${facts[leg].name} was at its cap or floor`);
}

function diverged({ facts, memory, limits }: Context): Finding | undefined {
	const leg = LEGS.find((candidate) => hasHeld(memory.diverged[candidate], limits.divergencePersistMs));
	return leg === undefined
		? undefined
		: whole(
				`mark off index: the mark of ${facts[leg].name} has been more than ${percentText(limits.divergenceShareMax, 1)} % off its index for ${limits.divergencePersistMs / 1_000} s`,
			);
}

function dataLost({ facts, memory, now, limits }: Context): Finding | undefined {
	const leg = LEGS.find((candidate) => isLostFor(memory, candidate, now, limits.dataLostCloseMs));
	return leg === undefined
		? undefined
		: whole(`data lost: ${facts[leg].name} has had no current prices for ${minutes(limits.dataLostCloseMs)}`);
}

function isLostFor(memory: ExitMemory, leg: LegRole, now: number, ms: number): boolean {
	const since = memory.lostSince[leg];
	return since !== undefined && now - since >= ms;
}

function reversed({ facts, memory, limits }: Context): Finding | undefined {
	if (!facts.exit.closeOnReversal || !memory.reversal.confirmed) return undefined;
	return whole(
		`reversal: staying is expected to lose more than half a round trip, by two looks ${minutes(limits.reversalEveryMs)} apart`,
	);
}

function whole(reason: string): Finding {
	return { reason, remaining: ZERO };
}

/** A voluntary close stays out of the seconds around a settlement, and takes with it what the pair is about to receive. */
function mustWait({ facts, memory, now, limits }: Context): boolean {
	if (LEGS.some((leg) => isNearSettlement(facts[leg], now))) return true;
	const { waitingSince } = memory;
	// A settlement that is stated ever later is not waited for for ever.
	if (waitingSince !== undefined && now - waitingSince > limits.favourableWaitMs) return false;
	return expectsReceipt(facts, now, limits.favourableWaitMs);
}

function isNearSettlement(leg: LegExitFacts, now: number): boolean {
	const { nextSettlementAt, intervalMs, uncertaintyMs } = leg;
	if (nextSettlementAt === null || intervalMs === null) return false;
	return (
		Math.abs(nextSettlementAt - now) <= uncertaintyMs ||
		Math.abs(nextSettlementAt - intervalMs - now) <= uncertaintyMs
	);
}

/** Whether the settlements inside the span, taken in order of time, bring the pair above nothing at any instant. */
function expectsReceipt(facts: ExitFacts, now: number, spanMs: number): boolean {
	const coming = LEGS.flatMap((leg) => {
		const { nextSettlementAt, comingReceipt } = facts[leg];
		const isInside = nextSettlementAt !== null && nextSettlementAt > now && nextSettlementAt <= now + spanMs;
		return isInside && comingReceipt !== null ? [{ at: nextSettlementAt, received: comingReceipt }] : [];
	}).sort((a, b) => a.at - b.at);
	let received: bigint = ZERO;
	for (const [index, settlement] of coming.entries()) {
		received += settlement.received;
		const isWhole = coming[index + 1]?.at !== settlement.at;
		if (isWhole && received > 0n) return true;
	}
	return false;
}

/** What a person should know of while nothing is closed. */
function withWarning(memory: ExitMemory, { facts, now, limits }: Context): ExitWatch {
	const { step } = memory;
	const sentences: string[] = [];
	const told: Partial<Record<Warning, number>> = { ...memory.told };
	const tell = (warning: Warning, sentence: string): void => {
		const last = memory.told[warning];
		if (last !== undefined && now - last < limits.tellAgainMs) return;
		sentences.push(sentence);
		told[warning] = now;
	};
	if (step.kind === 'warn')
		tell(
			'liquidation',
			`The ${distanceText(facts, step.worst)}. Add margin there, or close; both legs are halved at ${percentText(limits.liquidation.shrinkShare, 0)} %.`,
		);
	for (const leg of LEGS) {
		if (isLostFor(memory, leg, now, limits.dataLostWarnMs))
			tell(
				leg,
				`There are no current prices of ${facts[leg].name}, so its exit rules are blind. After ${minutes(limits.dataLostCloseMs)} the execution is closed as soon as it can be.`,
			);
	}
	return sentences.length === 0 ? { memory } : { memory: { ...memory, told }, warn: sentences.join(' ') };
}

function minutes(ms: number): string {
	return `${ms / 60_000} min`;
}

function instantText(at: number): string {
	return new Date(at).toISOString();
}
