/** Combines an order's report with its fills, for exchanges that report them in separate responses. */
import { sum } from '../../domain/decimal.ts';
import type { FillReport, OrderReport } from '../../ports/venue.ts';

/**
 * Adds the fills to an order. The exchange may report the order before its fills. Until the fills are complete, the
 * status is `open` and the filled quantity is the sum of the fills.
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
