/**
 * Whose request it is where an exchange counts requests of an address. On one machine everybody has the address 127.0.0.1, so that
 * any program that floods a simulated exchange would have the service refused and banned with it. This is where the simulators
 * differ from the exchanges: the service says who it is in a header, which no exchange reads, and has an address of its own; all
 * others together have another.
 */
import type { FrontEndRequest } from './types.ts';

export type Caller = 'service' | 'others';

const HEADER = 'x-simulated-caller';

export function callerOf({ headers }: FrontEndRequest): Caller {
	return headers[HEADER] === 'service' ? 'service' : 'others';
}

/** One of something for each caller, made when it first asks. */
export function perCaller<T>(make: () => T): (caller: Caller) => T {
	const made = new Map<Caller, T>();
	return (caller) => {
		const own = made.get(caller) ?? make();
		made.set(caller, own);
		return own;
	};
}
