/** One step of the schema: a file of `migrations/`, numbered in the order of application. */
export type Migration = {
	/** Position in the order, from 1 without gaps. */
	readonly id: number;
	/** Name of its file, without the number. */
	readonly name: string;
	/**
	 * Older programs can still run on the database after this migration if they know the migrations up to this id.
	 * Its own id excludes all older programs. A lower id is right only if old programs can still read and write the
	 * tables, for instance after a new table.
	 */
	readonly compatibleFrom: number;
	readonly sql: string;
};
