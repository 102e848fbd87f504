/**
 * Identifies the caller of a request, for limits that an exchange counts per address. On one machine all clients have
 * the address 127.0.0.1, so a program that floods a simulated exchange would also get the service refused and banned.
 * To prevent this, the simulators differ from the exchanges. The service identifies itself in a header, which no
 * exchange reads, and counts as one address. All other clients together count as another.
 */
import type { FrontEndRequest } from './types.ts';

export type Caller = 'service' | 'others';

const HEADER = 'x-simulated-caller';

export function callerOf({ headers }: FrontEndRequest): Caller {
	return headers[HEADER] === 'service' ? 'service' : 'others';
}

/** Returns a function that creates one value per caller, on that caller's first request. */
export function perCaller<T>(make: () => T): (caller: Caller) => T {
	const made = new Map<Caller, T>();
	return (caller) => {
		const own = made.get(caller) ?? make();
		made.set(caller, own);
		return own;
	};
}
