/** Reads the forecast ledger's totals, whether or not a service is running. */
import { dataDirectories } from '../app/data-directories.ts';
import type { OperatorStores } from '../ports/data-directory.ts';

/**
 * Returns the totals for all stored forecasts. @throws Error with a message for the user if the data directory cannot
 * be read
 */
export async function readForecasts(dataDir: string): ReturnType<OperatorStores['forecastSums']> {
	const stores = dataDirectories().openToRead(dataDir);
	try {
		return await stores.forecastSums();
	} finally {
		stores.close();
	}
}
