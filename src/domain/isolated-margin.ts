/**
 * Computes the price move that uses up the margin of an isolated leg. Results are fractions of the entry price.
 *
 * A leg is liquidated when its margin minus its loss falls to the maintenance margin. Let x = 1 / leverage and m be
 * the maintenance rate. Bybit applies m to the entry value ("Liquidation price, isolated margin", help centre, read
 * 2026-11), so liquidation is x − m away. KuCoin applies m to the value at the mark ("Isolated margin", read
 * 2026-11). There, liquidation is (x − m) / (1 − m) away for a long and (x − m) / (1 + m) for a short. This module
 * returns the smallest of these, so that neither venue liquidates earlier.
 */
import { add, type Decimal, divDown, divUp, fromNumber, ONE, sub } from './decimal.ts';

/**
 * Returns an upper bound for the maintenance rate in a leg's first risk tier. The bound is the venue's initial margin
 * rate at its maximum leverage, which exceeds the maintenance rate. Venues change their tiers, so the exact rate
 * would take a request; the bound takes none.
 */
export function maintenanceRateMax(leverageMax: number): Decimal {
	return divUp(ONE, fromNumber(leverageMax));
}

/**
 * Computes the distance from the entry price to the liquidation price, a fraction of the entry price. It is 0 or
 * negative if the leg would be liquidated at once.
 */
export function liquidationDistance(leverage: Decimal, maintenanceRate: Decimal): Decimal {
	return divDown(sub(divDown(ONE, leverage), maintenanceRate), add(ONE, maintenanceRate));
}
