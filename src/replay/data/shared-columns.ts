/** Moves a dataset's columns to shared memory, so that several threads read them without copies. */

import type { Dataset, PriceColumns, SettledColumns, Track } from './dataset.ts';

/** Returns the dataset with its columns in shared memory. */
export function shareColumns(dataset: Dataset): Dataset {
	return { ...dataset, tracks: dataset.tracks.map(shareTrack) };
}

function shareTrack(track: Track): Track {
	const { settled, prices } = track;
	return {
		...track,
		settled: {
			at: shareNumbers(settled.at),
			rates: shareRates(settled.rates),
			intervalsMs: shareNumbers(settled.intervalsMs),
		} satisfies SettledColumns,
		prices:
			prices === undefined
				? undefined
				: ({
						at: shareNumbers(prices.at),
						marks: shareNumbers(prices.marks),
						volumesUsd: shareNumbers(prices.volumesUsd),
					} satisfies PriceColumns),
	};
}

function shareNumbers(column: Float64Array): Float64Array {
	const shared = new Float64Array(new SharedArrayBuffer(column.byteLength));
	shared.set(column);
	return shared;
}

function shareRates(column: BigInt64Array): BigInt64Array {
	const shared = new BigInt64Array(new SharedArrayBuffer(column.byteLength));
	shared.set(column);
	return shared;
}
