/**
 * Watches the margin of the accounts that pots trade on, by the levels of the margin planner. Every call reads the
 * accounts' latest readings from memory; the level of each account has the hysteresis of `margin-levels.ts`.
 */
import { type Decimal, fromNumber, ONE } from '../domain/decimal.ts';
import { published } from '../domain/estimate.ts';
import { type ExecutionState, isEnded } from '../domain/execution.ts';
import type { VenueName } from '../domain/instrument.ts';
import { accountFigures } from '../planner/margin-book.ts';
import { LEVEL_SHARES, marginLevel, targetShare } from '../planner/margin-levels.ts';
import { bookAccount, type ContractFigures, type ReportedAccount } from '../planner/reported-book.ts';
import type { MarginAlarm, PotMargins } from '../ports/autopilot.ts';
import type { Clock } from '../ports/clock.ts';
import type { MarginLevel } from '../ports/margin-plan.ts';
import { shownNameOf } from '../venues/facts.ts';
import { AUTOPILOT_TEXT } from './text.ts';

/** Dependencies of the watch. */
export type PotMarginOptions = {
	/** Returns the latest readings of a user's accounts that are recent enough. */
	readonly readings: (userId: string) => Iterable<readonly [VenueName, Omit<ReportedAccount, 'exchange'>]>;
	/** Returns the user's executions in memory. */
	readonly statesOf: (userId: string) => readonly ExecutionState[];
	readonly figures: Omit<ContractFigures, 'shownNameOf'>;
	readonly clock: Pick<Clock, 'now'>;
};

/** A reduction aims above the level `transfer` by this factor, because prices go on moving. */
const REDUCED_TO = 1.02;
/** Fee and slippage of a close, a fraction: they lower the equity that a reduction relieves. */
const CLOSE_COST = 0.0008;
/** Shares are rounded up to a multiple of the inverse of this number. */
const SHARE_STEPS = 10_000;

/** Creates the watch. After a restart the levels begin as if all accounts had enough margin. */
export function createPotMargins({ readings, statesOf, figures, clock }: PotMarginOptions): PotMargins {
	const levels = new Map<string, { readonly level: MarginLevel; readonly since: number }>();
	return {
		alarms(userId) {
			const states = statesOf(userId).filter((state) => !isEnded(state));
			return [...readings(userId)].flatMap(([exchange, reading]): readonly MarginAlarm[] => {
				const reasons: Parameters<typeof bookAccount>[3] = [];
				const account = bookAccount({ exchange, ...reading }, states, { ...figures, shownNameOf }, reasons);
				// Without a mark, the notional is unknown, so the level stays as it was.
				if (reasons.some(({ code }) => code === 'MARK_UNKNOWN')) return [];
				const key = `${userId} ${exchange}`;
				const before = levels.get(key);
				const { equity, gross, share } = accountFigures(account);
				const target = targetShare(account);
				const level = marginLevel(share, target, before?.level);
				const known = before?.level === level ? before : { level, since: clock.now() };
				levels.set(key, known);
				if (level === 'ok' || share === null) return [];
				return [
					{
						exchange,
						level,
						since: known.since,
						reduceShare: reduceShare(equity, gross, target),
						message: AUTOPILOT_TEXT.thinMargin({
							exchange: shownNameOf(exchange),
							share: published(share),
							limit: published(LEVEL_SHARES[level] * target),
						}),
					},
				];
			});
		},
	};
}

/**
 * Returns the share of every pair at the exchange to close, so that its equity per notional is above the level
 * `transfer` again. Closing y of notional changes it to (equity − cost · y) / (gross − y).
 */
function reduceShare(equity: number, gross: number, target: number): Decimal {
	const goal = LEVEL_SHARES.transfer * target * REDUCED_TO;
	const lacking = goal * gross - equity;
	const share = goal <= CLOSE_COST ? 1 : lacking / ((goal - CLOSE_COST) * gross);
	const steps = Math.max(1, Math.ceil(share * SHARE_STEPS));
	return steps >= SHARE_STEPS ? ONE : fromNumber(steps / SHARE_STEPS);
}
