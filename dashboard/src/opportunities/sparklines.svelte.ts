/** Loads the daily spreads of the rows in view. It is itself loaded only after the first figures have arrived. */
import { instant } from '../live/clock.svelte.ts';
import type { Service } from '../live/service.svelte.ts';
import { type Spark, sparkOf } from './spark-path.ts';

export type Sparklines = {
	/** Loads the spreads of these opportunities, unless they are known and recent. */
	want(ids: readonly string[]): void;
	/** Returns an opportunity's curve; undefined until it has arrived, and if no day is known. */
	of(id: string): Spark | undefined;
};

/** Time after which the spreads of a visible row are loaded again, milliseconds. The service adds a day each hour. */
const HOLDS_MS = 300_000;
/** Maximum number of opportunities in one call. */
const IDS_MAX = 100;

export function createSparklines(service: Service): Sparklines {
	const askedAt = new Map<string, number>();
	let sparks = $state.raw<ReadonlyMap<string, Spark | undefined>>(new Map());

	async function load(ids: readonly string[]): Promise<void> {
		try {
			const { data } = await service.call('get_daily_spreads', { opportunity_ids: ids });
			sparks = new Map([
				...sparks,
				...data.map(({ opportunity_id: id, daily_spreads: days }) => [id, sparkOf(days ?? [])] as const),
			]);
		} catch {
			// The list stays complete without the curves. They are requested again with the next rows.
			for (const id of ids) askedAt.delete(id);
		}
	}

	return {
		want(ids) {
			const now = instant();
			const missing = ids.filter((id) => (askedAt.get(id) ?? 0) + HOLDS_MS < now).slice(0, IDS_MAX);
			if (missing.length === 0) return;
			for (const id of missing) askedAt.set(id, now);
			void load(missing);
		},
		of: (id) => sparks.get(id),
	};
}
