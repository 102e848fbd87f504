/** Moves a dataset's columns to shared memory, so that several threads read them without copies. */

import type { Dataset, PriceColumns, SettledColumns, Track } from './dataset.ts';

/** Returns the dataset with its columns in shared memory. */
export function shareColumns(dataset: Dataset): Dataset {
	// Contracts of a dataset may have one column together, and then still do.
	const shared = new Map<Float64Array, Float64Array>();
	const share = (column: Float64Array): Float64Array => {
		const known = shared.get(column) ?? shareNumbers(column);
		shared.set(column, known);
		return known;
	};
	return { ...dataset, tracks: dataset.tracks.map((track) => shareTrack(track, share)) };
}

function shareTrack(track: Track, share: (column: Float64Array) => Float64Array): Track {
	const { settled, prices } = track;
	return {
		...track,
		settled: {
			at: share(settled.at),
			rates: shareRates(settled.rates),
			intervalsMs: share(settled.intervalsMs),
		} satisfies SettledColumns,
		prices:
			prices === undefined
				? undefined
				: ({
						at: share(prices.at),
						marks: share(prices.marks),
						volumesUsd: share(prices.volumesUsd),
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
