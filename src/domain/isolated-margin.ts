/**
 * How far the price may move against an isolated leg before its own margin is used up. Shares of the entry price.
 *
 * A leg is liquidated when margin less loss falls to the maintenance margin. With x = 1 / leverage and m the
 * maintenance rate, Bybit takes m of the entry value ("Liquidation price, isolated margin", help centre, read 2026-11): x − m
 * away. KuCoin takes m of the value at the mark ("Isolated margin", read 2026-11): (x − m) / (1 − m) away for a long,
 * (x − m) / (1 + m) for a short. The nearest of these is answered, so that neither venue liquidates earlier.
 */
import { add, type Decimal, divDown, divUp, fromNumber, ONE, sub } from './decimal.ts';

/**
 * Upper bound of the maintenance rate of a leg's first risk tier: a venue's initial margin at its highest leverage, which
 * its maintenance margin is below. Venues state the rate itself per tier and change it; the bound needs no reading of it.
 */
export function maintenanceRateMax(leverageMax: number): Decimal {
	return divUp(ONE, fromNumber(leverageMax));
}

/** Share of the entry price from there to the liquidation price; not above 0 where the leg is liquidated at once. */
export function liquidationDistance(leverage: Decimal, maintenanceRate: Decimal): Decimal {
	return divDown(sub(divDown(ONE, leverage), maintenanceRate), add(ONE, maintenanceRate));
}
