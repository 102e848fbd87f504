/**
 * Replaces what a policy could read real time, chance or the network from. It runs in the policy's process before the
 * policy is loaded. Nothing here can be undone by the policy.
 */

import { format } from 'node:util';

/** Virtual time, and where the policy's output goes. */
export type VirtualParts = {
	readonly now: () => number;
	readonly seed: number;
	readonly write: (line: string) => void;
};

const NO_TIMERS =
	'A policy cannot use timers of the machine, because a replay runs on virtual time. Use clock.until(at).';
const NO_NETWORK = 'A policy has no network. It calls the service with its client.';
/** Globals that a policy does without. */
const ABSENT = [
	'BroadcastChannel',
	'localStorage',
	'navigator',
	'PerformanceObserver',
	'sessionStorage',
	'Temporal',
];

/** Replaces the globals of this process. */
export function virtualizeGlobals(parts: VirtualParts): void {
	const { now, write } = parts;
	const startAt = now();
	const unit = unitOf(parts.seed);
	for (const name of ABSENT) Reflect.deleteProperty(globalThis, name);
	for (const name of ['setTimeout', 'setInterval']) replace(globalThis, name, refusing(NO_TIMERS));
	for (const name of ['fetch', 'WebSocket', 'EventSource']) replace(globalThis, name, refusing(NO_NETWORK));
	for (const name of ['wait', 'waitAsync']) replace(Atomics, name, refusing(NO_TIMERS));
	replace(AbortSignal, 'timeout', refusing(NO_TIMERS));
	replace(Math, 'random', unit);
	replace(globalThis, 'Date', virtualDate(now));
	replace(globalThis, 'performance', Object.freeze({ now: () => now() - startAt, timeOrigin: startAt }));
	Object.defineProperty(Event.prototype, 'timeStamp', { get: () => now() - startAt });
	replace(globalThis, 'File', virtualFile(now));
	replace(globalThis, 'crypto', Object.freeze(virtualCrypto(unit)));
	virtualizeFormats(now);
	replace(globalThis, 'console', virtualConsole(write));
	const { nextTick, version } = process;
	replace(globalThis, 'process', Object.freeze({ env: Object.freeze({}), argv: [], nextTick, version }));
}

function replace(owner: object, name: string, value: unknown): void {
	Object.defineProperty(owner, name, { value, writable: false, configurable: false, enumerable: false });
}

function refusing(message: string): () => never {
	return function refused() {
		throw new Error(message);
	};
}

/** Returns the generator mulberry32: the same seed gives the same numbers. */
function unitOf(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

function virtualDate(now: () => number): DateConstructor {
	const Machine = Date;
	Machine.now = now;
	const virtual = new Proxy(Machine, {
		apply: () => new Machine(now()).toString(),
		construct: (target, args, newTarget) =>
			Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
	});
	// The prototype must not lead to the machine's own constructor.
	Object.defineProperty(Machine.prototype, 'constructor', {
		value: virtual,
		writable: false,
		configurable: false,
	});
	return virtual;
}

/** A file without a time of its own would have the machine's. */
function virtualFile(now: () => number): typeof File {
	return new Proxy(File, {
		construct: (target, [parts, name, options], newTarget) =>
			Reflect.construct(target, [parts, name, { lastModified: now(), ...options }], newTarget),
	});
}

/** A format without an argument shows the present time, which must be the virtual one. */
function virtualizeFormats(now: () => number): void {
	const { prototype } = Intl.DateTimeFormat;
	const machineFormat = Object.getOwnPropertyDescriptor(prototype, 'format')?.get;
	const machineParts = prototype.formatToParts;
	Object.defineProperty(prototype, 'format', {
		get(this: Intl.DateTimeFormat) {
			const bound = machineFormat?.call(this) as (date: Date | number) => string;
			return (date?: Date | number) => bound(date ?? now());
		},
	});
	replace(prototype, 'formatToParts', function (this: Intl.DateTimeFormat, date?: Date | number) {
		return machineParts.call(this, date ?? now());
	});
}

function virtualCrypto(unit: () => number) {
	const getRandomValues = <T extends ArrayBufferView>(array: T): T => {
		const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
		for (let index = 0; index < bytes.length; index += 1) bytes[index] = Math.floor(unit() * 256);
		return array;
	};
	return {
		getRandomValues,
		randomUUID(): string {
			const bytes = getRandomValues(new Uint8Array(16));
			bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
			bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
			const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
			return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(
				'-',
			);
		},
	};
}

/** Node's own console leads to a socket, and through it to the network. */
function virtualConsole(write: (line: string) => void) {
	const log = (...values: unknown[]): void => {
		for (const line of format(...values).split('\n')) write(line);
	};
	const nothing = (): void => {};
	return Object.freeze({
		...{ log, info: log, debug: log, warn: log, error: log, dir: log, table: log, trace: log, group: log },
		...{ groupEnd: nothing, time: nothing, timeEnd: nothing, timeLog: nothing, count: nothing },
		assert(isTrue: unknown, ...values: unknown[]) {
			if (!isTrue) log('Assertion failed', ...values);
		},
	});
}
