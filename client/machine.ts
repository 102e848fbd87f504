/** The timers and randomness of the web platform. The client gets them nowhere else. */

/** Timers and randomness; tests replace them. */ export type Machine = {
	/** Milliseconds on a monotonic clock; only differences have a meaning. */
	now(): number;
	/** Calls back once after `ms` milliseconds; the returned function cancels it. */
	after(ms: number, callback: () => void): () => void;
	/** A random number from 0 to below 1. For spreading calls over time, not for secrets. */
	unit(): number;
	/** Unguessable text with two hexadecimal digits per byte. */
	hex(bytes: number): string;
};

/** The timers and the randomness of the platform. */
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

/** Waits `ms` milliseconds. Rejects with the signal's reason when the signal aborts. */
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

/** Like `Promise.withResolvers`, which only Node 22 and newer have. */
export function deferred<T>(): Deferred<T> {
	let resolve: (value: T) => void = () => {};
	let reject: (reason: unknown) => void = () => {};
	const promise = new Promise<T>((settle, refuse) => {
		resolve = settle;
		reject = refuse;
	});
	return { promise, resolve, reject };
}
