/**
 * Links executions that took a leg over from an execution of a pot: rolls that the user requested, and emergency
 * hedges. Otherwise a part of the pot's position would leave its equity, its drawdown stop and its closes.
 */
import type { AutopilotState } from './parts.ts';

/**
 * Links those that are in memory, and from then on each new one. Returns a function that ends it.
 * @param kick called with the id of a pot after one of its links
 */
export function watchHeirs(state: AutopilotState, kick: (potId: string) => void): () => void {
	const { books, book, clock, log } = state;
	const underWay = new Set<string>();

	async function link(executionId: string): Promise<void> {
		const origin = books.originOf(executionId);
		if (origin === undefined || book.potOf(executionId) !== undefined || underWay.has(executionId)) return;
		const pot = book.potOf(origin);
		if (pot === undefined) return;
		underWay.add(executionId);
		try {
			await book.link(pot.potId, executionId, clock.now());
			if (state.isClosed) return;
			kick(pot.potId);
			await linkAll();
		} catch (error) {
			if (!state.isClosed) log.error({ executionId, error }, 'an execution could not be linked to its pot');
		} finally {
			underWay.delete(executionId);
		}
	}

	/** An execution may have taken over from another one that was linked just now. */
	async function linkAll(): Promise<void> {
		await Promise.all(books.present().map(link));
	}

	const stop = books.onChange((executionId) => void link(executionId));
	void linkAll();
	return stop;
}
