/**
 * Moves parts of a leg from one execution to a roll. The commit is made in the giver's mailbox. The roll's mailbox
 * waits for it meanwhile, so that neither execution takes another step on a state that the commit changes.
 */
import type { EngineInput } from '../decide/engine.ts';

/** The input that asks an execution for a part of its leg. */
export type RollAsked = EngineInput & { readonly kind: 'rollAsked' };

/** `failed`: the journal refused, or the step broke an invariant. The roll then asks again later. */
export type TakeOverOutcome = 'taken' | 'refused' | 'failed';

/** Creates an empty list of pending requests. */
export function createTakeOvers() {
	/** Pending requests by the id of the roll. A roll has at most one. */
	const waiting = new Map<string, (outcome: TakeOverOutcome) => void>();
	return {
		/** Registers a request. The promise resolves once the giver has processed it. */
		begin: (rollId: string): Promise<TakeOverOutcome> =>
			new Promise((resolve) => {
				waiting.set(rollId, resolve);
			}),
		finish(rollId: string, outcome: TakeOverOutcome): void {
			waiting.get(rollId)?.(outcome);
			waiting.delete(rollId);
		},
	};
}
