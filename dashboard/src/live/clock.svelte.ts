/**
 * Provides the service's time. Countdowns and ages use it, because a browser with a wrong clock would show wrong
 * settlement times. No other file reads the browser's clock or sets timers.
 */

const TICK_MS = 250;

/** Service time minus browser time, milliseconds. */
let offsetMs = 0;
let browserNow = $state(Date.now());

setInterval(() => {
	browserNow = Date.now();
}, TICK_MS);

/**
 * Returns the service time in milliseconds since 1970. It changes four times a second, and components that read it
 * are rendered again.
 */
export function now(): number {
	return browserNow + offsetMs;
}

/** Returns the exact service time in milliseconds since 1970. Components that read it are not rendered again. */
export function instant(): number {
	return Date.now() + offsetMs;
}

/**
 * Sets the clock from a time that the service has just sent. Each message replaces the previous estimate. The clock
 * is late by the network delay.
 */
export function learnServiceTime(serviceMs: number): void {
	offsetMs = serviceMs - Date.now();
}

/** Runs the callback once after a delay in milliseconds. The returned function cancels it. */
export function after(ms: number, callback: () => void): () => void {
	const timer = setTimeout(callback, ms);
	return () => clearTimeout(timer);
}
