/** Decides when each type of condition begins and ends, from the state at one point in time. Pure functions. */
import { abs, type Decimal, fromNumber, min, mulDown, mulTrunc, sub } from '../domain/decimal.ts';
import { type ExecutionState, legPlan } from '../domain/execution.ts';
import { liquidationDistance, percentOfShare } from '../domain/exit-liquidation.ts';
import { isReversed } from '../domain/exit-reversal.ts';
import type { LegRole } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import { adviceFigures, type Outlook, stayAdvice } from '../domain/stay-advice.ts';
import type { Halt } from '../ports/halts.ts';
import type { VenueDataStatus } from '../ports/market.ts';
import type { SilentStream } from '../ports/silent-stream.ts';
import { textOf, type Words } from '../sentences/sentence.ts';
import { shownNameOf } from '../venues/facts.ts';
import type { Finding, FindingContent } from './conditions.ts';
import { nameOf } from './execution-alerts.ts';
import { figure, figureOrNull } from './figures.ts';
import { ALERT_TEXT } from './text.ts';

/** Limits beyond which conditions begin. */
export type RuleSettings = {
	/** Maximum notional by which one leg may exceed the other, USD. The execution's plan can set a lower limit. */
	readonly unhedgedMaxUsd: Decimal;
	/** Maximum time for which the legs may differ by any tradable quantity, milliseconds. */
	readonly unhedgedMs: number;
	/** Minimum distance between a leg's mark and its liquidation price, percent of the mark. */
	readonly liquidationDistancePct: Decimal;
	/** Maximum time without current data from an exchange, milliseconds. */
	readonly venueDownMs: number;
};

/** Hysteresis: the alert ends only when the liquidation distance exceeds the limit multiplied by this factor. */
export const REARM_FACTOR = fromNumber(1.25);

/**
 * @param price returns the price at which to value the difference, USD per coin; called only when needed, because
 * most checks return early
 * @param isReported true if the condition has been reported, so that its end must be reported too
 */
export function unhedgedFinding(
	state: ExecutionState,
	price: () => Decimal,
	isReported: boolean,
	now: number,
	{ unhedgedMaxUsd, unhedgedMs }: RuleSettings,
): Finding | undefined {
	const { plan, held, imbalancedSince } = state;
	const difference = sub(held.long, held.short);
	const isHedged = abs(difference) < plan.commonLot;
	if (isHedged && !isReported) return undefined;
	const content = (message: Words, facts: FindingContent['facts']): FindingContent => ({
		message,
		executionId: plan.executionId,
		exchange: null,
		facts,
	});
	// A difference below the common lot cannot be traded on both legs, so the legs count as hedged.
	if (isHedged) return { is: 'over', ...content(ALERT_TEXT.hedgedAgain({ name: nameOf(state) }), {}) };
	const notional = mulTrunc(abs(difference), price());
	const limit = min(unhedgedMaxUsd, plan.unhedgedMax);
	const lastedMs = now - (imbalancedSince ?? now);
	if (notional <= limit && lastedMs < unhedgedMs) return undefined;
	const leg: LegRole = difference > 0n ? 'long' : 'short';
	return {
		is: 'active',
		severity: 'critical',
		...content(
			ALERT_TEXT.unhedged({
				name: nameOf(state),
				leg,
				notional,
				lastedMs,
				limit,
				limitMs: unhedgedMs,
			}),
			{
				leg,
				unhedgedNotional: figure(notional),
				limitUsd: figure(limit),
				unhedgedMs: lastedMs,
				limitMs: unhedgedMs,
			},
		),
	};
}

/**
 * @param runway returns the account's margin runway as text; null if unknown
 * @param isReported true if the condition has been reported
 */
export function liquidationFinding(
	state: ExecutionState,
	leg: LegRole,
	known: { readonly mark: Decimal | null; readonly liquidation: Decimal | null },
	runway: () => Words | null,
	isReported: boolean,
	{ liquidationDistancePct: limit }: RuleSettings,
): Finding | undefined {
	const share = liquidationDistance(leg, known.mark, known.liquidation);
	if (share === null) return undefined;
	const distance = percentOfShare(share);
	if (distance >= limit && !isReported) return undefined;
	const { venue, instrument } = legPlan(state, leg);
	const content = (message: Words, facts: FindingContent['facts']): FindingContent => ({
		message,
		executionId: state.plan.executionId,
		exchange: venue,
		facts: {
			leg,
			symbol: instrument.symbol,
			liquidationDistancePct: figure(distance),
			limitPct: figure(limit),
			...facts,
		},
	});
	if (distance > mulDown(limit, REARM_FACTOR))
		return {
			is: 'over',
			...content(
				ALERT_TEXT.farFromLiquidation({ name: nameOf(state), leg, exchange: shownNameOf(venue), distance }),
				{},
			),
		};
	if (distance >= limit) return undefined;
	const margin = runway();
	return {
		is: 'active',
		severity: 'critical',
		...content(
			ALERT_TEXT.nearLiquidation({
				name: nameOf(state),
				leg,
				exchange: shownNameOf(venue),
				distance,
				limit,
				runway: margin,
			}),
			{
				marginRunway: margin === null ? null : textOf(margin),
			},
		),
	};
}

/** @param since time when the venue's data was first seen to be out of date; undefined while it is fresh */
export function venueFinding(
	{ venue, state, reason }: VenueDataStatus,
	since: number | undefined,
	now: number,
	{ venueDownMs }: RuleSettings,
): Finding | undefined {
	const content = (message: Words, facts: FindingContent['facts']): FindingContent => ({
		message,
		executionId: null,
		exchange: venue,
		facts,
	});
	if (state === 'fresh' || since === undefined)
		return {
			is: 'over',
			...content(ALERT_TEXT.venueBack({ exchange: shownNameOf(venue) }), { marketData: state }),
		};
	const downMs = now - since;
	if (downMs < venueDownMs) return undefined;
	return {
		is: 'active',
		severity: 'critical',
		...content(ALERT_TEXT.venueDown({ exchange: shownNameOf(venue), downMs, limitMs: venueDownMs, reason }), {
			marketData: state,
			downMs,
			limitMs: venueDownMs,
			reason: reason === null ? null : textOf(reason),
		}),
	};
}

/** @param silent the silent stream; undefined if it has recovered, or if its account is no longer the active one */
export function streamFinding(venue: VenueName, silent: SilentStream | undefined): Finding {
	if (silent === undefined)
		return {
			is: 'over',
			message: ALERT_TEXT.streamBack({ exchange: shownNameOf(venue) }),
			executionId: null,
			exchange: venue,
			facts: {},
		};
	return {
		is: 'active',
		severity: 'warning',
		message: ALERT_TEXT.streamSilent({ exchange: shownNameOf(venue), since: silent.since }),
		executionId: null,
		exchange: venue,
		facts: { silentSince: new Date(silent.since).toISOString() },
	};
}

/** Builds the finding for a kill switch that was set. */
export function haltFinding({ target, reason, at, by, closeAll }: Halt): Finding {
	return {
		is: 'active',
		severity: 'warning',
		message: ALERT_TEXT.halted({
			...placeOf(target.scope, target.scope === 'exchange' ? target.venue : null),
			by,
			at,
			reason,
			closeAll,
		}),
		executionId: null,
		exchange: target.scope === 'exchange' ? target.venue : null,
		facts: {
			scope: target.scope,
			haltedAt: new Date(at).toISOString(),
			haltedBy: by,
			reason,
			closeAll,
		},
	};
}

/** Names a halt by scope, venue and time (`exchange bybit 1764000000000`). A later halt is a different condition. */
export function haltThing({ target, at }: Halt): string {
	return `${target.scope} ${target.scope === 'exchange' ? target.venue : ''} ${at}`;
}

/** Builds the finding for a lifted kill switch. `venue` is null unless the halt was for one exchange. */
export function resumedFinding(scope: string, venue: VenueName | null): Finding {
	return {
		is: 'over',
		message: ALERT_TEXT.resumed(placeOf(scope, venue)),
		executionId: null,
		exchange: venue,
		facts: { scope },
	};
}

function placeOf(scope: string, venue: VenueName | null) {
	return { exchange: venue === null ? null : shownNameOf(venue), everywhere: scope === 'service' };
}

/**
 * Builds the finding on whether a running pair's carry has reversed. Returns undefined between the start and end
 * thresholds (hysteresis).
 */
export function reversalFinding(state: ExecutionState, outlook: Outlook): Finding | undefined {
	const { monthMean, expectedMonth, closeBelow } = adviceFigures(outlook);
	const { reason } = stayAdvice(outlook);
	const content = (message: Words): FindingContent => ({
		message,
		executionId: state.plan.executionId,
		exchange: null,
		facts: {
			monthMeanApr: figureOrNull(monthMean),
			expectedCarry30d: figureOrNull(expectedMonth),
			closeBelow: figureOrNull(closeBelow),
			closeOnReversal: state.exit.closeOnReversal,
		},
	});
	if (isReversed({ ...outlook, exitPremium: 0 })) {
		const message = ALERT_TEXT.reversed({ name: nameOf(state), reason, closes: state.exit.closeOnReversal });
		return { is: 'active', severity: 'warning', ...content(message) };
	}
	if (outlook.monthMean < 0 && outlook.expectedMonth < 0) return undefined;
	return { is: 'over', ...content(ALERT_TEXT.worthHolding({ name: nameOf(state), reason })) };
}
