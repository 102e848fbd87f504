/** Describes a bug that the simulation must find. */

/**
 * A bug that removes one safeguard from a copy of the source. `find` must occur in the file exactly once; otherwise
 * the bug cannot be planted and the mutant fails.
 */
export type Mutant = {
	readonly name: string;
	/** The safeguard that the bug removes. */
	readonly without: string;
	readonly file: string;
	readonly find: string;
	readonly replace: string;
	/** Matches the violation that the simulation must report. */
	readonly caughtAs: RegExp;
	/** True to plant the bug in every test run, not only in the long ones. */
	readonly isInEveryRun?: boolean;
	/** The bug must be found within this many seeds, starting at `seedFirst` (default 1). */
	readonly seedsMax: number;
	readonly seedFirst?: number;
};
