/**
 * Reads an execution's own position on a leg: the venue's report less the positions of the user's other executions on
 * the same instrument.
 */
import { type Decimal, neg, sub, ZERO } from '../../domain/decimal.ts';
import { type ExecutionState, legPlan } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import { messageOf } from '../../domain/message-of.ts';
import type { Logger } from '../../ports/logger.ts';
import type { VenueTrading } from '../../ports/venue.ts';

/**
 * Returns the execution's own coins in the leg's direction; undefined if the venue does not respond, or if another
 * execution is trading the instrument now. `heldByOthers` returns undefined in the latter case.
 */
export async function readOwn(
	state: ExecutionState,
	leg: LegRole,
	trading: VenueTrading | undefined,
	heldByOthers: () => Decimal | undefined,
	log: Logger,
): Promise<Decimal | undefined> {
	const { venue, instrument } = legPlan(state, leg);
	try {
		const before = heldByOthers();
		const positions = await trading?.positions();
		const others = heldByOthers();
		if (positions === undefined || others === undefined || before !== others) return undefined;
		const quantity = positions.find((position) => position.symbol === instrument.symbol)?.quantity ?? ZERO;
		return sub(leg === 'long' ? quantity : neg(quantity), others);
	} catch (error) {
		log.warn({ venue, error: messageOf(error) }, 'positions could not be read');
		return undefined;
	}
}
