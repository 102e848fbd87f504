/**
 * Holds one user action as component state. If the button is pressed twice, the action is sent once. The outcome is a
 * response, a refusal, or unknown.
 */
import { isRpcError, type RpcError, TransportError } from '../../../client/errors.ts';

export type Act<T> = {
	/** True while the call is in flight. */
	readonly isBusy: boolean;
	readonly answer: T | undefined;
	/** Error if the action was refused; undefined otherwise. A refused action has done nothing. */
	readonly refusal: RpcError | Error | undefined;
	/** Error if no usable response arrived; undefined otherwise. The action may nevertheless have been done. */
	readonly lost: RpcError | TransportError | undefined;
	/**
	 * Sends the call unless one is in flight. Never throws; returns undefined if it sends nothing or the call fails.
	 */
	run(send: () => Promise<T>): Promise<T | undefined>;
	/** Discards the outcome. */
	reset(): void;
};

/** Creates the state of an action. Call it while a component initializes. */
export function newAct<T>(): Act<T> {
	let isBusy = $state(false);
	let answer = $state.raw<T>();
	let refusal = $state.raw<RpcError | Error>();
	let lost = $state.raw<RpcError | TransportError>();

	function reset(): void {
		[answer, refusal, lost] = [undefined, undefined, undefined];
	}

	return {
		get isBusy() {
			return isBusy;
		},
		get answer() {
			return answer;
		},
		get refusal() {
			return refusal;
		},
		get lost() {
			return lost;
		},
		async run(send) {
			if (isBusy) return undefined;
			isBusy = true;
			reset();
			try {
				answer = await send();
				return answer;
			} catch (thrown) {
				if (thrown instanceof TransportError || isRpcError(thrown, 'TIMEOUT', 'INTERNAL_ERROR'))
					lost = thrown;
				else refusal = thrown instanceof Error ? thrown : new Error(String(thrown));
				return undefined;
			} finally {
				isBusy = false;
			}
		},
		reset,
	};
}
