/** Defines a command's output: lines for scripts, and remarks for people. */

/** Prints lines. Each call prints one line, passed without its line break. */
export type Output = {
	/** Prints a line for scripts. */
	readonly print: (line: string) => void;
	/** Prints a remark for people. */
	readonly remark: (line: string) => void;
};
