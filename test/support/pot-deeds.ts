/** Names what a process of pots does, so that it can die before or after each write. */
import type { PotStore } from '../../src/ports/autopilot-store.ts';

/** A write or an order of a process, which may die before or after it. */
export type Deed = { readonly name: string; readonly number: number };

/** Does a deed, unless the process has died. */
export type DoDeed = <T>(name: string, work: () => Promise<T>) => Promise<T>;

const WRITES = ['insert', 'setSettings', 'setState', 'decide', 'append', 'noteEnds'] as const;

/** Returns the store with each of its writes as a deed. */
export function writesAs(store: PotStore, deed: DoDeed): PotStore {
	const writes = Object.fromEntries(
		WRITES.map((name) => {
			const write = store[name] as (...values: readonly unknown[]) => Promise<unknown>;
			return [name, (...values: readonly unknown[]) => deed(name, () => write(...values))];
		}),
	);
	return { ...store, ...(writes as Pick<PotStore, (typeof WRITES)[number]>) };
}
