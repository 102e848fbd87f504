/** Changes of one thing, one after the other: each begins with what the one before has made. */

export type InTurn = <T>(of: string, work: () => Promise<T>) => Promise<T>;

export function createTurns(): InTurn {
	/** The last change of each thing that is being changed. */
	const last = new Map<string, Promise<unknown>>();
	return (of, work) => {
		const done = (last.get(of) ?? Promise.resolve()).then(work);
		const settled = done
			.catch(() => undefined)
			.then(() => {
				if (last.get(of) === settled) last.delete(of);
			});
		last.set(of, settled);
		return done;
	};
}
