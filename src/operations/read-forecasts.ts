/** Reads the totals of the forecast ledger, with or without a running service. */
import { dataDirectories } from '../app/data-directories.ts';
import type { OperatorStores } from '../ports/data-directory.ts';

/** The totals of all stored forecasts. @throws Error with a sentence if the data directory cannot be read */
export function readForecasts(dataDir: string): ReturnType<OperatorStores['forecastSums']> {
	const stores = dataDirectories().openToRead(dataDir);
	try {
		return stores.forecastSums();
	} finally {
		stores.close();
	}
}
