/**
 * Price move that uses up the margin of an isolated leg. Shares of the entry price.
 *
 * A leg is liquidated when margin minus loss falls to the maintenance margin. With x = 1 / leverage and m the
 * maintenance rate, Bybit applies m to the entry value ("Liquidation price, isolated margin", help centre, read
 * 2026-11): x − m away. KuCoin applies m to the value at the mark ("Isolated margin", read 2026-11): (x − m) / (1 −
 * m) away for a long, (x − m) / (1 + m) for a short. This module returns the smallest of these, so that neither venue
 * liquidates earlier.
 */
import { add, type Decimal, divDown, divUp, fromNumber, ONE, sub } from './decimal.ts';

/**
 * Upper bound of the maintenance rate of a leg's first risk tier: the venue's initial margin at its highest leverage,
 * which exceeds its maintenance margin. Venues change the tiered rate itself; the bound needs no request for it.
 */
export function maintenanceRateMax(leverageMax: number): Decimal {
	return divUp(ONE, fromNumber(leverageMax));
}

/**
 * Distance from the entry to the liquidation price, a share of the entry price; 0 or negative if the leg is
 * liquidated at once.
 */
export function liquidationDistance(leverage: Decimal, maintenanceRate: Decimal): Decimal {
	return divDown(sub(divDown(ONE, leverage), maintenanceRate), add(ONE, maintenanceRate));
}
