/**
 * Simulates Hyperliquid's scheduled cancel (page "Exchange endpoint", "Schedule cancel (dead man's switch)", read
 * 2026-11). At the given time, the exchange cancels all open orders of the account. The time must be at least five
 * seconds ahead, and the cancel can be triggered ten times per UTC day.
 *
 * An account also needs a traded volume of `VOLUME_MIN` USD. Below it, even removing a schedule is refused. Many
 * clients recorded this refusal in 2026; the page does not mention it. We chose the messages of the other two
 * refusals: a time that is too early, and too many triggered cancels.
 */
import { type Decimal, fromInteger } from '../../src/domain/decimal.ts';
import type { Exchange } from '../core/types.ts';
import { ActionRefusal } from './errors.ts';
import { text } from './numbers.ts';

const VOLUME_MIN = fromInteger(1_000_000);
const AHEAD_MS_MIN = 5_000;
const FIRED_PER_DAY_MAX = 10;
const DAY_MS = 86_400_000;

/** Sets or removes a scheduled cancel. `volume` returns the account's traded volume in USD. @throws ActionRefusal */
export function scheduleCancel(
	exchange: Exchange,
	accountId: string,
	time: number | undefined,
	volume: () => Decimal,
): void {
	const { deadMan } = exchange;
	const isGranted = deadMan.granted(accountId);
	const traded = isGranted === undefined ? volume() : VOLUME_MIN;
	if (isGranted === false || traded < VOLUME_MIN)
		throw new ActionRefusal(
			`Cannot set scheduled cancel time until enough volume traded. Required: $1000000. Traded: $${text(traded)}.`,
		);
	if (time === undefined) return void deadMan.disarm(accountId, {});
	const now = exchange.now();
	if (time < now + AHEAD_MS_MIN)
		throw new ActionRefusal('Scheduled cancel time too early, must be at least 5 seconds from now.');
	if (deadMan.firedSince(accountId, now - (now % DAY_MS)) >= FIRED_PER_DAY_MAX)
		throw new ActionRefusal('Too many scheduled cancels were triggered today.');
	deadMan.arm(accountId, {}, time);
}
