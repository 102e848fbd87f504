/**
 * Reads that a venue weighs heavily and whose answers change slowly: each is kept per session for a while, so that they can be
 * part of what is asked every second.
 */
import type { Call } from './dialect.ts';

type Kept = { readonly at: number; readonly state: number | undefined; readonly answer: Promise<unknown> };

const bySession = new WeakMap<Call, Map<string, Kept>>();

/**
 * The answer of `read`, or of an earlier one that is not older. One that failed is read again by whoever asks next.
 * @param state of what the answer hangs on, where that is known: of another one it is read again
 */
export function readSlowly<T>(
	call: Call,
	name: string,
	ageMsMax: number,
	now: number,
	read: () => Promise<T>,
	state?: number,
): Promise<T> {
	const session = bySession.get(call) ?? new Map<string, Kept>();
	bySession.set(call, session);
	const kept = session.get(name);
	// Some are kept by the venue's time and asked for by ours.
	if (kept !== undefined && Math.abs(now - kept.at) < ageMsMax && kept.state === state)
		return kept.answer as Promise<T>;
	return keepRead(call, name, now, read, state);
}

/** Reads now, and keeps the answer for those who ask slowly. */
export function keepRead<T>(
	call: Call,
	name: string,
	now: number,
	read: () => Promise<T>,
	state?: number,
): Promise<T> {
	const session = bySession.get(call) ?? new Map<string, Kept>();
	bySession.set(call, session);
	const answer = read();
	const entry = { at: now, state, answer };
	session.set(name, entry);
	answer.catch(() => {
		if (session.get(name) === entry) session.delete(name);
	});
	return answer;
}

const underWay = new WeakMap<Call, Map<string, Promise<unknown>>>();

/** The answer of `read`, or of the one of that name that is under way: of settings that nothing of ours changes meanwhile. */
export function readTogether<T>(call: Call, name: string, read: () => Promise<T>): Promise<T> {
	const session = underWay.get(call) ?? new Map<string, Promise<unknown>>();
	underWay.set(call, session);
	const present = session.get(name) as Promise<T> | undefined;
	if (present !== undefined) return present;
	const answer = read().finally(() => session.delete(name));
	session.set(name, answer);
	return answer;
}
