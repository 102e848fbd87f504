/** When an execution needs manual attention, and when it no longer does. Pure. */
import type { Decimal } from '../../domain/decimal.ts';
import type { AttentionKind, ExecutionEvent } from '../../domain/event.ts';
import { type ExecutionState, isEnded, legPlan } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { PositionReport } from '../../ports/venue.ts';
import type { Taken } from './reconcile.ts';
import { ATTENTION, nameOf } from './text.ts';

type Named = { readonly venue: VenueName; readonly symbol: string };

/** Why a person must check an execution, with the sentence that they read. */
export type Attention = { readonly of: AttentionKind; readonly reason: string };

/** The first reason remains until it has passed. */
export function raised(state: ExecutionState, { of: kind, reason }: Attention): readonly ExecutionEvent[] {
	return isEnded(state) || state.attention !== null ? [] : [{ type: 'AttentionRaised', kind, reason }];
}

/** Clears the reason; does nothing when a person is needed for another reason, or for none. */
export function passed(
	state: ExecutionState,
	kind: AttentionKind,
	reason: string,
): readonly ExecutionEvent[] {
	return state.attentionKind === kind ? [{ type: 'AttentionCleared', reason }] : [];
}

/** A contract left the venue's list, and its position of `missing` coins is not visible there. */
export function unlistedReason(
	{ venue, symbol }: Named,
	missing: Decimal,
	positions: readonly PositionReport[],
): string {
	const alike = positions.find(({ quantity }) => (quantity < 0n ? -quantity : quantity) === missing);
	return ATTENTION.unlisted(venue, symbol, missing, alike?.symbol);
}

/** The venue holds `unmanaged` coins beyond the executions. */
export function unmanagedReason({ venue, symbol }: Named, unmanaged: Decimal): string {
	return ATTENTION.unmanaged(venue, symbol, unmanaged);
}

/** Whether a person is needed after a leg shrank: it has no explanation, or a manual trade reduced it. */
export function attentionOf(
	{ venue, symbol }: Named,
	{ cause }: Pick<Taken, 'cause'>,
	isExplained: boolean,
): Attention | undefined {
	if (!isExplained) return { of: 'unexplained', reason: ATTENTION.unexplained(venue, symbol) };
	return cause === 'hand' ? { of: 'hand', reason: ATTENTION.manualTrade(venue, symbol) } : undefined;
}

/** Leverage or margin mode at the venue differ from the plan; undefined when they match. */
export function settingsReason(
	state: ExecutionState,
	leg: LegRole,
	position: PositionReport,
): string | undefined {
	const { leverage, marginMode } = state.plan;
	const { venue, instrument } = legPlan(state, leg);
	const name = nameOf(venue, instrument.symbol);
	if (position.marginMode !== null && position.marginMode !== marginMode)
		return ATTENTION.marginMode(name, position.marginMode, marginMode);
	if (position.leverage !== null && position.leverage !== leverage)
		return ATTENTION.leverage(name, position.leverage, leverage);
	return undefined;
}
