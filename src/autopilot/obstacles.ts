/** Says why a change is not sent now: what has changed since its decision, and the limits of the pot. */
import { add, divDown, fromInteger, mulDown } from '../domain/decimal.ts';
import { dayBegin } from '../domain/funding.ts';
import { isReduction, type Pot } from '../ports/autopilot.ts';
import { type ChangeEvent, type DecidedChange, type Decision, lastEvent } from '../ports/autopilot-store.ts';
import type { Words } from '../sentences/sentence.ts';
import { dayLimitReason } from './day-limits.ts';
import { isUrgent } from './decide.ts';
import type { AutopilotState, NumberedChange } from './parts.ts';
import { AUTOPILOT_TEXT } from './text.ts';

const TWO_LEGS = fromInteger(2);

/**
 * Returns why a change is not sent now: an event that ends it, or `waits` while it waits for a person; undefined if
 * nothing keeps it.
 */
export async function obstacleOf(
	state: AutopilotState,
	{ pot, decision, n, change }: NumberedChange,
	isAgentStopped: boolean,
): Promise<ChangeEvent | 'waits' | undefined> {
	const at = state.clock.now();
	const last = lastEvent(decision, n)?.kind;
	const skipped = (message: Words): ChangeEvent => ({ kind: 'skipped', at, message });
	// A pot that has stopped keeps its positions, so its urgent changes end too.
	if (pot.state === 'stopped' || (pot.state === 'stopping' && !isUrgent(decision)))
		return skipped(AUTOPILOT_TEXT.notNow({ state: pot.state }));
	if (isUrgent(decision)) return undefined;
	const grows = !isReduction(change.kind);
	if (grows && at > decision.validUntil)
		return { kind: 'expired', at, message: AUTOPILOT_TEXT.late({ until: decision.validUntil }) };
	const isReplaced = isOutdated(pot, decision) && (grows || last !== 'begun');
	const isSuggested = pot.settings.mode === 'suggest' && last === undefined;
	if (isReplaced || (grows && (isSuggested || !isAllowed(state, pot, change))))
		return { kind: 'expired', at, message: AUTOPILOT_TEXT.replaced() };
	if (last === 'suggested') return 'waits';
	if (pot.state === 'paused') return grows ? skipped(AUTOPILOT_TEXT.notNow({ state: pot.state })) : 'waits';
	if (!grows) return undefined;
	if (isAgentStopped) return skipped(AUTOPILOT_TEXT.agentStopped());
	const halt = state.haltOf(pot.userId, [change.long.venue, change.short.venue]);
	if (halt !== undefined) return { kind: 'refused', at, code: 'TRADING_HALTED', message: halt };
	const queue = state.queues.guard(pot.tradesAs, change);
	if (queue !== undefined) return skipped(queue);
	const made = await state.store.sentSince(pot.potId, dayBegin(at));
	const limit = dayLimitReason(change, made, pot.settings.limits);
	return limit === undefined ? undefined : skipped(limit);
}

/** Returns true if the settings of the pot have changed since the decision. Its changes that have not begun then end. */
export function isOutdated({ settingsAt }: Pot, decision: Pick<Decision, 'at'>): boolean {
	return settingsAt !== null && decision.at < settingsAt;
}

/** Returns true if the present settings of the pot allow a change that makes it grow. */
function isAllowed(state: AutopilotState, pot: Pot, change: DecidedChange): boolean {
	const { coinsAllowed, coinsDenied, exchanges } = pot.settings;
	return (
		(coinsAllowed?.includes(change.coin) ?? true) &&
		!coinsDenied.includes(change.coin) &&
		[change.long, change.short].every(({ venue }) => exchanges.includes(venue)) &&
		(change.kind === 'roll' || fitsCapital(state, pot, change))
	);
}

/** Compares the pot's positions, with what its openings in motion will hold, with its capital at its leverage. */
function fitsCapital({ book, books }: AutopilotState, pot: Pot, { notional }: DecidedChange): boolean {
	const { capital, leverage } = pot.settings;
	const held = books.committed(book.executionsOf(pot.potId));
	return add(held, notional) <= divDown(mulDown(capital, leverage), TWO_LEGS);
}
