/** When a condition stands and when it is over, of each kind: pure, by what is known at one instant. */
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
import type { Finding, Words } from './conditions.ts';
import { nameOf } from './execution-alerts.ts';
import { duration, figure, figureOrNull, percent, usd } from './figures.ts';

/** Limits at which conditions begin. */
export type RuleSettings = {
	/** USD that one leg may be ahead of the other; less where the execution's own plan says so. */
	readonly unhedgedMaxUsd: Decimal;
	/** For how long any of it may stand, milliseconds. */
	readonly unhedgedMs: number;
	/** Percent of the mark. */
	readonly liquidationDistancePct: Decimal;
	readonly venueDownMs: number;
};

/** A leg must be so much farther away again before it is told once more that it is near: hysteresis. */
export const REARM_FACTOR = fromNumber(1.25);

/**
 * @param price of a coin, by which the difference is valued
 * @param stands whether it has been told: else there is nothing to say of what is over, and most is looked at in vain
 */
export function unhedgedFinding(
	state: ExecutionState,
	price: () => Decimal,
	stands: boolean,
	now: number,
	{ unhedgedMaxUsd, unhedgedMs }: RuleSettings,
): Finding | undefined {
	const { plan, held, imbalancedSince } = state;
	const difference = sub(held.long, held.short);
	const isHedged = abs(difference) < plan.commonLot;
	if (isHedged && !stands) return undefined;
	const words = (message: string, facts: Words['facts']): Words => ({
		message: `${nameOf(state)} ${message}`,
		executionId: plan.executionId,
		exchange: null,
		facts,
	});
	// What is less than the common lot cannot be traded on both legs.
	if (isHedged) return { is: 'over', ...words('is hedged again: both legs hold the same.', {}) };
	const notional = mulTrunc(abs(difference), price());
	const limit = min(unhedgedMaxUsd, plan.unhedgedMax);
	const lastedMs = now - (imbalancedSince ?? now);
	if (notional <= limit && lastedMs < unhedgedMs) return undefined;
	const leg: LegRole = difference > 0n ? 'long' : 'short';
	return {
		is: 'stands',
		severity: 'critical',
		...words(
			`is not hedged: its ${leg} leg is ahead by ${usd(notional)} since ${duration(lastedMs)}, limit ${usd(limit)} or ${duration(unhedgedMs)}. It is completed or cut by itself.`,
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

/** @param runway the words of the account's margin runway; null where it is not known  @param stands as above */
export function liquidationFinding(
	state: ExecutionState,
	leg: LegRole,
	known: { readonly mark: Decimal | null; readonly liquidation: Decimal | null },
	runway: () => string | null,
	stands: boolean,
	{ liquidationDistancePct: limit }: RuleSettings,
): Finding | undefined {
	const share = liquidationDistance(leg, known.mark, known.liquidation);
	if (share === null) return undefined;
	const distance = percentOfShare(share);
	if (distance >= limit && !stands) return undefined;
	const { venue, instrument } = legPlan(state, leg);
	const words = (message: string, facts: Words['facts']): Words => ({
		message: `${nameOf(state)}: the ${leg} leg on ${venue} is ${message}`,
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
		return { is: 'over', ...words(`${percent(distance)} from its liquidation price again.`, {}) };
	if (distance >= limit) return undefined;
	const margin = runway();
	return {
		is: 'stands',
		severity: 'critical',
		...words(
			`${percent(distance)} from its liquidation price, limit ${percent(limit)}.${margin === null ? '' : ` Its margin lasts ${margin}.`}`,
			{ marginRunway: margin },
		),
	};
}

/** @param since when it was first seen to be down; undefined while it is fresh */
export function venueFinding(
	{ venue, state, reason }: VenueDataStatus,
	since: number | undefined,
	now: number,
	{ venueDownMs }: RuleSettings,
): Finding | undefined {
	const words = (message: string, facts: Words['facts']): Words => ({
		message,
		executionId: null,
		exchange: venue,
		facts,
	});
	if (state === 'fresh' || since === undefined)
		return { is: 'over', ...words(`${venue} can be read again.`, { marketData: state }) };
	const downMs = now - since;
	if (downMs < venueDownMs) return undefined;
	return {
		is: 'stands',
		severity: 'critical',
		...words(
			`${venue} cannot be read since ${duration(downMs)}, limit ${duration(venueDownMs)}, and you have open executions there: ${reason ?? 'no reason is known.'}`,
			{ marketData: state, downMs, limitMs: venueDownMs, reason },
		),
	};
}

/** @param silent undefined where it is not any more, or another account is in use there */
export function streamFinding(venue: VenueName, silent: SilentStream | undefined): Finding {
	if (silent === undefined)
		return {
			is: 'over',
			message: `The own stream of your account at ${venue} is not silent any more.`,
			executionId: null,
			exchange: venue,
			facts: {},
		};
	const since = new Date(silent.since).toISOString();
	return {
		is: 'stands',
		severity: 'warning',
		message: `The own stream of your account at ${venue} has told of none of its last orders since ${since}: a liquidation would be noticed seconds later, and nothing is opened there. What is open is closed as ever; the stream is opened anew every minute. If this stays, look at the status page of ${venue} and at the proxy or firewall of the machine.`,
		executionId: null,
		exchange: venue,
		facts: { silentSince: since },
	};
}

/** The alert for a kill switch that was set. */
export function haltFinding({ target, reason, at, by, closeAll }: Halt): Finding {
	const who = haltedBy(by);
	const words = reason === null ? 'no reason was given' : reason.replace(/\.$/, '');
	return {
		is: 'stands',
		severity: 'warning',
		message: `Trading${whereOf(target)} is halted by ${who} since ${new Date(at).toISOString()}: ${words}.${closeAll ? ' What runs is being closed.' : ' What runs goes on.'}`,
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

function haltedBy(by: string): string {
	if (by === 'restore') return 'the restore of a backup';
	return by === 'operator' ? 'the operator' : `halt_trading (${by})`;
}

/** The end of the alert for a kill switch; `venue` is null where it was for all. */
export function resumedFinding(scope: string, venue: VenueName | null): Finding {
	return {
		is: 'over',
		message: `Trading${venue === null ? (scope === 'service' ? ' on every exchange' : '') : ` on ${venue}`} is resumed.`,
		executionId: null,
		exchange: venue,
		facts: { scope },
	};
}

function whereOf(target: Halt['target']): string {
	if (target.scope === 'exchange') return ` on ${target.venue}`;
	return target.scope === 'service' ? ' on every exchange' : '';
}

/** Between turned and over nothing changes: hysteresis. */
export function reversalFinding(state: ExecutionState, outlook: Outlook): Finding | undefined {
	const { monthMean, expectedMonth, closeBelow } = adviceFigures(outlook);
	const words = (message: string): Words => ({
		message: `${nameOf(state)} ${message} ${stayAdvice(outlook).reason}`,
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
		const { message, ...rest } = words('has turned against you.');
		return { is: 'stands', severity: 'warning', ...rest, message: `${message} ${reversalAction(state)}` };
	}
	if (outlook.monthMean < 0 && outlook.expectedMonth < 0) return undefined;
	return { is: 'over', ...words('is worth holding again.') };
}

/** Tells how the service will act on a reversal. */
function reversalAction({ exit }: ExecutionState): string {
	return exit.closeOnReversal
		? 'The service closes it when two of its looks in a row say so, later if an exit costs more than usual now.'
		: 'close_on_reversal is off, so the service keeps it open.';
}
