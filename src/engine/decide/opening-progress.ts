/** Computes the progress of an opening, and its next grid level. Pure functions. */
import { min } from '../../domain/decimal.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import { mayOpenMore } from '../../domain/status.ts';
import type { OpeningProgress } from '../../ports/portfolio.ts';
import { childToOpen, presentBasis } from './opening.ts';
import type { Quote } from './surroundings.ts';

/**
 * Returns the progress of an opening; null if the execution may open nothing more. `basisNow` is the price basis that
 * the engine compares with the next level.
 */
export function openingProgress(
	state: ExecutionState,
	quotes: Readonly<Record<LegRole, Quote | undefined>>,
): OpeningProgress | null {
	if (!mayOpenMore(state)) return null;
	const { plan, held, createdAt } = state;
	const { children, openWithinMs } = plan;
	// A slice that only one leg has filled does not count as open.
	const opened = min(held.long, held.short);
	const onBoth = { ...state, held: { long: opened, short: opened } };
	const child = opened >= plan.quantity ? children.length : childToOpen(onBoth).child;
	return {
		slicesDone: child,
		slicesLeft: children.length - child,
		quantity: plan.quantity,
		opened,
		nextLevel: children[child]?.basisMin ?? null,
		basisNow: presentBasis(quotes) ?? null,
		endsAt: openWithinMs > 0 ? new Date(createdAt + openWithinMs).toISOString() : null,
	};
}
