/** Settled rates of the last 31 days per instrument, asked for when a detail needs them and kept until the next settlement. */
import { HOUR_MS, type SettledRate } from '../domain/funding.ts';
import { type InstrumentKey, instrumentKey } from '../domain/instrument.ts';
import type { Clock } from '../ports/clock.ts';
import type { InstrumentInputs } from '../ports/market.ts';

/** Settled rates with from ≤ settledAt ≤ to of one instrument, from its venue. @throws when the venue does not answer */
export type FetchSettledRates = (
	venue: string,
	symbol: string,
	from: number,
	to: number,
) => Promise<readonly SettledRate[]>;

/** A venue's history, oldest first, or the sentence why there is none. */
export type History = { readonly rates: readonly SettledRate[] } | { readonly failure: string };

export const DAY_MS = 24 * HOUR_MS;
/** A day more than the longest average, so that its first rate has one before it. */
const HISTORY_MS = 31 * DAY_MS;
/** A venue publishes the rate of a settlement up to this long after it. */
const PUBLISH_MS = 30_000;
/** How long a failure is answered again before the venue is asked again. */
const FAILURE_KEEP_MS = 5_000;
/** How long one answer waits; the request itself goes on, and what it brings is kept. */
const WAIT_MS = 5_000;
/** Stamps of one settlement differ between a venue's ticker and its history by less than this. */
const STAMP_TOLERANCE_MS = 60_000;
/** Instruments whose history is kept; the one kept longest makes room. */
const INSTRUMENTS_MAX = 1_000;

type Kept = { readonly history: Promise<History>; validUntil: number };

export interface SettledHistory {
	/** Never rejects. Calls while a request is under way share it. */
	of(inputs: InstrumentInputs): Promise<History>;
}

export function createSettledHistory(fetchSettledRates: FetchSettledRates, clock: Clock): SettledHistory {
	const keptOf = new Map<InstrumentKey, Kept>();

	function ask(inputs: InstrumentInputs): Kept {
		const { venue, symbol } = inputs.instrument;
		const key = instrumentKey(inputs.instrument);
		const now = clock.now();
		const kept: Kept = {
			validUntil: Number.POSITIVE_INFINITY,
			// Inside an async function, so that a throw before the request is a failure as any other.
			history: (async () => fetchSettledRates(venue, symbol, now - HISTORY_MS, now))().then(
				(rates): History => {
					kept.validUntil = validUntil(rates, inputs, clock.now());
					return { rates: [...rates].sort((a, b) => a.settledAt - b.settledAt) };
				},
				(error: unknown): History => {
					kept.validUntil = clock.now() + FAILURE_KEEP_MS;
					return { failure: error instanceof Error ? error.message : String(error) };
				},
			),
		};
		keptOf.delete(key);
		const oldest = keptOf.keys().next();
		if (keptOf.size >= INSTRUMENTS_MAX && !oldest.done) keptOf.delete(oldest.value);
		keptOf.set(key, kept);
		return kept;
	}

	function within(history: Promise<History>): Promise<History> {
		return new Promise((resolve) => {
			const cancel = clock.after(WAIT_MS, () =>
				resolve({ failure: `The venue did not answer within ${WAIT_MS} ms.` }),
			);
			void history.then((answer) => {
				cancel();
				resolve(answer);
			});
		});
	}

	return {
		of(inputs) {
			const known = keptOf.get(instrumentKey(inputs.instrument));
			const kept = known !== undefined && clock.now() < known.validUntil ? known : ask(inputs);
			return within(kept.history);
		},
	};
}

/** Until the coming settlement's rate is out; only shortly where the last one's is still missing or the clock is unknown. */
function validUntil(rates: readonly SettledRate[], inputs: InstrumentInputs, now: number): number {
	const funding = inputs.ticker?.funding ?? null;
	if (funding === null) return now + PUBLISH_MS;
	const { nextSettlementAt, intervalMs } = funding;
	const lastDueAt = nextSettlementAt - intervalMs;
	const newestAt = rates.reduce((newest, { settledAt }) => Math.max(newest, settledAt), 0);
	const isComplete = newestAt >= lastDueAt - STAMP_TOLERANCE_MS;
	return isComplete ? Math.max(nextSettlementAt, now) + PUBLISH_MS : now + PUBLISH_MS;
}
