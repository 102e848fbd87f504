/** Confirms that a pot places real orders, and says which changes of its settings need that confirmation again. */
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Decimal } from '../../domain/decimal.ts';
import type { PotLimits, PotSettings } from '../../ports/autopilot.ts';
import type { Services } from './method.ts';
import { AUTOPILOT_CALL_TEXT } from './text.ts';

/**
 * Requires that the caller names the exchanges on which the pot places real orders. The operator has named them too,
 * at the start of the service. @throws CarrywireError POT_NOT_CONFIRMED
 */
export function requireLiveNamed(
	{ exchanges: wanted }: PotSettings,
	named: readonly string[] | undefined,
	{ info }: Services,
): void {
	if (info.tradingMode !== 'live') return;
	if (named?.toSorted().join() === wanted.toSorted().join()) return;
	throw new CarrywireError('POT_NOT_CONFIRMED', AUTOPILOT_CALL_TEXT.confirmLive({ exchanges: wanted }), {
		field: 'confirm_live',
	});
}

/** Returns true if a pot may trade more, in more places or for less, with its settings `after` than with those `before`. */
export function tradesMore(before: PotSettings, after: PotSettings): boolean {
	return (
		after.exchanges.some((exchange) => !before.exchanges.includes(exchange)) ||
		hasMoreCoins(before, after) ||
		(after.mode === 'act' && before.mode === 'suggest') ||
		after.capital > before.capital ||
		after.leverage > before.leverage ||
		hasWiderLimits(before.limits, after.limits)
	);
}

function hasMoreCoins(before: PotSettings, after: PotSettings): boolean {
	const { coinsAllowed } = before;
	const isFreed = before.coinsDenied.some((coin) => !after.coinsDenied.includes(coin));
	if (coinsAllowed === null) return isFreed;
	return isFreed || (after.coinsAllowed?.some((coin) => !coinsAllowed.includes(coin)) ?? true);
}

function hasWiderLimits(before: PotLimits, after: PotLimits): boolean {
	return (
		after.coinShare > before.coinShare ||
		isWider(before.exchangeShare, after.exchangeShare) ||
		after.ordersPerDay > before.ordersPerDay ||
		isWider(before.turnoverPerDay, after.turnoverPerDay) ||
		isWider(before.drawdownPct, after.drawdownPct) ||
		after.minNetOverCashPct < before.minNetOverCashPct
	);
}

/** Compares limits; null stands for none. */
function isWider(before: Decimal | null, after: Decimal | null): boolean {
	return before !== null && (after === null || after > before);
}
