/**
 * What time it is, as the service has it. Countdowns and ages are of its clock; a browser whose clock is wrong would show
 * settlements that are over. The only file that reads the browser's clock and
 * sets timers.
 */

const TICK_MS = 250;

/** Milliseconds, the service's minus the browser's. */
let offsetMs = 0;
let browserNow = $state(Date.now());

setInterval(() => {
	browserNow = Date.now();
}, TICK_MS);

/** Milliseconds since 1970 on the service's clock, a few times a second; whoever reads it is drawn again with it. */
export function now(): number {
	return browserNow + offsetMs;
}

/** The same, exact and without drawing anything again. */
export function instant(): number {
	return Date.now() + offsetMs;
}

/** The service has just said what time it is. The way here took a little, so the latest of its words is the nearest. */
export function learnServiceTime(serviceMs: number): void {
	offsetMs = serviceMs - Date.now();
}

/** Calls once, after so many milliseconds; the answer takes it back. */
export function after(ms: number, callback: () => void): () => void {
	const timer = setTimeout(callback, ms);
	return () => clearTimeout(timer);
}
