/** Defines a command's output: lines for scripts, and remarks for users. */

/** Prints lines. Each call prints one line, passed without its line break. */
export type Output = {
	/** Prints a line for scripts. */
	readonly print: (line: string) => void;
	/** Prints a remark for the user. */
	readonly remark: (line: string) => void;
};
