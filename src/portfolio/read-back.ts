/** Says how far back an account's records are read, and when they are read again for an unexplained remainder. */

/** Period before the last read that is searched again for transfers and foreign trades, ms. */
export const FLOW_READ_BACK_MS = 5 * 60_000;

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
