/**
 * One thing that somebody does, as state of a component: it is sent once however often the button is pressed, and what
 * came of it is one of three: an answer, a refusal, or nobody knows.
 */
import { isRpcError, type RpcError, TransportError } from '../../../client/errors.ts';

export type Act<T> = {
	/** It is on its way. */
	readonly isBusy: boolean;
	readonly answer: T | undefined;
	/** The service has said no: nothing was done. */
	readonly refusal: RpcError | Error | undefined;
	/** No usable answer came: it may have been done. */
	readonly lost: RpcError | TransportError | undefined;
	/** Does it, unless it is being done. Never throws. */
	run(send: () => Promise<T>): Promise<T | undefined>;
	/** Forgets what came of it. */
	reset(): void;
};

/** Called while a component is made. */
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
