/** Defines the right of a process to write a unit's part of the journal. A unit is a user. */

/** The units that this process owns at present. Every commit proves it again with the database's own rows. */
export type JournalFence = {
	/** Name of the process in the table `executor`. */
	readonly node: string;
	/** Name of this start of the process. */
	readonly incarnation: string;
	/** Returns the epoch under which the process owns the unit; undefined if it does not own it. */
	readonly epochOf: (unit: string) => number | undefined;
	/** Returns the version of the unit's stops (`unit.stop_version`) that the process knows. */
	readonly stopVersionOf: (unit: string) => number;
};
