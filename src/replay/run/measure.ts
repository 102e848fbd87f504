/** Reads everything that a report needs from a finished play. */

import { toNumber } from '../../domain/decimal.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import { countUpTo, exactAt } from '../data/columns.ts';
import type { Dataset, Track } from '../data/dataset.ts';
import type { PortfolioColumns, Refusal, Transfer } from '../report/result.ts';
import type { Played } from './play.ts';
import type { PortfolioSamples } from './portfolio-samples.ts';
import { type PlayedPositions, readPositions } from './positions.ts';

/** Records of one play. */
export type Course = PlayedPositions & {
	readonly playedUntil: number;
	readonly wasStopped: boolean;
	readonly refusals: readonly Refusal[];
	readonly columns: PortfolioColumns;
	readonly transfers: readonly Transfer[];
};

/** Parts that the reading of a play needs besides the play. */
export type MeasureOptions = {
	readonly dataset: Dataset;
	readonly samples: PortfolioSamples;
	/** Time from a settlement until its rate is known, ms. */
	readonly publicationLagMs: number;
};

/** Reads a play. Its service must still be open. */
export async function measure(
	played: Played,
	{ dataset, samples, publicationLagMs }: MeasureOptions,
): Promise<Course> {
	await samples.takeLast(played.seats, played.now());
	const tracks = new Map(dataset.tracks.map((track) => [`${track.venue} ${track.symbol}`, track]));
	const { positions, funding, trades } = await readPositions(played, {
		hasPrices: dataset.grade !== 'C',
		headlineAt(at, long, short) {
			const [paid, received] = [long, short].map(({ exchange, symbol }) =>
				hourlyRate(tracks.get(`${exchange} ${symbol}`), at - publicationLagMs),
			);
			return typeof paid === 'number' && typeof received === 'number' ? received - paid : null;
		},
	});
	const { playedUntil, wasStopped, refusals } = played;
	return {
		positions,
		trades,
		funding,
		playedUntil,
		wasStopped,
		refusals,
		columns: samples.columns(),
		transfers: samples.transfers(),
	};
}

/** Returns the last settled rate before a time as a fraction per hour; null if there is none or no interval. */
function hourlyRate(track: Track | undefined, at: number): number | null {
	if (track === undefined) return null;
	const { settled } = track;
	const index = countUpTo(settled.at, at) - 1;
	if (index < 0) return null;
	const stated = settled.intervalsMs[index] as number;
	const intervalMs =
		stated > 0 ? stated : (settled.at[index] as number) - (settled.at[index - 1] ?? Number.NaN);
	return intervalMs > 0 ? toNumber(exactAt(settled.rates, index)) / (intervalMs / HOUR_MS) : null;
}
