/** Provides the web platform's timers and randomness. The client gets both only from here. */

/** Timers and randomness, which tests replace. */
export type Machine = {
	/** Returns milliseconds on a monotonic clock; only differences are meaningful. */
	now(): number;
	/** Calls back once after `ms` milliseconds; the returned function cancels the timer. */
	after(ms: number, callback: () => void): () => void;
	/** Returns a random number, at least 0 and below 1. It is for spreading calls over time, not for secrets. */
	unit(): number;
	/** Returns an unguessable string of `bytes` random bytes, with two hexadecimal digits per byte. */
	hex(bytes: number): string;
};

/** The platform's timers and randomness. */
export const MACHINE: Machine = {
	now: () => performance.now(),
	after(ms, callback) {
		const timer = setTimeout(callback, ms);
		return () => clearTimeout(timer);
	},
	unit: () => Math.random(),
	hex: (bytes) =>
		[...crypto.getRandomValues(new Uint8Array(bytes))]
			.map((byte) => byte.toString(16).padStart(2, '0'))
			.join(''),
};

/** Waits `ms` milliseconds. Rejects with the signal's reason if the signal aborts. */
export function wait(machine: Machine, ms: number, signal: AbortSignal | undefined): Promise<void> {
	return new Promise((resolve, reject) => {
		if (signal?.aborted === true) return reject(signal.reason);
		let cancel = () => {};
		const stop = () => {
			cancel();
			reject(signal?.reason);
		};
		signal?.addEventListener('abort', stop, { once: true });
		cancel = machine.after(ms, () => {
			signal?.removeEventListener('abort', stop);
			resolve();
		});
	});
}

/** A promise together with the functions that settle it. */
export type Deferred<T> = {
	readonly promise: Promise<T>;
	readonly resolve: (value: T) => void;
	readonly reject: (reason: unknown) => void;
};

/** Works like `Promise.withResolvers`, which exists only in Node 22 and newer. */
export function deferred<T>(): Deferred<T> {
	let resolve: (value: T) => void = () => {};
	let reject: (reason: unknown) => void = () => {};
	const promise = new Promise<T>((settle, refuse) => {
		resolve = settle;
		reject = refuse;
	});
	return { promise, resolve, reject };
}
