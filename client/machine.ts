/** What the client asks of the machine it runs on: timers and randomness, of the web platform. The only place that does. */

export type Machine = {
	/** Milliseconds on a clock that never goes back; only differences mean anything. */
	now(): number;
	/** Calls once, after so many milliseconds; the answer takes it back. */
	after(ms: number, callback: () => void): () => void;
	/** From 0 up to, not including, 1. For spreading calls over time, not for secrets. */
	unit(): number;
	/** Unguessable text of two hexadecimal digits for each byte. */
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

/** Waits; rejects with the signal's reason when it is aborted meanwhile. */
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

/** As `Promise.withResolvers`, which Node has from version 22 on. */
export function deferred<T>(): Deferred<T> {
	let resolve: (value: T) => void = () => {};
	let reject: (reason: unknown) => void = () => {};
	const promise = new Promise<T>((settle, refuse) => {
		resolve = settle;
		reject = refuse;
	});
	return { promise, resolve, reject };
}
