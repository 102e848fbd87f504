/** Declares the three streams of a process as commands use them. `process-terminal.ts` implements them. */

/** An output stream: standard output or standard error. */
export type Screen = {
	/** True for a terminal; false for a file or a pipe. */
	readonly isTerminal: boolean;
	write(text: string): void;
	/** Returns the characters per line; Infinity outside a terminal. */
	columns(): number;
	/** Returns the number of lines; Infinity outside a terminal. */
	rows(): number;
	/** Runs the task whenever the size changes, until the returned function is called. */
	onResize(task: () => void): () => void;
};

/** Standard input: line by line, all at once, or key by key. */
export type Keyboard = {
	readonly isTerminal: boolean;
	/** Reads the next line; undefined at the end of the input. `isSecret` turns echo off. `prompt` is shown first. */
	line(options: { readonly isSecret: boolean; readonly prompt?: string }): Promise<string | undefined>;
	/** Reads the whole input. @throws Error for more than `charsMax` characters */
	all(charsMax: number): Promise<string>;
	/**
	 * Runs the task for every key, without waiting for Enter, until the returned function is called. Does nothing
	 * without a terminal.
	 */
	onKey(task: (key: string) => void): () => void;
};

/** The streams of a process. */
export type Terminal = {
	readonly keyboard: Keyboard;
	readonly stdout: Screen;
	readonly stderr: Screen;
	/** Runs the task however the process ends, unless the returned function is called first. */
	atExit(task: () => void): () => void;
};
