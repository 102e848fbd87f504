/**
 * Books settlements from the venues' own payment records. After each settlement instant of a held instrument the
 * records are asked for until the payment is there (a venue may be some 20 s late), and everything is swept once a
 * minute, so that a record that came late, or while the service was down, is booked too. Records are deduplicated by
 * the venue's own id; only instants while the leg was held count.
 */
import { type ExecutionState, isEnded, legOrders, legPlan } from '../domain/execution.ts';
import { HOUR_MS } from '../domain/funding.ts';
import type { LegRole } from '../domain/ids.ts';
import type { TradingAccounts } from '../ports/accounts.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type { Logger } from '../ports/logger.ts';
import type { Market } from '../ports/market.ts';
import type { FundingPaymentReport } from '../ports/venue.ts';
import type { ExecutionDriver } from './driver.ts';

export type SettlementOptions = {
	readonly driver: ExecutionDriver;
	readonly market: Market;
	readonly accounts: TradingAccounts;
	readonly clock: Clock;
	readonly log: Logger;
	/** Distance of the reads after an instant; the last ones cover a venue that records late. */
	readonly readDelaysMs: readonly number[];
	readonly sweepPeriodMs: number;
	/** An ended execution is swept until both venues have answered a sweep begun so long after its close. */
	readonly lateRecordMs: number;
	readonly journal: Pick<Journal, 'markFundingComplete'>;
};

const LEGS: readonly LegRole[] = ['long', 'short'];
/** How often the settlement clocks of held instruments are looked at. */
const WATCH_PERIOD_MS = 1_000;
/** Records of an instant that fall this much outside the held time are still looked at: venues stamp with jitter. */
const STAMP_JITTER_MS = 1_000;
const FIRST_SWEEP_MS = 2_000;
const ENDED_PAUSE_MS = 1_000;
/** Behind the last booked record a missing one is looked for this long: a long-held leg is not read from its start each time. */
const LOOK_BACK_MS = 24 * HOUR_MS;

export function createSettlementCollector(options: SettlementOptions) {
	const { driver, market, clock, log } = options;
	/** Per execution leg: the instant whose reads are scheduled. */
	const scheduled = new Map<string, number>();
	const timers = new Set<() => void>();
	const cancelWatch = clock.every(WATCH_PERIOD_MS, watch);
	const cancelSweep = clock.every(options.sweepPeriodMs, () => void sweepAll());
	// What ended before the last stop may lack records.
	later(FIRST_SWEEP_MS, () => void sweepAll());
	/** Reads under way, by execution leg. */
	const sweeping = new Map<string, Promise<boolean>>();
	let sweepingAll = false;

	function watch(): void {
		for (const state of driver.states()) {
			if (isEnded(state)) continue;
			for (const leg of LEGS) if (state.held[leg] > 0n) watchLeg(state, leg);
		}
	}

	/** Schedules the reads of the coming instant once. */
	function watchLeg(state: ExecutionState, leg: LegRole): void {
		const { venue, instrument } = legPlan(state, leg);
		const next = market.get(venue, instrument.symbol)?.ticker?.funding?.nextSettlementAt;
		const key = keyOf(state, leg);
		if (next === undefined || scheduled.get(key) === next) return;
		scheduled.set(key, next);
		for (const delay of options.readDelaysMs)
			later(next - clock.now() + delay, () => void readUntilBooked(state.plan.executionId, leg, next));
	}

	function later(delayMs: number, task: () => void): void {
		const cancel = clock.after(Math.max(0, delayMs), () => {
			timers.delete(cancel);
			task();
		});
		timers.add(cancel);
	}

	/** One read, unless the instant is booked already. */
	async function readUntilBooked(executionId: string, leg: LegRole, instant: number): Promise<void> {
		const state = driver.state(executionId);
		if (state === undefined) return;
		const booked = state.funding.some(
			(record) => record.leg === leg && Math.abs(record.settledAt - instant) <= STAMP_JITTER_MS,
		);
		if (!booked) await sweepLeg(state, leg);
	}

	async function sweepAll(): Promise<void> {
		if (sweepingAll) return;
		sweepingAll = true;
		try {
			const states = driver.states();
			for (const state of states.filter((one) => !isEnded(one))) await sweepOrFinish(state);
			// After a start there may be many: slowly, so that nobody who trades waits for a place behind them.
			for (const state of states.filter(isEnded)) {
				await sweepOrFinish(state);
				await new Promise<void>((resolve) => later(ENDED_PAUSE_MS, resolve));
			}
		} finally {
			sweepingAll = false;
		}
	}

	async function sweepOrFinish(state: ExecutionState): Promise<void> {
		const begunAt = clock.now();
		const complete = await sweep(state.plan.executionId);
		if (!complete || state.closedAt === undefined || begunAt - state.closedAt <= options.lateRecordMs) return;
		try {
			await options.journal.markFundingComplete(state.plan.executionId);
			forget(state);
		} catch (error) {
			log.warn({ executionId: state.plan.executionId, error }, 'complete settlements could not be noted');
		}
	}

	function forget(state: ExecutionState): void {
		for (const leg of LEGS) scheduled.delete(keyOf(state, leg));
		driver.forget(state.plan.executionId);
	}

	/** Books whatever the venues have recorded for both legs. False when one did not answer; the next sweep tries again. */
	async function sweep(executionId: string): Promise<boolean> {
		const state = driver.state(executionId);
		if (state === undefined) return true;
		const answered = await Promise.all(
			LEGS.map(async (leg) => {
				// A read that is under way may have asked before the record was there.
				await sweeping.get(keyOf(state, leg));
				return sweepLeg(state, leg);
			}),
		);
		return answered.every(Boolean);
	}

	/** Concurrent sweeps of one leg share one request. */
	function sweepLeg(state: ExecutionState, leg: LegRole): Promise<boolean> {
		const key = keyOf(state, leg);
		const running = sweeping.get(key);
		if (running !== undefined) return running;
		const sweepOne = readLeg(state, leg).finally(() => sweeping.delete(key));
		sweeping.set(key, sweepOne);
		return sweepOne;
	}

	/** False when the venue did not answer. */
	async function readLeg(asked: ExecutionState, leg: LegRole): Promise<boolean> {
		const state = driver.state(asked.plan.executionId) ?? asked;
		const { venue, instrument } = legPlan(state, leg);
		const trading = options.accounts.trading(state.plan.userId, venue);
		const held = heldSpan(state, leg, clock.now());
		if (held === undefined) return true;
		if (trading === undefined) return false;
		try {
			const payments = await trading.fundingPayments(
				instrument.symbol,
				readFrom(state, leg, held.from) - STAMP_JITTER_MS,
				held.to + STAMP_JITTER_MS,
			);
			const ours = payments.filter((payment) => isWithin(payment, held));
			if (ours.length > 0) driver.submit(state.plan.executionId, { kind: 'funding', leg, payments: ours });
			return true;
		} catch (error) {
			log.warn(
				{
					executionId: state.plan.executionId,
					venue,
					error: error instanceof Error ? error.message : String(error),
				},
				'settlement records could not be read',
			);
			return false;
		}
	}

	return {
		sweep,
		close(): void {
			cancelWatch();
			cancelSweep();
			for (const cancel of timers) cancel();
			timers.clear();
		},
	};
}

/** From the first fill of the leg to the fill that ended it (or now). Undefined when nothing ever filled. */
export function heldSpan(
	state: ExecutionState,
	leg: LegRole,
	now: number,
): { readonly from: number; readonly to: number } | undefined {
	const times = legOrders(state, leg).flatMap((order) => order.fills.map((fill) => fill.filledAt));
	if (times.length === 0) return undefined;
	return { from: Math.min(...times), to: state.held[leg] > 0n ? now : Math.max(...times) };
}

function readFrom(state: ExecutionState, leg: LegRole, heldFrom: number): number {
	const booked = state.funding.filter((record) => record.leg === leg).map((record) => record.settledAt);
	return booked.length === 0 ? heldFrom : Math.max(heldFrom, Math.max(...booked) - LOOK_BACK_MS);
}

/** A settlement pays whoever holds at the instant: after the first fill, up to and with the last. */
function isWithin(
	payment: FundingPaymentReport,
	held: { readonly from: number; readonly to: number },
): boolean {
	return payment.settledAt >= held.from && payment.settledAt <= held.to;
}

function keyOf(state: ExecutionState, leg: LegRole): string {
	return `${state.plan.executionId} ${leg}`;
}
