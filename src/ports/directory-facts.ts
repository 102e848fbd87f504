import type { TradingMode } from '../domain/trading-mode.ts';

/** Facts about a data directory as a whole, one row each. */
export interface DirectoryFacts {
	/** The mode of the directory; undefined before its first use. */
	mode(): Promise<string | undefined>;
	/** Sets the mode if the directory has none; returns its mode. */
	takeMode(mode: TradingMode): Promise<string>;
	/**
	 * Mark of the restore that created the directory; undefined if nothing was restored. The journal lacks orders
	 * sent after the backup, so ids of new orders include this mark to differ from theirs.
	 */
	restoreMark(): Promise<string | undefined>;
	/** Durable when it resolves. `restoredAt` in milliseconds. */
	putRestoreMark(mark: string, restoredAt: number): Promise<void>;
}
