/**
 * Keeps each user's total profit at 00:00 UTC, from the journal's samples. It is held in memory, because the daily
 * profit is computed synchronously, without a read of the journal.
 */
import { type Decimal, parseDecimal, ZERO } from '../domain/decimal.ts';
import { DAY_MS, dayBegin } from '../domain/funding.ts';
import { type Journal, type PnlSample, SAMPLE_KEEP_MS } from '../ports/journal.ts';

/** Number of days whose samples are kept. The day before yesterday is included in case the clock is set back. */
const DAYS_KEPT = 3;

/** Total profit of each user at each recent midnight (UTC), USD. */
export type ProfitBase = ReturnType<typeof createProfitBase>;

/** Creates an empty collection; `prepare` loads one user into it. */
export function createProfitBase(journal: Pick<Journal, 'pnlSamples'>) {
	/** Last sample up to each midnight, by user and then by the midnight that ended the day. */
	const byUser = new Map<string, Map<number, PnlSample>>();
	const loading = new Map<string, Promise<void>>();

	function daysOf(userId: string): Map<number, PnlSample> {
		const days = byUser.get(userId) ?? new Map<number, PnlSample>();
		byUser.set(userId, days);
		return days;
	}

	function put(days: Map<number, PnlSample>, sample: PnlSample): void {
		days.set(Math.ceil(sample.at / DAY_MS) * DAY_MS, sample);
		for (const old of [...days.keys()].sort((a, b) => b - a).slice(DAYS_KEPT)) days.delete(old);
	}

	/** Loads a user's samples. Samples that were added while the journal was being read are newer than its rows. */
	async function load(userId: string, now: number): Promise<void> {
		const rows = await journal.pnlSamples(userId, dayBegin(now) - DAY_MS);
		const added = [...daysOf(userId).values()];
		const days = new Map<number, PnlSample>();
		byUser.set(userId, days);
		for (const sample of [...rows, ...added].sort((a, b) => a.at - b.at)) put(days, sample);
	}

	return {
		/**
		 * Loads the user's samples, so that `at` can be called. `now` is the current time, ms. Rejects if the journal
		 * cannot be read.
		 */
		prepare(userId: string, now: number): Promise<void> {
			const begun = loading.get(userId);
			if (begun !== undefined) return begun;
			const loaded = load(userId, now).catch((error: unknown) => {
				loading.delete(userId);
				throw error;
			});
			loading.set(userId, loaded);
			return loaded;
		},
		/** Adds a sample once it is in the journal. */
		note(userId: string, sample: PnlSample): void {
			const days = daysOf(userId);
			for (const [end, { at }] of days) if (at < sample.at - SAMPLE_KEEP_MS) days.delete(end);
			const present = days.get(Math.ceil(sample.at / DAY_MS) * DAY_MS);
			if (present === undefined || sample.at >= present.at) put(days, sample);
		},
		/**
		 * Returns the total profit in the last sample up to `midnight`, USD; zero if the user had no execution then.
		 */
		at(userId: string, midnight: number): Decimal {
			let last: PnlSample | undefined;
			for (const [end, sample] of byUser.get(userId) ?? [])
				if (end <= midnight && (last === undefined || sample.at > last.at)) last = sample;
			return last === undefined ? ZERO : parseDecimal(last.totalPnl);
		},
	};
}
