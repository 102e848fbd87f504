/**
 * Refits the carry model on the service's own settled history: soon after startup, weekly, and whenever the history
 * has grown by half. A fit runs in slices between other work. The previous model remains in use until the fit is
 * complete.
 */
import { type CarryPair, carryFitSteps } from '../domain/carry-fit.ts';
import type { CarryModel } from '../domain/carry-model.ts';
import { HOUR_MS } from '../domain/funding.ts';
import type { CarryModelStore } from '../ports/carry-model-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';

/**
 * Delay of the first check after startup, ms. During this time, the last month of history is read in the background.
 */
const FIRST_CHECK_MS = 5 * 60_000;
const CHECK_PERIOD_MS = HOUR_MS;
const FIT_PERIOD_MS = 7 * 24 * HOUR_MS;
const GROWTH = 1.5;
/** Minimum training rows (past decisions) for a fit; with fewer, the prior model is better. */
const ROWS_MIN = 1_000;

/**
 * Schedules fits of the carry model and passes each new model to `onModel`. `close` cancels the schedule and a fit in
 * progress.
 */
export function createCarryRefit(parts: {
	/** Returns pairs with the histories of both legs, first and second in canonical order. */
	readonly pairs: () => readonly CarryPair[];
	/** Prior model, which serves pairs with little history. Each fit starts from it. */
	readonly prior: CarryModel;
	readonly store: CarryModelStore;
	readonly clock: Clock;
	readonly log: Logger;
	readonly onModel: (model: CarryModel) => void;
}): { readonly close: () => void } {
	const { clock, log, store } = parts;
	let fittedAt = Number.NEGATIVE_INFINITY;
	let settlementsAtFit = 0;
	let cancel = clock.after(FIRST_CHECK_MS, check);

	function check(): void {
		cancel = clock.after(CHECK_PERIOD_MS, check);
		const pairs = parts.pairs();
		const settlements = pairs.reduce((sum, { first, second }) => sum + first.count + second.count, 0);
		const isDue = clock.now() - fittedAt >= FIT_PERIOD_MS || settlements >= GROWTH * settlementsAtFit;
		if (!isDue || settlements === 0) return;
		fittedAt = clock.now();
		settlementsAtFit = settlements;
		cancel();
		const steps = carryFitSteps(pairs, Math.floor(fittedAt / HOUR_MS), parts.prior);
		step(steps);
	}

	function step(steps: ReturnType<typeof carryFitSteps>): void {
		const next = steps.next();
		if (next.done !== true) {
			cancel = clock.after(0, () => step(steps));
			return;
		}
		cancel = clock.after(CHECK_PERIOD_MS, check);
		take(next.value);
	}

	function take(model: CarryModel): void {
		const { rows } = model;
		if (rows < ROWS_MIN) {
			log.info(
				{ rows, limit: ROWS_MIN },
				'too few past decisions to fit the carry model; the service still uses the prior',
			);
			return;
		}
		log.info({ rows }, 'the carry model was fitted to the service’s own history');
		parts.onModel(model);
		store.save(model, clock.now()).catch((error: unknown) => {
			log.warn(
				{ error },
				'cannot store the fitted carry model; the service fits it again after the next start',
			);
		});
	}

	return { close: () => cancel() };
}
