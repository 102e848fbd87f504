/** Decides which leg of a close rests as maker, and within which limits. */
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { type Decimal, divDown, ONE, sub } from '../../domain/decimal.ts';
import type { MakerClose } from '../../domain/event.ts';
import { type ExecutionState, legPlan } from '../../domain/execution.ts';
import { takenBy } from '../../domain/exit-profit.ts';
import type { LegRole } from '../../domain/ids.ts';
import { midPrice, type OrderBook, oppositeSide } from '../../domain/order-book.ts';
import { statusOf } from '../../domain/status.ts';
import type { SwitchAnswer } from '../../ports/dead-man-switch.ts';
import { CLOSE_TEXT } from '../decide/text.ts';
import { instrumentText } from './text.ts';

/** Terms of a close as maker, and whether the exchange cancels its resting orders if this service dies. */
export type MakerTerms = { readonly maker: MakerClose; readonly guard: SwitchAnswer };

/** Limits of a close as maker: milliseconds and basis points (`MakerClose`). */
export type MakerLimits = { readonly ms: number; readonly moveBpsMax: Decimal };

/**
 * Returns the terms of a close as maker. The leg whose book costs more to take rests, unless only the other leg's
 * exchange cancels resting orders if this service dies.
 * @param books current order books; undefined for a leg without one
 * @throws CarrywireError NOT_CLOSABLE unless the execution runs, QUOTE_STALE without both books
 */
export function makerTerms(
	state: ExecutionState,
	books: Readonly<Record<LegRole, OrderBook | undefined>>,
	switches: Readonly<Record<LegRole, SwitchAnswer>>,
	{ ms, moveBpsMax }: MakerLimits,
): MakerTerms {
	if (state.phase !== 'running')
		throw new CarrywireError('NOT_CLOSABLE', CLOSE_TEXT.makerOfOther({ status: statusOf(state) }), {
			field: 'style',
			facts: { executionId: state.plan.executionId, status: statusOf(state) },
		});
	const long = exitOf(state, 'long', books.long);
	const short = exitOf(state, 'short', books.short);
	const costlier: LegRole = long.slippage >= short.slippage ? 'long' : 'short';
	const other: LegRole = costlier === 'long' ? 'short' : 'long';
	const isOtherSafer = switches[costlier].kind !== 'yes' && switches[other].kind === 'yes';
	const leg = isOtherSafer ? other : costlier;
	const basis = sub(divDown(short.mid, long.mid), ONE);
	return { maker: { leg, ms, basis, moveBpsMax }, guard: switches[leg] };
}

/** Returns the leg's mid price and the slippage of taking its whole holding, as a fraction of the mid price. */
function exitOf(
	state: ExecutionState,
	leg: LegRole,
	book: OrderBook | undefined,
): { readonly mid: Decimal; readonly slippage: Decimal } {
	const { venue, instrument, openSide } = legPlan(state, leg);
	const mid = book === undefined ? undefined : midPrice(book);
	const taken = book === undefined ? undefined : takenBy(book, oppositeSide(openSide), state.held[leg]);
	if (mid === undefined || taken === undefined)
		throw new CarrywireError(
			'QUOTE_STALE',
			CLOSE_TEXT.noRestingBook({ instrument: instrumentText(venue, instrument.symbol) }),
			{
				field: 'style',
			},
		);
	const apart = openSide === 'buy' ? sub(mid, taken.worstPrice) : sub(taken.worstPrice, mid);
	return { mid, slippage: divDown(apart, mid) };
}
