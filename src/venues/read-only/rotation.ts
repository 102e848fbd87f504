/**
 * Reads single contracts in rotation, so that every watched contract has a recent row. After a failed read the last
 * row stays until it is too old.
 */
import type { Clock } from '../../ports/clock.ts';

/** Rows of watched contracts, read in rotation. */
export type Rotation<Row> = {
	/** Sets the contracts to read from now on. */
	readonly watch: (symbols: readonly string[]) => void;
	/** Returns the contract's latest row; undefined before its first read, or if the row is too old. */
	readonly get: (symbol: string) => Row | undefined;
	readonly close: () => void;
};

/** Pause after a failure or while no row is due, milliseconds. */
const CHECK_MS = 1_000;

/** Creates a rotation without contracts. `watch` sets them, and `onFailure` receives each failed read. */
export function createRotation<Row>(options: {
	readonly clock: Clock;
	/** Age at which a row is read again, milliseconds. */
	readonly refreshMs: number;
	/** Age at which a row expires, milliseconds. */
	readonly ageMsMax: number;
	readonly read: (symbol: string) => Promise<Row>;
	readonly onFailure: (symbol: string, error: unknown) => void;
}): Rotation<Row> {
	const { clock } = options;
	const rows = new Map<string, { readonly row: Row; readonly readAt: number }>();
	const triedAt = new Map<string, number>();
	let watched: readonly string[] = [];
	let closed = false;
	let cancelCheck = (): void => {};

	async function run(): Promise<void> {
		while (!closed) {
			const symbol = due();
			if (symbol === undefined) {
				await pause();
				continue;
			}
			triedAt.set(symbol, clock.now());
			try {
				rows.set(symbol, { row: await options.read(symbol), readAt: clock.now() });
			} catch (error) {
				options.onFailure(symbol, error);
				await pause();
			}
		}
	}

	/** Returns the contract whose last attempt is the oldest; undefined if none is due. */
	function due(): string | undefined {
		let oldest: string | undefined;
		let oldestAt = clock.now() - options.refreshMs;
		for (const symbol of watched) {
			const at = triedAt.get(symbol) ?? Number.NEGATIVE_INFINITY;
			if (at > oldestAt || (at === oldestAt && oldest !== undefined)) continue;
			oldest = symbol;
			oldestAt = at;
		}
		return oldest;
	}

	function pause(): Promise<void> {
		return new Promise((resolve) => {
			cancelCheck = clock.after(CHECK_MS, resolve);
		});
	}

	void run();
	return {
		watch(symbols) {
			watched = [...symbols];
		},
		get(symbol) {
			const kept = rows.get(symbol);
			return kept === undefined || clock.now() - kept.readAt > options.ageMsMax ? undefined : kept.row;
		},
		close() {
			closed = true;
			cancelCheck();
		},
	};
}
