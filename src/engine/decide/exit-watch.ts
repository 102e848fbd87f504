/**
 * Decides when to close or reduce a running execution without a caller's request. One table lists the rules, most
 * severe first. `watchExits(check, memory, now) → { memory, close?, warn? }` is pure: nothing here waits or reads a
 * clock.
 *
 * A **forced** rule closes at once. A **voluntary** rule waits if a settlement is due within 15 minutes at which the
 * pair receives more than it pays. A voluntary rule never closes in the seconds around a settlement, because a venue
 * may or may not count the position then. A close as maker may take minutes, so forced rules also apply during it and
 * make it take liquidity; voluntary rules do not. An unknown figure never causes a close. A rule whose condition must last
 * neither gains nor loses time while a figure is unknown (`domain/exit-persistence.ts`).
 */
import {
	type Decimal,
	fromInteger,
	min,
	mulDown,
	neg,
	ONE,
	parseDecimal,
	ZERO,
} from '../../domain/decimal.ts';
import { halved, type LegDistance } from '../../domain/exit-liquidation.ts';
import { hasHeld } from '../../domain/exit-persistence.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { Words } from '../../sentences/sentence.ts';
import type { ExitFacts, LegExitFacts } from './exit-facts.ts';
import {
	EXIT_LIMITS,
	type ExitLimits,
	type ExitMemory,
	type ExitReading,
	pairSpread,
	remember,
	type Warning,
} from './exit-memory.ts';
import { EXIT_TEXT, EXIT_WARNINGS } from './text.ts';

const LEGS: readonly LegRole[] = ['long', 'short'];

/** The close that an exit rule requests. */
export type ExitClose = {
	readonly reason: Words;
	/** Coins per leg that stay open; 0 closes everything. */
	readonly remaining: Decimal;
	readonly maxSlippageBps: Decimal;
	/** Never firm, because a slippage limit must not hold up a protective close. */
	readonly firm: false;
};

/** Result of one check: the memory for the next check, and either a close, a warning or neither. */
export type ExitWatch = {
	readonly memory: ExitMemory;
	readonly close?: ExitClose;
	/** A warning for the user, repeated while its condition lasts. */
	readonly warn?: string;
};

type Context = {
	readonly check: ExitReading;
	readonly facts: ExitFacts;
	readonly memory: ExitMemory;
	readonly now: number;
	readonly limits: ExitLimits;
};

type Finding = { readonly reason: Words; readonly remaining: Decimal };

type ExitRule = {
	readonly kind: 'forced' | 'voluntary';
	/** Returns why the rule requests a close now; undefined if it requests none. */
	readonly find: (context: Context) => Finding | undefined;
};

/** Rules, most severe first. The first match decides. */
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
	{ kind: 'voluntary', find: spreadFaded },
	{ kind: 'voluntary', find: netFaded },
];

/** Checks a running execution once. */
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
		if (found === undefined || (rule.kind === 'voluntary' && check.facts.closingTo !== null)) continue;
		if (rule.kind === 'voluntary' && mustWait(context)) {
			waits = true;
			continue;
		}
		return closing(context, found);
	}
	const memory = { ...seen, waitingSince: waits ? (seen.waitingSince ?? now) : undefined };
	return withWarning(memory, context);
}

function closing({ facts, memory }: Context, found: Finding): ExitWatch {
	const { reason } = found;
	// A close as maker in progress may leave less open, and must not be slowed down by a rule that leaves more.
	const remaining = facts.closingTo === null ? found.remaining : min(found.remaining, facts.closingTo);
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
	const reason = EXIT_TEXT.nearLiquidation({
		distance: distanceText(facts, step.worst),
		isHalved: kept > 0n,
	});
	return { reason, remaining: kept };
}

function distanceText(facts: ExitFacts, { leg, distance, left }: LegDistance): Words {
	return EXIT_TEXT.liquidation({ leg, instrument: facts[leg].name, distance, left });
}

function delisted({ facts, now, limits }: Context): Finding | undefined {
	for (const leg of LEGS) {
		const { delistingAt, name } = facts[leg];
		if (delistingAt !== null && delistingAt - now <= limits.delistingLeadMs)
			return whole(EXIT_TEXT.delisting({ instrument: name, at: delistingAt }));
	}
	return undefined;
}

function hoursOver({ facts, now }: Context): Finding | undefined {
	const { maxHours } = facts.exit;
	if (maxHours === null) return undefined;
	const endsAt = facts.openedAt + Number(mulDown(maxHours, fromInteger(HOUR_MS)) / ONE);
	return now >= endsAt ? whole(EXIT_TEXT.maxHours()) : undefined;
}

function epochsOver({ facts }: Context): Finding | undefined {
	const { maxEpochs } = facts.exit;
	return maxEpochs !== null && facts.epochs >= maxEpochs
		? whole(EXIT_TEXT.maxEpochs({ epochs: maxEpochs }))
		: undefined;
}

function stopLoss({ facts, check, memory, limits }: Context): Finding | undefined {
	const { stopLossPct } = facts.exit;
	if (stopLossPct === null || !hasHeld(memory.stopped, limits.profitPersistMs)) return undefined;
	return whole(
		EXIT_TEXT.profit({ rule: 'stop_loss_pct', pct: check.profit?.pct ?? null, limit: neg(stopLossPct) }),
	);
}

function takeProfit({ facts, check, memory, limits }: Context): Finding | undefined {
	const { takeProfitPct } = facts.exit;
	if (takeProfitPct === null || !hasHeld(memory.taken, limits.profitPersistMs)) return undefined;
	return whole(
		EXIT_TEXT.profit({ rule: 'take_profit_pct', pct: check.profit?.pct ?? null, limit: takeProfitPct }),
	);
}

/**
 * Hourly settlements after longer intervals are a venue's response to a squeeze (docs/calibration.md, "When to
 * leave"). Other interval changes, and a return to a longer interval, only change the forecast.
 */
function settlesMoreOften({ facts, limits }: Context): Finding | undefined {
	for (const leg of LEGS) {
		const { intervalMs, plannedIntervalMs, name } = facts[leg];
		if (intervalMs === null || !(intervalMs > 0) || intervalMs >= plannedIntervalMs) continue;
		if (intervalMs <= limits.squeezeIntervalMs)
			return whole(EXIT_TEXT.interval({ instrument: name, now: intervalMs, planned: plannedIntervalMs }));
	}
	return undefined;
}

function printedAtBound({ facts }: Context): Finding | undefined {
	const leg = LEGS.find((candidate) => facts[candidate].isPrintAtBound);
	return leg === undefined ? undefined : whole(EXIT_TEXT.bound({ instrument: facts[leg].name }));
}

function diverged({ facts, memory, limits }: Context): Finding | undefined {
	const leg = LEGS.find((candidate) => hasHeld(memory.diverged[candidate], limits.divergencePersistMs));
	return leg === undefined
		? undefined
		: whole(
				EXIT_TEXT.divergence({
					instrument: facts[leg].name,
					share: limits.divergenceShareMax,
					ms: limits.divergencePersistMs,
				}),
			);
}

function dataLost({ facts, memory, now, limits }: Context): Finding | undefined {
	const leg = LEGS.find((candidate) => isLostFor(memory, candidate, now, limits.dataLostCloseMs));
	return leg === undefined
		? undefined
		: whole(EXIT_TEXT.dataLost({ instrument: facts[leg].name, ms: limits.dataLostCloseMs }));
}

function isLostFor(memory: ExitMemory, leg: LegRole, now: number, ms: number): boolean {
	const since = memory.lostSince[leg];
	return since !== undefined && now - since >= ms;
}

function reversed({ facts, memory, limits }: Context): Finding | undefined {
	if (!facts.exit.closeOnReversal || !memory.reversal.confirmed) return undefined;
	return whole(EXIT_TEXT.reversal({ ms: limits.reversalEveryMs }));
}

function spreadFaded({ facts, memory, limits }: Context): Finding | undefined {
	const { minSpreadAprPct = null } = facts.exit;
	const spread = finite(pairSpread(facts));
	if (minSpreadAprPct === null || spread === undefined) return undefined;
	if (!hasHeld(memory.spreadFaded, limits.spreadPersistMs)) return undefined;
	return whole(
		EXIT_TEXT.spreadFaded({ apr: shownApr(spread), limit: minSpreadAprPct, ms: limits.spreadPersistMs }),
	);
}

function netFaded({ facts, memory, limits }: Context): Finding | undefined {
	const { minNetAprPct = null } = facts.exit;
	const { netFaded: faded } = memory;
	const netApr = finite(memory.netApr);
	if (minNetAprPct === null || netApr === undefined || !faded.confirmed) return undefined;
	return whole(
		EXIT_TEXT.netFaded({ apr: shownApr(netApr), limit: minNetAprPct, ms: limits.reversalEveryMs }),
	);
}

function finite(apr: number | undefined): number | undefined {
	return apr !== undefined && Number.isFinite(apr) ? apr : undefined;
}

/** Rounds a fraction per year to hundredths of a percent, the figure that the reason shows. */
function shownApr(apr: number): Decimal {
	return (parseDecimal((apr * 100).toFixed(2)) / 100n) as Decimal;
}

function whole(reason: Words): Finding {
	return { reason, remaining: ZERO };
}

/**
 * True if a voluntary close must wait, because a settlement is only seconds away or was only seconds ago, or a
 * receipt is due soon.
 */
function mustWait({ facts, memory, now, limits }: Context): boolean {
	if (LEGS.some((leg) => isNearSettlement(facts[leg], now))) return true;
	const { waitingSince } = memory;
	// The pair stops waiting for a settlement that the venue keeps postponing.
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

/**
 * True if the settlements within the span, summed in chronological order, bring the pair's total receipts above zero
 * at any time.
 */
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

/** Adds the warnings that are due, for a check that closes nothing. */
function withWarning(memory: ExitMemory, { facts, now, limits }: Context): ExitWatch {
	const { step } = memory;
	const sentences: string[] = [];
	const warnedAt: Partial<Record<Warning, number>> = { ...memory.warnedAt };
	const warn = (warning: Warning, sentence: string): void => {
		const last = memory.warnedAt[warning];
		if (last !== undefined && now - last < limits.warnAgainMs) return;
		sentences.push(sentence);
		warnedAt[warning] = now;
	};
	if (step.kind === 'warn')
		warn(
			'liquidation',
			EXIT_WARNINGS.liquidation(distanceText(facts, step.worst), limits.liquidation.shrinkShare),
		);
	for (const leg of LEGS) {
		if (isLostFor(memory, leg, now, limits.dataLostWarnMs))
			warn(leg, EXIT_WARNINGS.noPrices(facts[leg].name, limits.dataLostCloseMs));
	}
	return sentences.length === 0 ? { memory } : { memory: { ...memory, warnedAt }, warn: sentences.join(' ') };
}
