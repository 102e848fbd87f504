import type { TradingMode } from '../domain/trading-mode.ts';

/** Facts of a data directory as a whole, of one row each. */
export interface DirectoryFacts {
	/** The mode that the directory belongs to; undefined before it was used in any. */
	mode(): Promise<string | undefined>;
	/** Takes the directory for the mode where it belongs to none; answers the mode that it belongs to now. */
	takeMode(mode: TradingMode): Promise<string>;
	/**
	 * The mark of the restore that the directory came out of; undefined where nothing was restored. Orders that were sent after the
	 * backup are not in its journal, so the ids of new orders are made from this mark too.
	 */
	restoreMark(): Promise<string | undefined>;
	/** Durable when it resolves. `restoredAt` in milliseconds. */
	putRestoreMark(mark: string, restoredAt: number): Promise<void>;
}
