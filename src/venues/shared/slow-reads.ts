/**
 * Answers that one session shares: of reads that a venue weighs heavily and whose answers change slowly, so that they can be part of
 * what is asked every second, and of reads that several ask for at the same time. One of these belongs to one dialect, which one
 * session opened: whichever of the session's calls asks, the answer is the same.
 */

export type SharedReads = {
	/**
	 * The answer of `read`, or of an earlier one that is not older than `ageMsMax`. One that failed is read again by the next.
	 * @param state of what the answer depends on, where that is known: of another one it is read again
	 */
	readonly slowly: <T>(
		name: string,
		ageMsMax: number,
		now: number,
		read: () => Promise<T>,
		state?: number,
	) => Promise<T>;
	/** Reads now, and keeps the answer for those who ask slowly. */
	readonly keep: <T>(name: string, now: number, read: () => Promise<T>, state?: number) => Promise<T>;
	/** The answer of `read`, or of the one of that name that is under way: of settings that nothing of ours changes meanwhile. */
	readonly together: <T>(name: string, read: () => Promise<T>) => Promise<T>;
	/** The answer of a read of that name that begins after this call, with all others who asked before it began. */
	readonly joined: <T>(name: string, read: () => Promise<T>) => Promise<T>;
};

/** A read that may be joined begins so many steps of a promise after it was first asked for; no timer and no request runs between. */
const JOIN_STEPS = 3;

type Kept = { readonly at: number; readonly state: number | undefined; readonly answer: Promise<unknown> };

/** Nothing is shared with the reads of another session. */
export function createSharedReads(): SharedReads {
	const kept = new Map<string, Kept>();
	const underWay = new Map<string, Promise<unknown>>();
	const toBegin = new Map<string, Promise<unknown>>();

	const keep: SharedReads['keep'] = (name, now, read, state) => {
		const answer = read();
		const entry = { at: now, state, answer };
		kept.set(name, entry);
		answer.catch(() => {
			if (kept.get(name) === entry) kept.delete(name);
		});
		return answer;
	};

	return {
		slowly<T>(
			name: string,
			ageMsMax: number,
			now: number,
			read: () => Promise<T>,
			state?: number,
		): Promise<T> {
			const present = kept.get(name);
			// Some are kept by the venue's time and asked for by ours.
			if (present !== undefined && Math.abs(now - present.at) < ageMsMax && present.state === state)
				return present.answer as Promise<T>;
			return keep(name, now, read, state);
		},
		keep,
		together<T>(name: string, read: () => Promise<T>): Promise<T> {
			const present = underWay.get(name) as Promise<T> | undefined;
			if (present !== undefined) return present;
			const answer = read().finally(() => underWay.delete(name));
			underWay.set(name, answer);
			return answer;
		},
		joined<T>(name: string, read: () => Promise<T>): Promise<T> {
			const present = toBegin.get(name) as Promise<T> | undefined;
			if (present !== undefined) return present;
			const answer = begun(name, read);
			toBegin.set(name, answer);
			return answer;
		},
	};

	/** Who asks in the same turn may be a step of a promise later. */
	async function begun<T>(name: string, read: () => Promise<T>): Promise<T> {
		for (let step = 0; step < JOIN_STEPS; step += 1) await undefined;
		toBegin.delete(name);
		return read();
	}
}
