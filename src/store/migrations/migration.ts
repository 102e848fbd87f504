/** One step of the schema: a file of `migrations/`, numbered in the order in which the steps are applied. */
export type Migration = {
	/** Its place in the order, from 1 without a gap. */
	readonly id: number;
	/** Words that its file is called by. */
	readonly name: string;
	/**
	 * Older programs may still run on the database once this is applied, if they know the migrations up to this id. Its own id: no
	 * older one may. Lower only where old programs read and write the changed tables as before, for instance after a new table.
	 */
	readonly compatibleFrom: number;
	readonly sql: string;
};
