/** An order's report with its fills, for venues that tell the two in separate answers. */
import { sum } from '../../domain/decimal.ts';
import type { FillReport, OrderReport } from '../../ports/venue.ts';

/**
 * The order may be known before its fills are: then it is not at its end for us, and as much of it is filled as its fills
 * say.
 */
export async function withFills(
	order: Omit<OrderReport, 'fills'>,
	readFills: () => Promise<readonly FillReport[]>,
): Promise<OrderReport> {
	if (order.filledQuantity === 0n) return { ...order, fills: [] };
	const fills = await readFills();
	const reported = sum(fills.map((fill) => fill.quantity));
	const status = reported === order.filledQuantity ? order.status : 'open';
	return { ...order, status, filledQuantity: reported, fills };
}
