/** Collects open resources, and closes them in reverse order when the service stops or fails to start. */

/** Collects resources to close. */
export type Closers = {
	readonly add: (close: () => Promise<void> | void) => void;
	/**
	 * Closes the resources one after another, the most recently added first. A second call closes resources added
	 * since the first.
	 */
	readonly closeAll: () => Promise<void>;
};

/** Creates an empty collection. */
export function createClosers(): Closers {
	const open: (() => Promise<void> | void)[] = [];
	return {
		add: (close) => void open.push(close),
		async closeAll() {
			for (let close = open.pop(); close !== undefined; close = open.pop()) await close();
		},
	};
}
