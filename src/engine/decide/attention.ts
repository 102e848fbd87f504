/** When a person is called for an execution, and when no more. Pure. */
import { type Decimal, formatDecimal } from '../../domain/decimal.ts';
import type { AttentionKind, ExecutionEvent } from '../../domain/event.ts';
import { type ExecutionState, isEnded, legPlan } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { PositionReport } from '../../ports/venue.ts';
import type { Taken } from './reconcile.ts';

type Named = { readonly venue: VenueName; readonly symbol: string };

/** Why a person must look at an execution, with the sentence that they read. */
export type Attention = { readonly of: AttentionKind; readonly reason: string };

/** The first reason stands until it has passed. */
export function raised(state: ExecutionState, { of: kind, reason }: Attention): readonly ExecutionEvent[] {
	return isEnded(state) || state.attention !== null ? [] : [{ type: 'AttentionRaised', kind, reason }];
}

/** The reason is over; nothing where a person is needed for another, or for none. */
export function passed(
	state: ExecutionState,
	kind: AttentionKind,
	reason: string,
): readonly ExecutionEvent[] {
	return state.attentionKind === kind ? [{ type: 'AttentionCleared', reason }] : [];
}

/** A contract left the venue's list and its position, `missing` coins, is not seen there. */
export function unlistedReason(
	{ venue, symbol }: Named,
	missing: Decimal,
	positions: readonly PositionReport[],
): string {
	const alike = positions.find(({ quantity }) => (quantity < 0n ? -quantity : quantity) === missing);
	return `${venue} no longer lists ${symbol}, and the position of ${formatDecimal(missing)} coins there is not seen${alike === undefined ? '' : `, while as much is held of ${alike.symbol}, perhaps its new name`}. Nothing is cut for it. Look at the venue, and close both legs there if it is gone.`;
}

/** The venue holds `unmanaged` coins beyond the executions. */
export function unmanagedReason({ venue, symbol }: Named, unmanaged: Decimal): string {
	return `${venue} holds ${formatDecimal(unmanaged)} coins of ${symbol} beyond this service's executions: somebody trades the account by hand. Close that at the venue; until then nothing more is opened here.`;
}

/** Whether a person is needed for what was taken from a leg: it has no explanation, or a manual trade took it. */
export function attentionOf(
	{ venue, symbol }: Named,
	{ cause }: Pick<Taken, 'cause'>,
	isExplained: boolean,
): Attention | undefined {
	if (!isExplained)
		return {
			of: 'unexplained',
			reason: `The ${venue} position of ${symbol} became smaller and no fill says why; its price is our own estimate. The other leg is cut. Look at the venue's history.`,
		};
	if (cause !== 'hand') return undefined;
	return {
		of: 'hand',
		reason: `The ${venue} position of ${symbol} was reduced by a trade that is not ours; the other leg is cut to match.`,
	};
}

/** Leverage or margin mode at the venue differ from the plan; undefined where they do not. */
export function settingsReason(
	state: ExecutionState,
	leg: LegRole,
	position: PositionReport,
): string | undefined {
	const { leverage, marginMode } = state.plan;
	const { venue, instrument } = legPlan(state, leg);
	const at = `${venue} ${instrument.symbol}`;
	if (position.marginMode !== null && position.marginMode !== marginMode)
		return `The margin mode of ${at} was ${position.marginMode}, the plan is ${marginMode}. Set it at the venue, or close the execution.`;
	if (position.leverage !== null && position.leverage !== leverage)
		return `The leverage of ${at} was ${formatDecimal(position.leverage)}, the plan is ${formatDecimal(leverage)}. Set it at the venue, or close the execution.`;
	return undefined;
}
