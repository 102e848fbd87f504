/** In which mode a data directory is used: once and for all, so that simulated, paper, test and real money never share a journal. */
import type { TradingMode } from '../domain/trading-mode.ts';
import type { DirectoryFacts } from '../ports/directory-facts.ts';

/** The data directory belongs to another trading mode. */
export class DataModeError extends Error {
	override readonly name = 'DataModeError';
}

/** Takes the directory for the mode where it was used in none yet. @throws DataModeError where it was used in another */
export async function holdDataMode(
	facts: Pick<DirectoryFacts, 'takeMode'>,
	dataDir: string,
	mode: TradingMode,
): Promise<void> {
	const held = await facts.takeMode(mode);
	if (held === mode) return;
	throw new DataModeError(
		`The data directory ${dataDir} belongs to mode ${held} and cannot be used in mode ${mode}: what is simulated, on paper, test money and real is never kept together. Choose another --data-dir, or --mode ${held}.`,
	);
}
