/** The two voices of a command: lines for scripts, and remarks for people. */

/** One line a call, without its end. */
export type Output = {
	/** What scripts read. */
	readonly print: (line: string) => void;
	/** What people read. */
	readonly remark: (line: string) => void;
};
