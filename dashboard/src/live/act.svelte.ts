/**
 * One action of the user as component state. Pressing a button twice sends it once. The outcome is an answer, a refusal, or
 * unknown.
 */
import { isRpcError, type RpcError, TransportError } from '../../../client/errors.ts';

export type Act<T> = {
	/** The call is in flight. */
	readonly isBusy: boolean;
	readonly answer: T | undefined;
	/** The service refused, and nothing was done. */
	readonly refusal: RpcError | Error | undefined;
	/** No usable answer arrived, so it may have been done. */
	readonly lost: RpcError | TransportError | undefined;
	/** Sends the call unless one is in flight. Never throws; returns undefined without an answer. */
	run(send: () => Promise<T>): Promise<T | undefined>;
	/** Forgets the outcome. */
	reset(): void;
};

/** Call it while a component initializes. */
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
