/** The three streams of a process as commands use them. `process-terminal.ts` is the real one. */

/** Where text is shown. */
export type Screen = {
	/** A person may be looking at it; otherwise it is a file or a pipe. */
	readonly isTerminal: boolean;
	write(text: string): void;
	/** Characters in a line; of what is no terminal, without end. */
	columns(): number;
	/** Lines. */
	rows(): number;
	/** Calls when either has changed, until the answer is called. */
	onResize(task: () => void): () => void;
};

/** Standard input, as lines, as a whole, or key by key. */
export type Keyboard = {
	readonly isTerminal: boolean;
	/** The next line; undefined at the end. `isSecret`: what is typed is not shown. `prompt` says what is wanted, once it may be typed. */
	line(options: { readonly isSecret: boolean; readonly prompt?: string }): Promise<string | undefined>;
	/** All of it, up to its end. @throws Error for more than `charsMax` */
	all(charsMax: number): Promise<string>;
	/** Calls for every key, without waiting for Enter, until the answer is called. Does nothing without a terminal. */
	onKey(task: (key: string) => void): () => void;
};

/** The streams of a process. */
export type Terminal = {
	readonly keyboard: Keyboard;
	readonly stdout: Screen;
	readonly stderr: Screen;
	/** Calls when the process ends, however it does, until the answer is called. */
	atExit(task: () => void): () => void;
};
