/**
 * Arms Bybit's disconnection protection (pages "Set Disconnect Cancel All", "Get DCP Info" and "Dcp" in the private
 * stream, read 2026-11). Bybit cancels all the account's derivatives orders once every connection subscribed to
 * `dcp.future` has been down for the account's window. A Bybit account manager must first enable the protection.
 * Subscribing arms it; unsubscribing disarms it.
 */

import { VENUE_SWITCH_TEXT } from '../../domain/venue-text.ts';
import { SWITCH_PERIOD_MS } from '../../ports/dead-man-switch.ts';
import { VenueError } from '../../ports/venue-error.ts';
import type { Call, DeadManDialect } from '../shared/dialect.ts';
import { at, bodies, listed, text, whole } from '../shared/fields.ts';
import { bybit } from './facts.ts';
import { protectOrders } from './stream.ts';

const PRODUCT = 'DERIVATIVES';
const WINDOW_SECONDS_MAX = SWITCH_PERIOD_MS / 1_000;
const ORDER_ROWS = 50;
/** Maximum number of open-order pages to read. */
const PAGES_MAX = 20;
/** Lists of open orders: all derivatives except options, which have their own protection. */
const LISTS = [
	{ category: 'linear', settleCoin: 'USDT' },
	{ category: 'linear', settleCoin: 'USDC' },
	{ category: 'inverse' },
] as const;

/** Bybit's disconnection protection, which covers all the account's derivatives orders. */
export const bybitDeadMan: DeadManDialect = {
	reach: 'account',
	async readOpen(call) {
		return (await Promise.all(LISTS.map((list) => openOrders(call, list)))).flat();
	},
	check: readWindow,
	async arm(call, _instrument, { exchange }) {
		// We shorten a window that is longer than our maximum, and leave a shorter one, because the account's owner
		// chose it. A change takes effect only after some seconds.
		if ((await readWindow(call)) > WINDOW_SECONDS_MAX)
			await call('probe', 'privatePostV5OrderDisconnectedCancelAll', {
				product: PRODUCT,
				timeWindow: WINDOW_SECONDS_MAX,
			});
		await protectOrders(await exchange(), true);
	},
	disarm: async (_call, _instrument, { exchange }) => protectOrders(await exchange(), false),
};

/** Reads the account's window, seconds. @throws VenueError rejected if the account does not have the protection */
async function readWindow(call: Call): Promise<number> {
	const answer = await call('probe', 'privateGetV5AccountQueryDcpInfo');
	const info = bodies(at(answer, 'result', 'dcpInfos')).find((row) => text(row, 'product') === PRODUCT);
	const seconds = whole(info, 'timeWindow');
	if (seconds === undefined || text(info, 'dcpStatus') !== 'ON')
		throw new VenueError('bybit', 'rejected', VENUE_SWITCH_TEXT.protectionOff({ exchange: bybit.shownName }));
	return seconds;
}

async function openOrders(
	call: Call,
	list: Readonly<Record<string, string>>,
): Promise<readonly (string | null)[]> {
	const ids: (string | null)[] = [];
	let cursor: string | undefined;
	for (let page = 0; page < PAGES_MAX; page += 1) {
		const query = { ...list, limit: ORDER_ROWS, ...(cursor === undefined ? {} : { cursor }) };
		const answer = await call('probe', 'privateGetV5OrderRealtime', query);
		const rows = listed(at(answer, 'result', 'list'), 'open orders');
		ids.push(...rows.map((row) => text(row, 'orderLinkId') ?? null));
		cursor = text(at(answer, 'result'), 'nextPageCursor');
		if (cursor === undefined || rows.length < ORDER_ROWS) return ids;
	}
	throw new VenueError(
		'bybit',
		'rejected',
		VENUE_SWITCH_TEXT.tooManyOrders({ most: PAGES_MAX * ORDER_ROWS }),
	);
}
