/** The three streams of a process as commands use them. `process-terminal.ts` implements them. */

/** An output stream: standard output or standard error. */
export type Screen = {
	/** Whether it is a terminal, and not a file or a pipe. */
	readonly isTerminal: boolean;
	write(text: string): void;
	/** Characters in a line; Infinity outside a terminal. */
	columns(): number;
	/** Number of lines; Infinity outside a terminal. */
	rows(): number;
	/** Runs the task on every change of size, until the returned function is called. */
	onResize(task: () => void): () => void;
};

/** Standard input, as lines, as a whole, or key by key. */
export type Keyboard = {
	readonly isTerminal: boolean;
	/** The next line; undefined at the end of the input. `isSecret`: typed without echo. `prompt` is shown before. */
	line(options: { readonly isSecret: boolean; readonly prompt?: string }): Promise<string | undefined>;
	/** The whole input up to its end. @throws Error for more than `charsMax` characters */
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
	/** Runs the task at every kind of process end, unless the returned function is called first. */
	atExit(task: () => void): () => void;
};
