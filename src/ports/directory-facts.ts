import type { TradingMode } from '../domain/trading-mode.ts';

/** Stores properties of a data directory: its mode, and the mark of a restore. */
export interface DirectoryFacts {
	/** Returns the directory's mode; undefined before its first use. */
	mode(): Promise<string | undefined>;
	/** Sets the mode if the directory has none, and returns the directory's mode. */
	takeMode(mode: TradingMode): Promise<string>;
	/**
	 * Returns the mark of the restore that created the directory; undefined if nothing was restored. A restored
	 * journal lacks orders sent after the backup. New order ids therefore include this mark, so that they cannot
	 * repeat the ids of those orders.
	 */
	restoreMark(): Promise<string | undefined>;
	/** Stores the mark. It is durable when the call resolves. `restoredAt` is in milliseconds. */
	putRestoreMark(mark: string, restoredAt: number): Promise<void>;
}
