/**
 * Simulates OKX's "Cancel All After" (OKX documentation, 2026-07). OKX cancels all pending orders of the account, or
 * only those with one tag, unless the call is repeated before its timeout. An account can have 20 tag timers at a
 * time. One call per second per user and tag is allowed.
 */
import { OkxRefusal, wrongParameter } from './errors.ts';
import { type Params, requiredText, text } from './params.ts';
import type { PrivateRoute } from './routes.ts';

const TAG = /^[A-Za-z0-9]{1,16}$/;
const TAGS_MAX = 20;
const SECONDS = { least: 10, most: 120 } as const;
const MS_PER_SECOND = 1_000;

export const DEAD_MAN_ROUTES: Readonly<Record<string, PrivateRoute>> = {
	'POST /api/v5/trade/cancel-all-after': (exchange, params, { accountId }) => {
		const seconds = Number(requiredText(params, 'timeOut'));
		const isInRange = seconds === 0 || (seconds >= SECONDS.least && seconds <= SECONDS.most);
		if (!Number.isInteger(seconds) || !isInRange) throw wrongParameter('timeOut');
		const tag = orderTag(params);
		const { deadMan } = exchange;
		// The page gives no code for a refused call, so we chose this one. The simulator refuses the call only if the
		// admin interface has denied it to the account.
		if (deadMan.granted(accountId) === false)
			throw new OkxRefusal('50030', 'You don’t have permission to use this API endpoint');
		const others = deadMan.armed(accountId).filter((one) => one.tag !== undefined && one.tag !== tag);
		if (seconds > 0 && tag !== undefined && others.length >= TAGS_MAX)
			throw new OkxRefusal(
				'51071',
				`You've reached the maximum limit for tag level cancel all after timers.`,
			);
		const now = exchange.now();
		const at = seconds === 0 ? 0 : now + seconds * MS_PER_SECOND;
		if (at === 0) deadMan.disarm(accountId, { tag });
		else deadMan.arm(accountId, { tag }, at);
		return [{ triggerTime: String(at), tag: tag ?? '', ts: String(now) }];
	},
};

/**
 * Returns the order's tag: "A combination of case-sensitive alphanumerics, all numbers, or all letters of up to 16
 * characters". @throws OkxRefusal for any other tag
 */
export function orderTag(params: Params): string | undefined {
	const tag = text(params, 'tag');
	if (tag !== undefined && !TAG.test(tag)) throw wrongParameter('tag');
	return tag;
}
