/**
 * Watches the margin of the accounts that pots trade on, by the levels of the margin planner. Every call reads the
 * accounts' latest readings from memory; the level of each account has the hysteresis of `margin-levels.ts`.
 */
import { type Decimal, fromNumber, ONE } from '../domain/decimal.ts';
import { published } from '../domain/estimate.ts';
import { type ExecutionState, isEnded, legPlan } from '../domain/execution.ts';
import { horizonLeftMs } from '../domain/horizon-left.ts';
import type { VenueName } from '../domain/instrument.ts';
import { accountFigures } from '../planner/margin-book.ts';
import { LEVEL_SHARES, marginLevel, targetShare } from '../planner/margin-levels.ts';
import { marginReductions, type ReduciblePair, type StrainedAccount } from '../planner/margin-reduction.ts';
import {
	bookAccount,
	bookExecution,
	type ContractFigures,
	type ReportedAccount,
} from '../planner/reported-book.ts';
import type { MarginAlarm, PairReduction, PotMargins } from '../ports/autopilot.ts';
import type { Clock } from '../ports/clock.ts';
import type { MarginLevel } from '../ports/margin-plan.ts';
import type { OpportunityBook } from '../ports/opportunities.ts';
import type { PositionReport } from '../ports/venue.ts';
import { shownNameOf } from '../venues/facts.ts';
import { AUTOPILOT_TEXT } from './text.ts';

/** Dependencies of the watch. */
export type PotMarginOptions = {
	/** Returns the latest readings of a user's accounts that are recent enough. */
	readonly readings: (userId: string) => Iterable<readonly [VenueName, TakenReading]>;
	/** Returns the user's executions in memory. */
	readonly statesOf: (userId: string) => readonly ExecutionState[];
	readonly figures: Omit<ContractFigures, 'shownNameOf'>;
	/** Returns the carry that one USD of two legs is expected to bring until the horizon, as a fraction. */
	readonly expectedCarry: OpportunityBook['expectedCarry'];
	readonly clock: Pick<Clock, 'now'>;
};

/** A reading of an account. `takenAt`: start of the read, Unix milliseconds. */
export type TakenReading = Omit<ReportedAccount, 'exchange'> & { readonly takenAt: number };

/** Shares are rounded up to a multiple of the inverse of this number. */
const SHARE_STEPS = 10_000;

/** Creates the watch. After a restart the levels begin as if all accounts had enough margin. */
export function createPotMargins(options: PotMarginOptions): PotMargins {
	const { readings, statesOf, clock } = options;
	const levels = new Map<string, { readonly level: MarginLevel; readonly since: number }>();
	return {
		alarms(userId) {
			const states = statesOf(userId).filter((state) => !isEnded(state));
			return [...readings(userId)].flatMap(([exchange, reading]): readonly MarginAlarm[] => {
				const strained = strainedAccount(options, exchange, reading, states);
				if (strained === undefined) return [];
				const { share, target } = strained;
				const key = `${userId} ${exchange}`;
				const before = levels.get(key);
				const level = marginLevel(share, target, before?.level);
				const known = before?.level === level ? before : { level, since: clock.now() };
				levels.set(key, known);
				if (level === 'ok' || share === null) return [];
				const facts = { exchange: shownNameOf(exchange), share: published(share) };
				const message = AUTOPILOT_TEXT.thinMargin({
					...facts,
					limit: published(LEVEL_SHARES[level] * target),
				});
				return [{ exchange, level, since: known.since, readAt: reading.takenAt, message }];
			});
		},
		reductions: (userId, exchange, executionIds) => reductions(options, userId, exchange, executionIds),
	};
}

type Strained = StrainedAccount & { readonly share: number | null };

/** Returns the figures of an account; undefined without a mark of a position, because its notional is then unknown. */
function strainedAccount(
	{ figures }: PotMarginOptions,
	exchange: VenueName,
	reading: TakenReading,
	states: readonly ExecutionState[],
): Strained | undefined {
	const reasons: Parameters<typeof bookAccount>[3] = [];
	const account = bookAccount({ exchange, ...reading }, states, { ...figures, shownNameOf }, reasons);
	if (reasons.some(({ code }) => code === 'MARK_UNKNOWN')) return undefined;
	const { equity, gross, share } = accountFigures(account);
	return { exchange, equity, gross, share, target: targetShare(account) };
}

/**
 * Returns the parts of the executions to close. They relieve their own part of the account, in proportion to their
 * notional there, because other executions of the account belong to other pots or to the user.
 */
function reductions(
	options: PotMarginOptions,
	userId: string,
	exchange: VenueName,
	executionIds: readonly string[],
): readonly PairReduction[] {
	const accounts = new Map(options.readings(userId));
	const reading = accounts.get(exchange);
	const open = options.statesOf(userId).filter((state) => !isEnded(state));
	const account = reading === undefined ? undefined : strainedAccount(options, exchange, reading, open);
	if (account === undefined || account.gross === 0) return [];
	const positionOf = (venue: VenueName, symbol: string) =>
		accounts.get(venue)?.positions.find((position) => position.symbol === symbol);
	const own = new Set(executionIds);
	const pairs = open
		.filter(({ plan }) => own.has(plan.executionId))
		.flatMap((state) => pairOf(options, state, exchange, positionOf) ?? []);
	const gross = Math.min(
		account.gross,
		pairs.reduce((sum, { there }) => sum + there, 0),
	);
	const part = { ...account, gross, equity: (account.equity * gross) / account.gross };
	return marginReductions(part, pairs).map(({ executionId, notional, isWhole }) => {
		const whole = pairs.find((pair) => pair.executionId === executionId)?.notional ?? notional;
		return { executionId, share: isWhole ? ONE : shareOf(notional / whole) };
	});
}

/** Returns a pair with the notional of its legs at the exchange; undefined if it has no leg or no notional there. */
function pairOf(
	{ figures, expectedCarry, clock }: PotMarginOptions,
	state: ExecutionState,
	exchange: VenueName,
	positionOf: (venue: VenueName, symbol: string) => PositionReport | undefined,
): (ReduciblePair & { readonly there: number }) | undefined {
	const [long, short] = (['long', 'short'] as const).map((leg) => {
		const { venue, instrument } = legPlan(state, leg);
		return { venue, symbol: instrument.symbol };
	});
	if (long === undefined || short === undefined) return undefined;
	const found = expectedCarry(long, short, horizonLeftMs(state, clock.now()));
	const pair = bookExecution(
		state,
		{ ...figures, shownNameOf },
		{ positionOf, expectedCarry: 'carry' in found ? found.carry : null },
	);
	if (pair === undefined) return undefined;
	const there = [pair.long, pair.short]
		.filter((leg) => leg.exchange === exchange)
		.reduce((sum, { notional }) => sum + notional, 0);
	return there === 0
		? undefined
		: { ...pair, notional: Math.min(pair.long.notional, pair.short.notional), there };
}

function shareOf(share: number): Decimal {
	const steps = Math.max(1, Math.ceil(share * SHARE_STEPS));
	return steps >= SHARE_STEPS ? ONE : fromNumber(steps / SHARE_STEPS);
}
