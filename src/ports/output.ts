/** Output of a command: lines for scripts, and remarks for people. */

/** One line per call, without its line break. */
export type Output = {
	/** Prints a line for scripts. */
	readonly print: (line: string) => void;
	/** Prints a remark for people. */
	readonly remark: (line: string) => void;
};
