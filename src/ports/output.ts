/** The two voices of a command: lines for scripts, and remarks for people. */

/** One line a call, without its end. */
export type Output = {
	/** Prints a line for scripts. */
	readonly print: (line: string) => void;
	/** Prints a remark for people. */
	readonly remark: (line: string) => void;
};
