/** Knows whether the visitor is using the page. */
import { instant } from '../live/clock.svelte.ts';

/** Time after the last movement, key press or touch during which the visitor counts as active, milliseconds. */
const ACTIVE_MS = 60_000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Starts to watch. Call it while a component initializes; the watch ends with the component. The returned function
 * tells whether the page is visible and the visitor was active within the last minute.
 */
export function watchActivity(): (at: number) => boolean {
	// Not reactive, because a pointer moves far more often than anything depends on it.
	let latest = instant();
	$effect(() => {
		const note = (): void => {
			latest = instant();
		};
		for (const sign of SIGNS) window.addEventListener(sign, note, { passive: true });
		return () => {
			for (const sign of SIGNS) window.removeEventListener(sign, note);
		};
	});
	return (at) => document.visibilityState === 'visible' && at - latest < ACTIVE_MS;
}
