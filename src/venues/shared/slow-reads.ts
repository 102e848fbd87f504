/**
 * Shares responses within one session. It caches slow-changing responses to requests with a high weight, so that a
 * read that runs every second can use them. It also shares responses that several callers request at the same time.
 * Each session has its own instance.
 */

export type SharedReads = {
	/**
	 * Returns the response of `read`, or an earlier response at most `ageMsMax` old. After a failure the next call
	 * reads again.
	 * @param state version of the data on which the response depends, if known; a new version forces a new read
	 */
	readonly slowly: <T>(
		name: string,
		ageMsMax: number,
		now: number,
		read: () => Promise<T>,
		state?: number,
	) => Promise<T>;
	/** Reads now and stores the response for `slowly`. */
	readonly keep: <T>(name: string, now: number, read: () => Promise<T>, state?: number) => Promise<T>;
	/**
	 * Joins a read with the same name that is already in flight; otherwise calls `read`. The response may predate
	 * this call, so do not use it for anything that we may just have changed.
	 */
	readonly together: <T>(name: string, read: () => Promise<T>) => Promise<T>;
	/**
	 * Returns the response of a read that begins after this call. All calls made before that read begins share its
	 * response.
	 */
	readonly joined: <T>(name: string, read: () => Promise<T>) => Promise<T>;
};

/**
 * Number of microtasks between the first `joined` call and the start of its read; no timer or request runs in
 * between.
 */
const JOIN_STEPS = 3;

type Kept = { readonly at: number; readonly state: number | undefined; readonly answer: Promise<unknown> };

/** Creates an empty store for one session. */
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
			// An age may be negative, because some responses are stamped with the exchange's time, while `now` is
			// ours.
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

	/** Waits a few microtasks so that callers in the same turn can join. */
	async function begun<T>(name: string, read: () => Promise<T>): Promise<T> {
		for (let step = 0; step < JOIN_STEPS; step += 1) await undefined;
		toBegin.delete(name);
		return read();
	}
}
