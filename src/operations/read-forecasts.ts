/** Reads the sums of the ledger of promises, whether or not a service runs on the data directory. */
import { dataDirectories } from '../app/data-directories.ts';
import type { OperatorStores } from '../ports/data-directory.ts';

/** The sums over all forecasts (promises) that a data directory keeps. @throws Error with a sentence when it cannot be read */
export function readForecasts(dataDir: string): ReturnType<OperatorStores['forecastSums']> {
	const stores = dataDirectories().openToRead(dataDir);
	try {
		return stores.forecastSums();
	} finally {
		stores.close();
	}
}
