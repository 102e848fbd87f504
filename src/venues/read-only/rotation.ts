/**
 * Reads that an exchange answers for one contract at a time, in turns, so that every watched contract has a row of bounded age.
 * A read that fails leaves the last row until it is too old.
 */
import type { Clock } from '../../ports/clock.ts';

/** Rows of watched contracts, each read in its turn. */
export type Rotation<Row> = {
	/** The contracts that are read from now on. */
	readonly watch: (symbols: readonly string[]) => void;
	/** Undefined where there is none that is young enough. */
	readonly get: (symbol: string) => Row | undefined;
	readonly close: () => void;
};

/** Between two looks for a contract whose row is due, milliseconds. */
const CHECK_MS = 1_000;

/** Creates a rotation without contracts; `watch` names them, and `onFailure` receives each failed read. */
export function createRotation<Row>(options: {
	readonly clock: Clock;
	/** A row is read again after this long, milliseconds. */
	readonly refreshMs: number;
	/** An older row is none. */
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

	/** The one that was tried longest ago, when that is long enough ago. */
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
