/** Decides when an exchange is asked again for the trades behind an unexplained remainder. */
import { FLOW_READ_BACK_MS } from './account-flows.ts';

/** Complete requests for one remainder, and the time of the last, milliseconds. */
export type Asked = { readonly times: number; readonly at: number };

/** Time after the first request, milliseconds. It doubles with each request. */
const AGAIN_MS = 15_000;

/**
 * Returns true if another request may find more. An exchange may change the wallet before it lists the trade. A request
 * reads back `FLOW_READ_BACK_MS`, so there is none after that.
 */
export function mayFindMore({ times, at }: Asked, now: number): boolean {
	const pause = AGAIN_MS * 2 ** (times - 1);
	const isWithin = AGAIN_MS * (2 ** times - 1) < FLOW_READ_BACK_MS;
	return isWithin && now >= at + pause;
}
