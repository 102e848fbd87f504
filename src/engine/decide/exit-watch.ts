/**
 * When a running execution is closed, or made smaller, without a caller's asking: one table of rules, the most severe first.
 * `watchExits(facts, memory, now) → { memory, close?, warn? }`, pure: nothing here waits or reads a clock.
 *
 * A rule that is **forced** closes at once. A **voluntary** one waits for a settlement inside the next quarter of an hour at
 * which the pair receives more than it pays, and never falls within the seconds around a settlement in which a venue may or
 * may not count the position. What is not known is never a reason to close; rules that must persist neither lose nor gain
 * time by it (`domain/exit-persistence.ts`).
 */
import { type Decimal, formatFixed, fromInteger, mulDown, neg, ONE, ZERO } from '../../domain/decimal.ts';
import { halved, type LegDistance, percentOfShare } from '../../domain/exit-liquidation.ts';
import { hasHeld } from '../../domain/exit-persistence.ts';
import type { ProfitIfClosed } from '../../domain/exit-profit.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { ExitFacts, LegExitFacts } from './exit-facts.ts';
import {
	EXIT_LIMITS,
	type ExitLimits,
	type ExitMemory,
	type ExitReading,
	remember,
	type Warning,
} from './exit-memory.ts';

const LEGS: readonly LegRole[] = ['long', 'short'];

/** The close that an exit rule asks for. */
export type ExitClose = {
	readonly reason: string;
	/** Coins per leg that are kept: 0 closes all. */
	readonly remaining: Decimal;
	readonly maxSlippageBps: Decimal;
	/** Never: what is closed for its own good is not held up by a guard. */
	readonly firm: false;
};

/** The result of one look: what is kept, and what is asked for. */
export type ExitWatch = {
	readonly memory: ExitMemory;
	readonly close?: ExitClose;
	/** A sentence for a person, now and then for as long as it stands. */
	readonly warn?: string;
};

type Context = {
	readonly check: ExitReading;
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
	check: ExitReading,
	before: ExitMemory,
	now: number,
	limits: ExitLimits = EXIT_LIMITS,
): ExitWatch {
	const seen = remember(check, before, now, limits);
	const context: Context = { check, facts: check.facts, memory: seen, now, limits };
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

function stopLoss({ facts, check, memory, limits }: Context): Finding | undefined {
	const { stopLossPct } = facts.exit;
	if (stopLossPct === null || !hasHeld(memory.stopped, limits.profitPersistMs)) return undefined;
	return whole(profitText('stop_loss_pct', check.profit, neg(stopLossPct)));
}

function takeProfit({ facts, check, memory, limits }: Context): Finding | undefined {
	const { takeProfitPct } = facts.exit;
	if (takeProfitPct === null || !hasHeld(memory.taken, limits.profitPersistMs)) return undefined;
	return whole(profitText('take_profit_pct', check.profit, takeProfitPct));
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
		`reversal: the mean of the last 30 days has turned and the next 30 days are expected to lose more than half a round trip, by two looks ${minutes(limits.reversalEveryMs)} apart`,
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
