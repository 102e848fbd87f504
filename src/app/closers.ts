/** Open resources, closed in reverse by a stop or a failed start. */

/** Collects what must be closed. */
export type Closers = {
	readonly add: (close: () => Promise<void> | void) => void;
	/** Closes the last first; each is waited for. A second call closes what was added since. */
	readonly closeAll: () => Promise<void>;
};

/** Empty at first. */
export function createClosers(): Closers {
	const open: (() => Promise<void> | void)[] = [];
	return {
		add: (close) => void open.push(close),
		async closeAll() {
			for (let close = open.pop(); close !== undefined; close = open.pop()) await close();
		},
	};
}
