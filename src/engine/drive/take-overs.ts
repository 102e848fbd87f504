/**
 * Moves parts of a leg from one execution to a roll. The commit is made in the giver's mailbox. The roll's mailbox
 * waits for it meanwhile, so that neither execution takes another step on a state that the commit changes.
 */
import type { EngineInput } from '../decide/engine.ts';
import { ATTENTION } from '../decide/text.ts';

/** The input that asks an execution for a part of its leg. */
export type RollAsked = EngineInput & { readonly kind: 'rollAsked' };

/**
 * `later`: something that the commit depends on is unknown; `unwritten`: the journal refused; `broken`: the step broke
 * an invariant. The roll then asks again.
 */
export type TakeOverOutcome = 'taken' | 'refused' | 'later' | 'unwritten' | 'broken';

/** Consecutive requests of a roll that may break an invariant. After them, the roll reduces its new leg. */
const BROKEN_MAX = 10;

/** Creates an empty list of pending requests. */
export function createTakeOvers() {
	/** Pending requests by the id of the roll. A roll has at most one. */
	const waiting = new Map<
		string,
		{ readonly request: number; readonly resolve: (outcome: TakeOverOutcome) => void }
	>();
	/** Consecutive broken requests by the id of the roll. */
	const broken = new Map<string, number>();
	let requests = 0;
	return {
		/** Registers a request. The promise resolves once the giver has processed it. */
		begin(rollId: string): { readonly request: number; readonly outcome: Promise<TakeOverOutcome> } {
			requests += 1;
			const request = requests;
			const outcome = new Promise<TakeOverOutcome>((resolve) => {
				waiting.set(rollId, { request, resolve });
			});
			return { request, outcome };
		},
		/** True while the roll waits for the result of this request, and of no later one. */
		isWaiting: ({ to, request }: Pick<RollAsked, 'to' | 'request'>): boolean =>
			waiting.get(to)?.request === request,
		/** Resolves a request; does nothing for one that is no longer pending. */
		finish({ to, request }: Pick<RollAsked, 'to' | 'request'>, outcome: TakeOverOutcome): void {
			const pending = waiting.get(to);
			if (pending?.request !== request) return;
			waiting.delete(to);
			pending.resolve(outcome);
		},
		/** Returns the roll's next inputs after a result; undefined if it asks again after a pause. */
		inputsAfter(rollId: string, outcome: TakeOverOutcome): readonly EngineInput[] | undefined {
			const count = outcome === 'broken' ? (broken.get(rollId) ?? 0) + 1 : 0;
			if (count > 0 && count < BROKEN_MAX) broken.set(rollId, count);
			else broken.delete(rollId);
			if (outcome === 'taken') return [{ kind: 'tick' }];
			if (outcome === 'refused') return [{ kind: 'rollRefused' }];
			// The refusal comes first, so that the roll does not ask once more when the attention is raised.
			if (count >= BROKEN_MAX)
				return [{ kind: 'rollRefused' }, { kind: 'attention', of: 'stuck', reason: ATTENTION.rollBroken }];
			return undefined;
		},
	};
}
