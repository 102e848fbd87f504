/**
 * The service's time. Countdowns and ages use it, because a browser with a wrong clock would show wrong settlement times.
 * No other file reads the browser's clock or sets timers.
 */

const TICK_MS = 250;

/** Service time minus browser time, milliseconds. */
let offsetMs = 0;
let browserNow = $state(Date.now());

setInterval(() => {
	browserNow = Date.now();
}, TICK_MS);

/** Service time in milliseconds since 1970. It changes four times a second and redraws its readers. */
export function now(): number {
	return browserNow + offsetMs;
}

/** Exact service time in milliseconds since 1970; it redraws nothing. */
export function instant(): number {
	return Date.now() + offsetMs;
}

/** Adjusts the clock to a time that the service has just sent. Network delay makes the latest message the best estimate. */
export function learnServiceTime(serviceMs: number): void {
	offsetMs = serviceMs - Date.now();
}

/** Calls once after a delay in milliseconds. The returned function cancels the call. */
export function after(ms: number, callback: () => void): () => void {
	const timer = setTimeout(callback, ms);
	return () => clearTimeout(timer);
}
