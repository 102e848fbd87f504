/** Keeps the names in offered data for a while, because the page with the choices asks for them every second. */
import type { Clock } from '../../ports/clock.ts';
import type { ReplayDataNames } from '../../ports/replays.ts';

/** Reads the names in the data at a path; undefined if it cannot be read. */
export type ReadNames = (path: string) => Promise<ReplayDataNames | undefined>;

/** Time for which names are kept, ms. Data folders change rarely. */
const KEPT_MS = 10 * 60_000;

/** Returns `read` with a memory. A fault, such as a missing file, counts as data that cannot be read. */
export function keepNames(read: ReadNames, clock: Pick<Clock, 'monotonic'>): ReadNames {
	const kept = new Map<string, { readonly names: ReturnType<ReadNames>; readonly until: number }>();
	return (path) => {
		const now = clock.monotonic();
		const found = kept.get(path);
		if (found !== undefined && now < found.until) return found.names;
		const names = read(path).catch(() => undefined);
		kept.set(path, { names, until: now + KEPT_MS });
		return names;
	};
}
