/**
 * Bybit's disconnection protection (pages "Set Disconnect Cancel All", "Get DCP Info" and "Dcp" of the private stream, read
 * 2026-11): all derivatives orders of the account are cancelled once every connection that listens to `dcp.future` has been lost
 * for the account's window. An account manager must have turned it on. It is armed by listening and disarmed by ending that.
 */
import { SWITCH_PERIOD_MS } from '../../ports/dead-man-switch.ts';
import { VenueError } from '../../ports/venue-error.ts';
import type { Call, DeadManDialect } from '../shared/dialect.ts';
import { at, bodies, listed, text, whole } from '../shared/fields.ts';
import { protectOrders } from './stream.ts';

const PRODUCT = 'DERIVATIVES';
const WINDOW_SECONDS_MAX = SWITCH_PERIOD_MS / 1_000;
const ORDER_ROWS = 50;
/** More open orders than this many pages have are not read. */
const PAGES_MAX = 20;
/** All that are derivatives but options, which have a protection of their own. */
const LISTS = [
	{ category: 'linear', settleCoin: 'USDT' },
	{ category: 'linear', settleCoin: 'USDC' },
	{ category: 'inverse' },
] as const;

/** Bybit's disconnection protection, which covers all derivatives orders of the account. */
export const bybitDeadMan: DeadManDialect = {
	reach: 'account',
	async readOpen(call) {
		return (await Promise.all(LISTS.map((list) => openOrders(call, list)))).flat();
	},
	check: readWindow,
	async arm(call, _instrument, { exchange }) {
		// A shorter one is the owner's choice; "takes effect" some seconds after.
		if ((await readWindow(call)) > WINDOW_SECONDS_MAX)
			await call('probe', 'privatePostV5OrderDisconnectedCancelAll', {
				product: PRODUCT,
				timeWindow: WINDOW_SECONDS_MAX,
			});
		await protectOrders(await exchange(), true);
	},
	disarm: async (_call, _instrument, { exchange }) => protectOrders(await exchange(), false),
};

/** Seconds. @throws VenueError rejected where the account does not have the protection */
async function readWindow(call: Call): Promise<number> {
	const answer = await call('probe', 'privateGetV5AccountQueryDcpInfo');
	const info = bodies(at(answer, 'result', 'dcpInfos')).find((row) => text(row, 'product') === PRODUCT);
	const seconds = whole(info, 'timeWindow');
	if (seconds === undefined || text(info, 'dcpStatus') !== 'ON')
		throw new VenueError(
			'bybit',
			'rejected',
			'disconnection protection (DCP) is not turned on for derivatives of the account, which your account manager at bybit can do',
		);
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
	throw new VenueError('bybit', 'rejected', `there are more than ${PAGES_MAX * ORDER_ROWS} open orders`);
}
