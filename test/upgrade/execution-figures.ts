/**
 * Computes those figures of an execution that must not change between versions: the parts of its state and its ledger
 * that exist in all versions.
 */
import { type ExecutionState, legOrders } from '../../src/domain/execution.ts';
import { executionLedger } from '../../src/domain/ledger.ts';
import { statusOf } from '../../src/domain/status.ts';

export function executionFigures(state: ExecutionState): Readonly<Record<string, unknown>> {
	return {
		status: statusOf(state),
		reason: state.reason,
		attention: state.attention,
		agentId: state.plan.agentId ?? null,
		held: state.held,
		exit: state.exit,
		orders: (['long', 'short'] as const).map((leg) =>
			legOrders(state, leg).map(({ clientOrderId, status, filledQuantity }) => ({
				clientOrderId,
				status,
				filledQuantity,
			})),
		),
		funding: state.funding.map(({ recordId, leg, amount }) => ({ recordId, leg, amount })),
		openedAt: state.openedAt ?? null,
		closedAt: state.closedAt ?? null,
		events: state.eventCount,
		ledger: executionLedger(state, { long: null, short: null }),
	};
}
