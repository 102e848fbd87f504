/** Decides when an execution needs manual attention, and when it no longer does. Pure functions. */
import type { Decimal } from '../../domain/decimal.ts';
import type { AttentionKind, ExecutionEvent } from '../../domain/event.ts';
import { type ExecutionState, isEnded, legPlan } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { PositionReport } from '../../ports/venue.ts';
import type { Words } from '../../sentences/sentence.ts';
import { shownNameOf } from '../../venues/facts.ts';
import type { Taken } from './reconcile.ts';
import { ATTENTION_TEXT, nameOf } from './text.ts';

type Named = { readonly venue: VenueName; readonly symbol: string };

/** Why an execution needs manual attention, with the message for the user. */
export type Attention = { readonly of: AttentionKind; readonly reason: Words };

/**
 * Returns the event that raises attention; no event if the execution has ended or already needs attention. The first
 * reason stays until it is cleared.
 */
export function raised(state: ExecutionState, { of: kind, reason }: Attention): readonly ExecutionEvent[] {
	return isEnded(state) || state.attention !== null ? [] : [{ type: 'AttentionRaised', kind, reason }];
}

/**
 * Returns the event that clears attention of this kind; no event if the execution needs no attention or needs it for
 * another reason.
 */
export function passed(state: ExecutionState, kind: AttentionKind, reason: Words): readonly ExecutionEvent[] {
	return state.attentionKind === kind ? [{ type: 'AttentionCleared', reason }] : [];
}

/**
 * Builds the message for a contract that its venue no longer lists, after `missing` coins have disappeared from the
 * venue's positions.
 */
export function unlistedReason(
	{ venue, symbol }: Named,
	missing: Decimal,
	positions: readonly PositionReport[],
): Words {
	const alike = positions.find(({ quantity }) => (quantity < 0n ? -quantity : quantity) === missing);
	return ATTENTION_TEXT.unlisted({
		exchange: shownNameOf(venue),
		symbol,
		missing,
		alike: alike?.symbol ?? null,
	});
}

/** Builds the message for `unmanaged` coins: coins at the venue that belong to no execution. */
export function unmanagedReason({ venue, symbol }: Named, unmanaged: Decimal): Words {
	return ATTENTION_TEXT.unmanaged({ exchange: shownNameOf(venue), symbol, coins: unmanaged });
}

/**
 * Returns the attention to raise for a leg that something other than our orders has reduced: an unexplained reduction
 * or a manual trade. Returns undefined if the reduction needs no attention.
 */
export function attentionOf(
	{ venue, symbol }: Named,
	{ cause }: Pick<Taken, 'cause'>,
	isExplained: boolean,
): Attention | undefined {
	const contract = { exchange: shownNameOf(venue), symbol };
	if (!isExplained) return { of: 'unexplained', reason: ATTENTION_TEXT.unexplained(contract) };
	return cause === 'hand' ? { of: 'hand', reason: ATTENTION_TEXT.manualTrade(contract) } : undefined;
}

/**
 * Builds the message for a leverage or margin mode at the venue that differs from the plan; undefined if both match.
 */
export function settingsReason(
	state: ExecutionState,
	leg: LegRole,
	position: PositionReport,
): Words | undefined {
	const { leverage, marginMode } = state.plan;
	const { venue, instrument: contract } = legPlan(state, leg);
	const instrument = nameOf(venue, contract.symbol);
	if (position.marginMode !== null && position.marginMode !== marginMode)
		return ATTENTION_TEXT.marginMode({ instrument, actual: position.marginMode, planned: marginMode });
	if (position.leverage !== null && position.leverage !== leverage)
		return ATTENTION_TEXT.leverage({ instrument, actual: position.leverage, planned: leverage });
	return undefined;
}
