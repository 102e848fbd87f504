/**
 * Binds a data directory permanently to one trading mode, so that simulated, paper, testnet and real money never
 * share a journal.
 */
import type { TradingMode } from '../domain/trading-mode.ts';
import type { DirectoryFacts } from '../ports/directory-facts.ts';
import { DIRECTORY_TEXT } from './text.ts';

/** Thrown if the data directory belongs to another trading mode. */
export class DataModeError extends Error {
	override readonly name = 'DataModeError';
}

/** Binds a new directory to the mode. @throws DataModeError if it belongs to another mode */
export async function holdDataMode(
	facts: Pick<DirectoryFacts, 'takeMode'>,
	dataDir: string,
	mode: TradingMode,
): Promise<void> {
	const held = await facts.takeMode(mode);
	if (held === mode) return;
	throw new DataModeError(DIRECTORY_TEXT.otherMode(dataDir, held, mode));
}
